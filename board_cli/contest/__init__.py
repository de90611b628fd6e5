"""``board contest``: tournaments of programs."""
