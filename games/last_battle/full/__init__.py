"""Last Battle at full detail: every activation, action, card and marker, judged against the whole table.

The way of an event: `games.last_battle.rules` finds its chapter, `preconditions.py` judges what is due and what a
card lifts, the chapter's `check_x` the rest; `on_x` folds it into the `FullState` of `state.py`.

Setup and cards: `phases.py` its order · `setup.py` markers, deployment · `cards.py` where cards are · `decks.py`
decks, hands, cleanup · `grants.py` link cards that come. Turns: `turn.py` initiative, activations, end effects ·
`ending.py` playing on, thinning out. Actions: `actions.py` judges, `action_effects.py` folds a declared action ·
`moves.py` moves, vessels, Size · `markers.py` what an Interaction does · `effects.py` lives, conditions, removals,
summons.

`checks/` from the flip to the damage · `schemes/` what schemes and strategies score · `legal/` what comes next ·
`sight.py` who sees which hand.
"""
