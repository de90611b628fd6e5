"""The commands of ``board``, a file each; :mod:`board_cli.app` puts them together.

May import the rest of the terminal, and the core when the command runs. Read first: ``match.py``.
"""
