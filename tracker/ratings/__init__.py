"""Ratings: how strong a player has shown to be, from confirmed matches alone. Pure; stored by
`tracker.projections.ratings`.

Every function takes ratings and results and returns ratings: no database, no clock.
"""
