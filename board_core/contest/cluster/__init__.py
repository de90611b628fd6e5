"""A contest's games on other machines: a scheduler, its workers, and an executor for the runner.

The file of the lab (:mod:`.lab_file`) is the key to all of them. Nothing else of the core imports
this package, Dask or an encryption library.
"""
