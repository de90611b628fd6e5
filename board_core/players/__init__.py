"""The kinds of player."""
