"""A contest's pages for browsers: a small web server that only reads.

Nothing else of the core imports this package or a network library.
"""
