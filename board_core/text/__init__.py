"""Sentences as values, the language they are shown in, text made harmless, and values as JSON.

May import the root's tools, such as ``whole_files``. Read first: ``sentence.py``.
"""
