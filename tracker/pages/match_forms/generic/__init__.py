"""The pages of every game that has none of its own: drawn from its words, its events, and what may come next.

`pages.py` is what `match_forms.pages_of` gives out; `reader.py` names values; `typed_parts.py` makes fields from the
type of an event, which `parts.py` reads back; `steps.py` is the pad, with the forms of `fields_step.py`, `pick_step.py`
and `taps_step.py`; `score.py` is the match page, `lists.py` rosters.
"""
