"""Sentences as values, the language they are shown in, and text made harmless.

May import the root's tools, such as ``whole_files``. Read first: ``sentence.py``.
"""
