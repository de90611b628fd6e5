"""For those who write players: examine, time, test and train them."""
