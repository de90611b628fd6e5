"""How long a test waits for what has to come: only what hangs is ever missed."""

PATIENCE = 200.0
"""Seconds: ten times what the slowest of them takes on a busy machine."""
