"""Ratings: how strong a player has shown to be, from confirmed matches alone. Pure; `tracker.projections.ratings` stores.

Every function takes ratings and results and returns ratings: no database, no clock.
"""
