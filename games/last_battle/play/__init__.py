"""Simulated matches: what the rules offer, chosen by chance, at every level of detail.

`table.py` who is there and the cards of the decks · `steps.py` one event of those offered · `made_events.py` what a
table tells of it, with `squads.py` before the first turn and `reports.py` of a turn or a match · `claims.py` scheme
VP. Called by `games.last_battle.play.simulate` and `games.last_battle.play.examples`.
"""
