"""Simulated matches at every detail: what the rules offer, chosen by chance.

`table.py` the match as it really is, with every card · `steps.py` one event of those offered · `made_events.py` what
only the table knows of it, `lists.py`, `turns.py` and `ends.py` the same of characters, decks and opponents, of turns
and of the end · `match.py` the whole. Called by `games.senjutsu.play.simulate`.
"""
