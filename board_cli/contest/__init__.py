"""Contests in the terminal."""
