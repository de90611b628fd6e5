"""Supervision of child processes: start, bounded reading, diagnosis, and a certain end.

``sandbox`` and ``visibility`` confine a program, ``groups`` (Linux) and ``jobs`` (Windows) hold it
with its children, ``watcher`` kills what a killed host left. Knows no game and no player: may
import ``game`` and what is below. Read first: ``program.py``.
"""
