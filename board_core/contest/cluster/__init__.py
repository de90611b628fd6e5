"""A contest's games on other machines: a scheduler, its workers, and an executor for the runner.

The file of the lab (:mod:`.connection`) is the key to all of them. Nothing else of the core imports
this package, Dask or an encryption library. May import the contest's jobs. Read first:
``executor.py``.
"""

from .connection import Lab, NoCluster, NoLab, read_lab
from .executor import cluster_executor

__all__ = ["Lab", "NoCluster", "NoLab", "cluster_executor", "read_lab"]
