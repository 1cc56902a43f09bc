"""Pairings: plain structs and a seed in, a draw with its certificate out. Pure; nothing here knows of a database.

`swiss.draw` makes a round, `check.problems` judges any round independently, `explain.why` answers why two meet.
Called by the tournament rule set (`tracker.rulesets.tournament`).
"""
