"""Tournaments of programs: pairing, running, standings, reports."""
