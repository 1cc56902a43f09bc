"""Senjutsu at full detail: every card, step and strike of a match, judged on the hexes and against the cards.

A match is at full detail when `SenjutsuState.full` holds a `FullState` (from its opening on). Wounds, stuns, focus,
kamae, hex and defeat of an actor stay in `SenjutsuState.fighters` and `.foes`, as at every other level; `full` adds
the turn, the cards, the board and the queue.

`events.py` what happens around the cards, `effect_events.py` what cards do · `definitions.py` a card as printed ·
`state.py` what the table holds · `frame.py` who may, when, what is due, overrides · `table.py` dispatch ·
`cards.py` reading the card in play · `cursor.py` the effect that comes next · `harm.py` wounds, conditions, defeats.

Chapters, each with `check_x` and `on_x` for its events:
`setup.py` terrain, advantage, placement · `hands.py` prepared cards, start hands · `draw.py` turn start, bleeding,
draws · `choose.py` the hidden choice · `reveal.py` reveal and its stages · `replace.py` instant replacements ·
`order.py` parts by initiative, ties · `kamae.py` ring and kamae · `gains.py` focus and advantage ·
`moved.py` cards between zones · `discard.py` end of a turn · `ending.py` concession and the result ·
`board.py` the slot of what happens on the hexes (movement, collisions, attacks, blocks, instants, other effects) ·
`foes.py` the slot of virtual opponents and waves. An event without a chapter is refused with WL-DET-01.

`sight.py` who sees which card · `nexts.py` what may come next · `training.py` an invented edition for tests and
simulated matches.
"""
