"""``board contest``: tournaments on the command line."""
