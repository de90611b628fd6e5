"""The window: people and AI programs at one board."""
