"""Simulated matches at full detail: what the rules offer, chosen by chance, figure by figure and card by card.

`table.py` the cards of the decks and who logs · `steps.py` one event of those offered · `told.py` what a table tells of
it · `claims.py` scheme VP with `facts.py` · `squads.py` figures with stats · `match.py` the whole. Called by
`games.last_battle.simulate`.
"""
