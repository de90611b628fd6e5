"""The report of a contest: pages during and after it, and a zip for each entrant.

Everything here is derived from the contest's journal and its logs, and can be deleted. Views become
pages, and pages become files or answers of a server. May import the contest's store, but not its
runner. Read first: ``view.py``.
"""

from .writing import bundle, weaker_of, write_report

__all__ = ["bundle", "weaker_of", "write_report"]
