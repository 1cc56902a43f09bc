"""What the pages of Super Fantasy Brawl have besides its words, faces and events: forms no schema makes, the table.

Found by `match_forms`.
"""

from __future__ import annotations

from tracker.pages.match_forms.generic.desk import Desk
from tracker.pages.match_forms.generic.pages import GenericPages
from tracker.pages.match_forms.pad import PadForm

AT_THE_END = ("match_result_recorded", "result_confirmed", "result_contested")


class BrawlPages(GenericPages):
    """The pages of one game, with the forms and the table that are its own."""

    TABLE = True
    LISTS = "team"
    LIST_STEP = "pool_registered:"

    def slip(self, language: str) -> tuple[list[str], str]:
        challenges, out, rounds = (
            self.system.words.fields[one].to(language) for one in ("challenge_vp", "knockout_vp", "rounds")
        )
        return [challenges, out], rounds

    def steps(self, desk: Desk) -> list[PadForm]:
        """The forms of all open steps; where one report tells the whole match, everything else may wait."""
        forms = GenericPages.steps(desk)
        if desk.play.detail != "summary":
            return forms
        for form in forms:
            form.may_wait = form.may_wait or form.event not in AT_THE_END
        return sorted(forms, key=lambda form: form.may_wait)


PAGES = BrawlPages
