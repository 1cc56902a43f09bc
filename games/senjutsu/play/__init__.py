"""Simulated matches at full detail with the training edition: what the rules offer, chosen by chance.

`table.py` the match as it really is, with every card · `steps.py` one event of those offered · `told.py` what only the
table knows of it, `lists.py` the same of characters, decks and opponents · `match.py` the whole. Called by
`games.senjutsu.simulate`.
"""
