"""Parts shared by both frontends: the user's settings, and the thread that asks an adviser.

May import ``author`` and what is below, but no contest. Read first: ``settings.py``.
"""
