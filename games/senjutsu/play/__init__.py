"""Simulated matches at full detail: random legal play with the training edition, card by card and hex by hex.

`table.py` the table with its real decks and hands · `setup.py` from the opening to the starting hands · `turns.py` the
phases of a turn · `parts.py` parts by initiative and the effects on a card · `motion.py` steps, ring and kamae ·
`strikes.py` attacks, blocks and what answers them. Called by `games.senjutsu.simulate`.
"""
