"""Simulated matches at full detail: random legal play, figure by figure and card by card.

`table.py` cards, dues and who logs · `squads.py` figures with stats · `setup.py` markers, deployment, decks, hands ·
`turns.py` the frame of a turn · `acts.py` activations and actions · `duels.py` checks and damage · `claims.py` scheme
VP with their facts · `finish.py` strategies, prolonging, the end. Called by `games.last_battle.simulate`.
"""
