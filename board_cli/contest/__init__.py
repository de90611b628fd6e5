"""``board contest``: tournaments on the command line.

May import the contest of the core, and the terminal's screen and options. Read first:
``running.py``.
"""
