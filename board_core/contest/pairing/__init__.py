"""Pairing: Swiss, round robin, gauntlet, knockout, match."""
