"""Secrets after the game: opened, put into their places, audited."""
