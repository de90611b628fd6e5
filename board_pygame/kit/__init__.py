"""A small widget kit on pygame-ce: buttons, fields, tables, dialogs. It knows no game.

The kit is our own because the libraries there are draw every frame anew, clip Chinese text or
weigh more than all of ours. It draws what was marked, within its clip: a property test holds every
picture that was drawn in parts against the whole. May import pygame. Read first: ``widget.py``.
"""
