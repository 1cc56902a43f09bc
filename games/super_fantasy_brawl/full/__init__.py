"""Super Fantasy Brawl at full detail: every card, step and strike of a match, judged on the hexes.

A match is at full detail when `SfbState.full` holds a `FullState` (from its opening on). Champions, victory points and
the challenge track stay in `SfbState`, as at every other level.

`events.py` what happens around the actions, `action_events.py` inside them · `state.py` what the table holds ·
`common.py` the table, the open action · `due.py` what must come next · `chapters.py` dispatch · `cards.py` cards as
printed · `printed.py` the effects of the open action, `effects.py` the one that comes next, `mandatory.py` what must
not be skipped · `bonuses.py` modifiers · `cores.py` mana cores · `zones.py` cards between hand, deck and discard.

Chapters, each with `check_x` and `on_x` for its events:

Around the actions: `setup.py` decks, traps, deployment · `hands.py` opening hands, draws, plans · `turn.py` phases of a
turn, `conditions.py` challenges · `rounds.py` the end of a round.

In the actions: `act.py` cards and standard actions, `closing.py` their end and levelling up · `board/` movement,
placing, displacement, traps, and their geometry · `fighting/` attacks, skills, reactions, damage, knock-outs ·
`text.py` texts.

`sight.py` who sees which card · `legal/` what may come next.
"""
