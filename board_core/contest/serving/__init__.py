"""A contest's pages for browsers: a small web server that reads, and takes what is handed in.

Nothing else of the core imports this package or a network library. May import the contest's report
and its desk. Read first: ``server.py``.
"""
