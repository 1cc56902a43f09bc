"""How a match ends on the pad: the end that is due, an early one, giving up, the whole match in one report, rulings.

Called by `steps`.
"""

from __future__ import annotations

from typing import Any

from django import forms
from django.utils.translation import gettext as _
from django.utils.translation import ngettext

from games.ruleset import DRAW
from games.super_fantasy_brawl.results import due_winner, leader
from games.super_fantasy_brawl.state import SfbState, mode_of
from tracker.pages.match_forms.pad import stated
from tracker.pages.match_forms.super_fantasy_brawl import words as w
from tracker.pages.match_forms.super_fantasy_brawl.base import PadForm, Payload, choice, payload, points

MOST_ROUNDS = 99


class EndForm(PadForm):
    """`game_ended`: the winner and the points follow from the log."""

    step = "end"
    event = "game_ended"
    of_the_moment = True
    template = "games/super_fantasy_brawl/_end.html"

    def build(self) -> None:
        self.due = due_winner(self.desk.play) or ("", "")
        if not self.due[0]:
            sides = [(side, w.result_words(side, self.language)) for side in self.desk.play.sides]
            self.fields["winner"] = choice(_("Who did not play the last card"), sides, radio=True)

    @property
    def title(self) -> str:
        return _("End of the match")

    @property
    def button(self) -> str:
        return _("End the match")

    @property
    def then(self) -> str:
        return _("Then both sides confirm the result.")

    @property
    def result(self) -> str:
        return w.result_words(self.due[0], self.language) if self.due[0] else ""

    @property
    def totals(self) -> list[dict[str, Any]]:
        return [{"side": self.desk.side(side), "vp": one.vp} for side, one in self.desk.play.sides.items()]

    def payloads(self) -> list[Payload]:
        winner = self.due[0] or self.cleaned_data["winner"]
        vp = {side: one.vp for side, one in self.desk.play.sides.items()}
        return [payload(self.event, winner=winner, vp=vp, reason=self.due[1])]


class StopForm(EndForm):
    """`game_ended` by the organisers before a side has its points: who has more wins."""

    step = "stop"
    may_wait = True

    def build(self) -> None:
        self.due = (leader(self.desk.play), "organiser")

    @property
    def title(self) -> str:
        return _("End the match early")

    @property
    def then(self) -> str:
        return _("The side with more points wins; equal points are a draw.")


class ConcedeForm(PadForm):
    """`match_conceded`; `player` is the side."""

    step = "concede"
    event = "match_conceded"
    may_wait = True
    template = "parts/_pad_plain.html"

    @property
    def whose(self) -> str:
        return self.desk.side(self.player) if self.desk.is_staff else ""

    @property
    def title(self) -> str:
        return _("Give up")

    @property
    def button(self) -> str:
        return _("Give up the match")

    @property
    def then(self) -> str:
        return _("The other side wins, with the points as they stand.")

    def payloads(self) -> list[Payload]:
        return [payload(self.event, side=self.player)]


class RulingForm(PadForm):
    """`ruling_recorded`, by staff: a note, or a rule that is lifted for the next event."""

    step = "ruling"
    event = "ruling_recorded"
    may_wait = True
    rare = True
    template = "parts/_pad_plain.html"

    def build(self) -> None:
        self.fields["note"] = forms.CharField(label=_("The ruling"), max_length=500)
        self.fields["rule"] = forms.CharField(
            label=_("Rule that is lifted for the next event"),
            help_text=_("Its number, as in SFB-HEX-01; empty for a note alone."),
            max_length=20,
            required=False,
        )

    @property
    def title(self) -> str:
        return _("Record a ruling")

    @property
    def button(self) -> str:
        return _("Record it")

    def payloads(self) -> list[Payload]:
        told = self.cleaned_data
        rule = told["rule"].strip().upper() or None
        return [payload(self.event, organiser=_("organiser"), note=told["note"], rule=rule)]


class ReportForm(PadForm):
    """`match_result_recorded`: the whole match in one report; the winner follows from the points."""

    step = "report"
    event = "match_result_recorded"
    template = "games/super_fantasy_brawl/_report.html"

    def build(self) -> None:
        target = mode_of(self.desk.play).target
        for side, name in self.desk.sides().items():
            self.fields[f"challenge:{side}"] = points(_("Challenges"), range(target + 3))
            self.fields[f"knockout:{side}"] = points(_("Out of action"), range(target + 1))
            self.fields[f"challenge:{side}"].help_text = name
        self.fields["rounds"] = forms.IntegerField(
            label=_("Rounds played"), min_value=1, max_value=MOST_ROUNDS
        )
        reasons = [(key, word) for key, word in w.reason_words().items() if key != "concession"]
        sides = [(f"gave_up:{side}", self._gave_up(name)) for side, name in self.desk.sides().items()]
        self.fields["reason"] = choice(_("Why it ended"), [*reasons, *sides], radio=True)
        self.fields["reason"].initial = "vp_target"
        winners = [(side, w.result_words(side, self.language)) for side in self.desk.play.sides]
        self.fields["winner"] = choice(
            _("Equal points: who did not play the last card"), winners, required=False
        )

    def prefill(self, ended: SfbState) -> None:
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
        return _("%(side)s gave up") % {"side": name}

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
                "name": name,
                "letter": self.desk.letter(side),
                "fields": [self[f"challenge:{side}"], self[f"knockout:{side}"]],
            }
            for side, name in self.desk.sides().items()
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
