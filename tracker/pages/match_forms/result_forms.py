"""The result's yes or no, by a side or by staff for everybody: the same in every system.

Called by the systems' `steps`.
"""

from __future__ import annotations

from django import forms
from django.utils.translation import gettext as _

from tracker.pages.match_forms.pad import PadForm, Payload, payload


class ConfirmForm(PadForm):
    """`result_confirmed` for the side of a player, or for everybody by staff."""

    step = "confirm"
    once = True
    event = "result_confirmed"
    template = "parts/_pad_confirm.html"
    whose = ""

    @property
    def title(self) -> str:
        return _("Confirm the result")

    @property
    def button(self) -> str:
        score = " : ".join(str(self.desk.outcome.vp.get(side, 0)) for side in self.desk.sides())
        return _("Confirm %(score)s") % {"score": score}

    @property
    def then(self) -> str:
        if self.player not in self.desk.sides():  # staff decide alone
            return _("It counts at once, confirmed by you, and the standings are updated.")
        return _("Once both sides have confirmed, the result counts.")

    @property
    def result(self) -> str:
        return str(self.desk.verdict)

    def payloads(self) -> list[Payload]:
        outcome = self.desk.outcome
        return [payload(self.event, side=self.player, vp=dict(outcome.vp), winner=outcome.winner or "")]


class ContestForm(PadForm):
    """`result_contested`: the other side or a judge has to look."""

    step = "contest"
    once = True
    event = "result_contested"
    template = "parts/_pad_plain.html"
    whose = ""

    def build(self) -> None:
        self.fields["reason"] = forms.CharField(label=_("What is wrong"), max_length=200)

    @property
    def title(self) -> str:
        return _("The result is wrong")

    @property
    def button(self) -> str:
        return _("Dispute the result")

    @property
    def then(self) -> str:
        if len(self.desk.sides()) == 1:  # nobody else sits there, and no judge walks by
            return _("It does not count until it is confirmed.")
        if not self.desk.judged:
            return _("Earlier confirmations are withdrawn: settle it at the table.")
        return _("Earlier confirmations are withdrawn and a judge is called.")

    def payloads(self) -> list[Payload]:
        return [payload(self.event, side=self.player, reason=self.cleaned_data["reason"])]
