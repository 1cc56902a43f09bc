"""The whole match in one report. Called by the package."""

from __future__ import annotations

from typing import Any

from django import forms
from django.utils.translation import gettext as _
from django.utils.translation import ngettext

from games.ruleset import DRAW
from games.super_fantasy_brawl.state import SfbState, mode_of
from tracker.pages.match_forms.pad import stated
from tracker.pages.match_forms.super_fantasy_brawl.base import (
    PadForm,
    Payload,
    choice,
    letter,
    payload,
    points,
)

MOST_ROUNDS = 99
REASONS = ("vp_target", "mutual_knockout", "organiser")


class ReportForm(PadForm):
    """`match_result_recorded`: the whole match in one report; the winner follows from the points."""

    step = "report"
    once = True
    event = "match_result_recorded"
    template = "games/super_fantasy_brawl/_report.html"

    def build(self) -> None:
        target = mode_of(self.desk.play).target
        for side in self.desk.sides():
            self.fields[f"challenge:{side}"] = points(_("Challenges"), range(target + 3))
            self.fields[f"knockout:{side}"] = points(_("Out of action"), range(target + 1))
            self.fields[f"challenge:{side}"].help_text = self.desk.of_whom(side)
        self.fields["rounds"] = forms.IntegerField(
            label=_("Rounds played"), min_value=1, max_value=MOST_ROUNDS
        )
        told = self.desk.reader
        reasons = [(key, told.value("reason", key)) for key in REASONS]
        sides = [(f"gave_up:{side}", self._gave_up(self.desk.of_whom(side))) for side in self.desk.sides()]
        self.fields["reason"] = choice(_("Why it ended"), [*reasons, *sides], radio=True)
        self.fields["reason"].initial = "vp_target"
        winners = [(side, self.desk.of_whom(side)) for side in self.desk.play.sides]
        self.fields["winner"] = choice(
            _("Equal points: who did not play the last card"), winners, required=False
        )

    def prefill(self, ended: SfbState, report: Any = None) -> None:
        """Starts with what the match says now."""
        for side, one in ended.sides.items():
            stated(self.fields[f"challenge:{side}"], one.challenge)
            stated(self.fields[f"knockout:{side}"], one.knockout)
        self.fields["rounds"].initial = ended.round or None
        loser = next((side for side in ended.sides if side != ended.winner), "")
        reason = f"gave_up:{loser}" if ended.reason == "concession" else ended.reason
        if reason:
            self.fields["reason"].initial = reason
        if len({one.vp for one in ended.sides.values()}) == 1 and ended.winner in ended.sides:
            self.fields["winner"].initial = ended.winner

    def _gave_up(self, name: str) -> str:
        return _("%(side)s conceded") % {"side": name}

    @property
    def title(self) -> str:
        return _("Report the whole match")

    @property
    def button(self) -> str:
        return _("Report the match")

    @property
    def then(self) -> str:
        target = mode_of(self.desk.play).target
        words = ngettext(
            "%(count)d victory point wins; the winner follows.",
            "%(count)d victory points win; the winner follows.",
            target,
        )
        return words % {"count": target}

    @property
    def scores(self) -> list[dict[str, Any]]:
        return [
            {
                "name": self.desk.of_whom(side),
                "letter": letter(self.desk, side),
                "fields": [self[f"challenge:{side}"], self[f"knockout:{side}"]],
            }
            for side in self.desk.sides()
        ]

    @property
    def more(self) -> list[Any]:
        return [self["reason"], self["winner"]]

    def payloads(self) -> list[Payload]:
        told, sides = self.cleaned_data, list(self.desk.play.sides)
        challenge = {side: told[f"challenge:{side}"] for side in sides}
        knockout = {side: told[f"knockout:{side}"] for side in sides}
        vp = {side: challenge[side] + knockout[side] for side in sides}
        reason, _colon, loser = told["reason"].partition(":")
        return [
            payload(
                self.event,
                winner=self._winner(vp, reason, loser),
                vp=vp,
                challenge_vp=challenge,
                knockout_vp=knockout,
                rounds=told["rounds"],
                reason="concession" if loser else reason,
            )
        ]

    def _winner(self, vp: dict[str, int], reason: str, loser: str) -> str:
        if loser:
            return next(side for side in vp if side != loser)
        best = [side for side, points_ in vp.items() if points_ == max(vp.values())]
        if len(best) == 1:
            return best[0]
        return self.cleaned_data.get("winner") or DRAW if reason != "organiser" else DRAW
