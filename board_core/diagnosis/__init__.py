"""Why a program failed: from what was seen of it to a sentence with a code.

``rows`` names all findings, with their words and what to do about each. What was seen is a value
(``evidence``); with the program's words and files it makes the ``facts``, in which recognisers find
more, one family a file: its start, its flushing, its own last words, the sandbox. ``ranking`` says
in which order, and what makes what superfluous. May import ``supervise`` and what is below.
Read first: ``ranking.py`` and ``rows.py``.
"""
