"""Every event of full detail as one sentence: setup and turns, activations, checks, changes of the table, claims.

Called by `tracker.pages.match_forms.last_battle.words`.
"""

from tracker.pages.match_forms.last_battle.full.said import acts, changes, checks, claims, frame

SENTENCES = {
    **frame.SENTENCES,
    **acts.SENTENCES,
    **checks.SENTENCES,
    **changes.SENTENCES,
    **claims.SENTENCES,
}
