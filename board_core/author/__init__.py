"""Tools for authors of players: examine, time, test and train them."""
