"""Bushido: Risen Sun: warbands of one faction built to a rice limit, and the matches that they play."""
