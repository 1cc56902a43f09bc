"""Simulated matches at full detail: random legal play with the training edition, card by card and hex by hex.

`table.py` the table with its real decks, hands and tokens · `setup.py` from the opening to the deployment · `turns.py`
the phases of a turn and the end of a round · `actions.py` what a player does with cores and cards · `attacks.py`
attacks and reactions · `effects.py` the effects on a card, one function each · `motion.py` ways over the arena ·
`dues.py` whatever must come next. Called by `games.super_fantasy_brawl.simulate`.
"""
