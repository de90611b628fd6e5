"""Shared parts of both frontends: the user's settings, and the thread that asks an adviser."""
