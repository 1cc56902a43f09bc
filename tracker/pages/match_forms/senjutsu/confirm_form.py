"""Confirming the result of a match of Senjutsu: a game alone has no score of two sides. Called by `senjutsu.steps`."""

from __future__ import annotations

from typing import Any

from django.utils.translation import gettext as _

from games.senjutsu.ladder import rank_of
from tracker.pages.match_forms import result_forms
from tracker.pages.match_forms.senjutsu import words as w
from tracker.pages.match_forms.senjutsu.base import Desk
from tracker.pages.match_forms.senjutsu.score import scoreboard

ALONE = ("solo", "horde")


class ConfirmForm(result_forms.ConfirmForm):
    """`result_confirmed`: the winners by name, the wounds that each side dealt; of a run its waves and rank."""

    desk: Desk

    @property
    def button(self) -> str:
        return _("Confirm") if self.desk.play.mode in ALONE else super().button

    @property
    def then(self) -> str:
        return _("The result then counts.") if self.desk.play.mode in ALONE else super().then

    @property
    def result(self) -> str:
        cleared = self.desk.play.run.cleared
        if self.desk.play.mode != "horde":
            return self.desk.verdict
        return _("The run is over. Rank: %(rank)s.") % {"rank": w.rank_words()[rank_of(cleared)]}

    @property
    def totals(self) -> list[dict[str, Any]]:
        return [{"side": name, "vp": number} for name, number in scoreboard(self.desk)[1]]
