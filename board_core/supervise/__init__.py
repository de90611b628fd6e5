"""Supervision of child processes: start, bounded reading, diagnosis, and a certain end."""
