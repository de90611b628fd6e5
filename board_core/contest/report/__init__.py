"""The report of a contest: pages during and after it, and a zip for each entrant.

Everything here is derived from the contest's journal and its logs, and can be deleted.
"""

from .bundles import bundle
from .writing import weaker_of, write_report

__all__ = ["bundle", "weaker_of", "write_report"]
