"""Simulated matches at full detail with the training edition: what the rules offer, chosen by chance.

`table.py` the table with its real decks, hands and tokens · `choices.py` one event of those offered · `hidden.py` what
only its owner knows of it · `match.py` the whole. Called by `games.super_fantasy_brawl.simulate`.
"""
