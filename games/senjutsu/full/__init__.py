"""Senjutsu at full detail: every card, step and strike of a match, judged on the hexes and against the cards.

A match is at full detail when `SenjutsuState.full` holds a `FullState` (from its opening on). Wounds, stuns, focus,
kamae, hex and defeat of an actor stay in `SenjutsuState.fighters` and `.foes`, as at every other level; `full` adds
the turn, the cards, the board and the queue.

`events.py` what happens around the cards, `effect_events.py` what cards do · `definitions.py` a card as printed ·
`state.py` what the table holds · `preconditions.py` who may, when, what is due, overrides · `chapters.py` dispatch ·
`cards.py` reading the card in play · `cursor.py` the effect that comes next · `harm.py` wounds, conditions, defeats ·
`refusals.py` refusals that name both numbers.

Chapters, each with `check_x` and `on_x` for its events:

Around the cards: `setup.py` terrain, advantage, placement · `hands.py` prepared cards, starting hands · `draw.py` the
start of a turn, draws · `choose.py` the hidden choice · `reveal.py` reveal, variable initiative · `pay.py` focus paid
· `replace.py` instant replacements · `order.py` parts by initiative, ties · `phases.py` from phase to phase ·
`gains.py` focus and advantage gained · `zone_moves.py` cards between zones, searches · `discard.py` hand limit, end
of a turn · `ending.py` concession.

On the hexes: `movement/` steps, collisions, the ring · `attacks/` from the aim to the blow · `after_attack.py` what
follows from one · `instants.py` other instants · `effects.py` texts and effects left out · `afflictions.py`,
`poison.py` wounds and conditions.

`foes/` virtual opponents and hordes · `legal/` what may come next · `sight.py` who sees which card.
"""
