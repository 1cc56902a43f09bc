"""Ladders, seasons, leagues and ratings."""
