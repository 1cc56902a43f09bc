"""Bushido at full detail: every activation, test, blow and shot of a match.

A match is at full detail when `BusState.full` holds a `FullState`. Sides log what they choose, the dice as they lie and
what they see on the table; whatever the rules determine is folded in by `flow.settle` and never typed. A client that
tells it nevertheless is judged: it must agree, and a refusal names every rule that made the number (BUS-LOG-10).

`events.py` what happens · `state.py` what the table holds · `printed.py` traits as printed, `traits.py` what a model
has now · `dice.py` results of dice · `common.py` helpers · `steps.py` what is waited for, `flow.py` what follows by
itself.

Chapters, each with `check_x` and `on_x` for its events: `place.py` terrain, deployment · `tactics.py` tactical tests ·
`begin.py` the Starting phase · `activate.py` activations and passes · `declare.py` actions, `allowed.py` what a model
may declare · `move.py` movement · `scenario.py` scenario actions · `close.py` the End phase · `facts.py` cards and
comparisons · `text.py` what the text of a card does.

`fighting/` melee, shots, damage, who leaves play · `feats/` Ki and special cards · `gifts/` traits that are used ·
`legal/` what may come next.
"""
