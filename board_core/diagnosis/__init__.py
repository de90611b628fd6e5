"""Why a program failed: from what was seen of it to a sentence with a code.

``rows`` names all findings, with their words and what to do about each. What was seen is a value
(``evidence``); functions recognise the findings in it, one family a file: the start, the end of its
input and its silence, its own last words, the sandbox. May import ``supervise`` and what is below.
Read first: ``rows.py``.
"""
