"""A small widget kit on pygame-ce: buttons, fields, tables, dialogs. It knows no game.

The kit is our own because existing libraries redraw every frame, clip Chinese text or are larger
than all of our code. It draws only marked parts, within their clip: a property test compares every
partly drawn picture with a full redraw. May import pygame. Read first: ``widget.py``.
"""
