"""What the active figure does: activation, moves, charges, attacks, preparing, interacting, the end.

One form, one action with everything that belongs to it: a move is declared and made in one step.
"""

from __future__ import annotations

from typing import Any

from django import forms
from django.utils.translation import gettext as _
from django.utils.translation import ngettext

from games.last_battle.cards import Action
from games.last_battle.full.acting import longest_move
from games.last_battle.full.actions import BASE, CHARGES
from games.last_battle.full.asked import UNNAMED
from games.last_battle.full.nexts import payable
from games.last_battle.full.state import Piece
from tracker.pages.match_forms.last_battle.base import Desk, Payload, choice, payload, points
from tracker.pages.match_forms.last_battle.full.fields import CHOICES, SEGMENT, answer, centimetres, several
from tracker.pages.match_forms.last_battle.full.form import FullForm, active_piece
from tracker.pages.match_forms.last_battle.words import word, words_of

CHARGE_TIMES = 2


class ActForm(FullForm):
    """A step of the active figure."""

    @classmethod
    def open_at(cls, desk: Desk, key: str) -> bool:
        return active_piece(desk) is not None

    @property
    def actor(self) -> Piece:
        return self.full.pieces[self.full.active or ""]

    @property
    def whose(self) -> str:
        """Who acts, and with how many points left."""
        left = ngettext("%(ap)s AP left", "%(ap)s AP left", self.full.ap) % {"ap": self.full.ap}
        return f"{self.piece(self.actor.id)}, {left}"

    @property
    def on_heaven(self) -> bool:
        return self.play.battlefield == "heaven"

    def add_distance(self, times: int) -> None:
        """How far it moved, and what else matters about the way."""
        limit = longest_move(self.play, self.actor, times)
        label = (
            _("Distance, cm")
            if limit is None
            else _("Distance, cm, at most %(cm)s") % {"cm": self.desk.reader.value("cm", limit)}
        )
        self.put("distance", centimetres(label))
        if self.on_heaven:
            self.put(
                "hazard",
                answer(_("Within 5 cm of an obstacle as high as the figure or higher?"), "no"),
                SEGMENT,
            )

    def add_leaving(self) -> None:
        """The enemies whose reach the figure leaves (LB-MELEE-03)."""
        enemies = self.options(self.enemies_of(self.actor))
        self.put("leaves", several(_("Leaves the reach of (costs 1 AP more)"), enemies), CHOICES, aside=True)

    def moved(self, **more: Any) -> Payload:
        """The move itself."""
        return payload(
            "figure_moved",
            figure=self.actor.id,
            distance_cm=self.value("distance"),
            leaves_reach_of=self.cleaned_data.get("leaves") or None,
            hazard_touched=self.said("hazard") if self.on_heaven else None,
            **more,
        )

    def declared(self, action: str, ap: int, **more: Any) -> Payload:
        """The declared action."""
        return payload("action_declared", figure=self.actor.id, action=action, ap=ap, **more)


class MoveForm(ActForm):
    """`action_declared` move, and the move."""

    step, event = "move", "action_declared"

    def fill(self) -> None:
        self.add_distance(1)
        if self.full.ap > 1:
            self.add_leaving()

    def payloads(self) -> list[Payload]:
        ap = 2 if self.cleaned_data.get("leaves") else 1
        return [self.declared("move", ap), self.moved()]


class ChargeForm(ActForm):
    """`action_declared` charge or falcon strike, and its move; the two attacks follow as steps of their own."""

    step, event = "charge", "action_declared"

    def fill(self) -> None:
        if self.on_heaven:
            kinds = [(name, word("action", name)) for name in CHARGES]
            self.put("deed", choice(_("Action"), kinds, radio=True), CHOICES)
            self.fields["deed"].initial = CHARGES[0]
        enemies = self.options(self.enemies_of(self.actor))
        self.put("target", choice(_("Target"), enemies, radio=True), CHOICES)
        self.add_distance(CHARGE_TIMES)
        self.put("reach", answer(_("Is the target within reach now?"), "yes"), SEGMENT)
        self.put("los", answer(_("Does it see the target?"), "yes"), SEGMENT, aside=True)
        self.put("engaged", answer(_("Is it engaged?"), "no"), SEGMENT, aside=True)

    def payloads(self) -> list[Payload]:
        action = self.cleaned_data.get("deed") or CHARGES[0]
        told = {name: self.said(name) for name in ("los", "engaged")}
        declared = self.declared(action, BASE[action].least, target=self.cleaned_data["target"], **told)
        return [declared, self.moved(final_reach_ok=self.said("reach"))]


class AttackForm(ActForm):
    """`action_declared` of an action printed on the card; its check follows."""

    step, event = "attack", "action_declared"

    def fill(self) -> None:
        self.add_actions(self.actor, free=False)
        self.add_target()

    def add_actions(self, actor: Piece, free: bool) -> None:
        """Those of the card that can be paid; where the card is unknown, the players name the action."""
        printed = actor.card.actions
        if printed is None:
            name = forms.CharField(label=_("Action, as the card calls it"), required=False, max_length=120)
            self.put("deed", name)
            kinds = [(key, told) for key, told in words_of("kind").items() if key != "base"]
            self.put("kind", choice(_("Kind"), kinds, radio=True), CHOICES)
            self.fields["kind"].initial = "melee"
            if not free:
                self.put("ap", points(_("Cost, AP"), range(1, max(self.full.ap, 1) + 1), 1), SEGMENT)
            self.put(
                "tv", forms.IntegerField(label=_("Target value"), required=False, min_value=0), aside=True
            )
            return
        usable = printed if free else payable(actor, self.full.ap)
        options = [(one.name, self._described(one, free)) for one in usable]
        self.put("deed", choice(_("Action"), options, radio=True), CHOICES)

    def _described(self, action: Action, free: bool) -> str:
        """`Mighty blow · melee 7 · 1 AP · 3/4/5`."""
        kind = word("kind", action.kind) if action.kind else ""
        stats = [f"{kind} {'' if action.parameter is None else action.parameter}".strip()]
        if not free and action.cost_ap is not None:
            stats.append(_("%(ap)s AP") % {"ap": action.cost_ap})
        if action.target_value is not None:
            stats.append(_("target value %(tv)s") % {"tv": action.target_value})
        if action.damage:
            stats.append("/".join(map(str, action.damage)))
        return " · ".join([action.name, *filter(None, stats)])

    def add_target(self) -> None:
        foes, friends = self.options(self.enemies_of(self.actor)), self.options(self.friends_of(self.actor))
        printed = payable(self.actor, self.full.ap)
        aimed = bool(printed) and all(one.type == "complex" for one in printed)
        targets = [*([] if aimed else [("", _("no target"))]), *foes, *friends]
        self.put("target", choice(_("Target"), targets, required=aimed, radio=True), CHOICES)
        self.put("cover", answer(_("Is the target in cover?"), "no"), SEGMENT)
        self.put("los", answer(_("Does it see the target?"), "yes"), SEGMENT, aside=True)
        self.put("engaged", answer(_("Is it engaged?")), SEGMENT, aside=True)

    def action_told(self, actor: Piece) -> dict[str, Any]:
        """The action and what the table shows, as fields of the event."""
        printed = actor.card.action(self.deed)
        aimed = bool(self.cleaned_data.get("target"))
        return {
            "kind": self.cleaned_data.get("kind") or (printed.kind if printed else None) or "other",
            "target": self.value("target"),
            "engaged": self.said("engaged"),
            "los": self.said("los") if aimed else None,
            "cover": self.said("cover") if aimed else None,
            "tv": self.value("tv"),
        }

    @property
    def deed(self) -> str:
        """The action; where no card is known, an attack may go without a name."""
        return str(self.cleaned_data["deed"] or UNNAMED)

    def payloads(self) -> list[Payload]:
        printed = self.actor.card.action(self.deed)
        ap = self.value("ap") or (printed.cost_ap if printed else None) or 1
        return [self.declared(self.deed, ap, **self.action_told(self.actor))]
