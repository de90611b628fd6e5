"""Supervision of child processes: starting, bounded reading, diagnosis, and guaranteed termination.

``sandbox`` and ``visibility`` confine a program, ``groups`` (Linux) and ``jobs`` (Windows) hold it
with its children, ``watcher`` kills what a killed host leaves behind. No game or player is used
here: may import ``game`` and what is below. Read first: ``program.py``.
"""
