"""Campaigns of clubs: rosters, matches, what follows them, the desk of the arbitrator."""
