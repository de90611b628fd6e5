"""Read strangers' files, find the board's folders, and import optional packages.

May import ``text`` and what is below. Read first: ``untrusted_files.py``.
"""
