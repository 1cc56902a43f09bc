"""Last Battle at full detail: every activation, action, card and marker, judged against the whole table.

`events.py` what happens · `state.py` what stands on the table · `frame.py` who may, what is due, card overrides ·
`table.py` the dispatch tables that `games.last_battle.rules` uses as soon as a match is at full detail.

Chapters, each with `check_x` and `on_x` for its events:
`setup.py` markers, deployment · `decks.py` decks, hands, reshuffles, arcana granted · `turn.py` turn start,
initiative, activations, end effects · `actions.py` declared actions · `moves.py` moves, vessels, Size ·
`flips.py` flips and their modifiers · `fate.py` cheating · `duels.py` totals, triggers · `damage.py` damage ·
`effects.py` lives, conditions, removals, summons · `markers.py` scheme markers, portals · `arcana.py` link cards ·
`finish.py` prolonging and thinning out.
"""
