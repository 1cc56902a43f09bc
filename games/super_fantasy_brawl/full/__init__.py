"""Super Fantasy Brawl at full detail: every card, step and strike of a match, judged on the hexes.

A match is at full detail when `SfbState.full` holds a `FullState` (from its opening on). Champions, victory points and
the challenge track stay in `SfbState`, as at every other level.

`events.py` what happens around the actions, `action_events.py` inside them · `state.py` what the table holds ·
`frame.py` the table, the open action · `due.py` what must come next · `table.py` dispatch · `cards.py` cards as
printed · `effects.py` the effect that comes next · `harm.py` damage and knock-outs · `cores.py` mana cores ·
`zones.py` cards between hand, deck and discard.

Chapters, each with `check_x` and `on_x` for its events:

Around the actions: `setup.py` decks, traps, deployment · `hands.py` opening hands, draws, plans · `turn.py` phases of a
turn · `scored.py` challenges · `rounds.py` the end of a round.

In the actions (listed in `board.py`): `geometry.py`, `paths.py` pure geometry.

`sight.py` who sees which card · `nexts.py` what may come next.
"""
