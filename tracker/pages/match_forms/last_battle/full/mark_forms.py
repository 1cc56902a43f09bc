"""Interaction and markers: scheme markers, portals, compromat, the study of Camp; strategy markers of the setup."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from django.utils.translation import gettext as _

from games.last_battle.full.actions import GATHERER
from games.last_battle.full.setup import next_portal_side
from games.last_battle.full.state import FullState, Marker
from games.last_battle.full.waiting import bare_figures, waiting
from games.words import EventWords, StepWords
from tracker.pages.match_forms.last_battle.base import Desk, Payload, choice, payload
from tracker.pages.match_forms.last_battle.full.act_forms import ActForm
from tracker.pages.match_forms.last_battle.full.dues import settled
from tracker.pages.match_forms.last_battle.full.fields import (
    CHOICES,
    FIELD,
    SEGMENT,
    answer,
    centimetres,
    kept,
)
from tracker.pages.match_forms.last_battle.full.form import FullForm

PLACE, STUDY = "place", "study"


def new_marker(full: FullState, stem: str) -> str:
    """A number that no marker on the table has."""
    number = 1
    while f"{stem}{number}" in full.markers:
        number += 1
    return f"{stem}{number}"


class InteractForm(ActForm):
    """`action_declared` interact, and the marker, portal or study that it is for."""

    step, event, group = "interact", "action_declared", "markers"

    def fill(self) -> None:
        options = [(PLACE, _("Place a scheme marker"))]
        options += [
            (name, self._named(name, marker))
            for name, marker in self.full.markers.items()
            if self._can(marker)
        ]
        if self.play.battlefield == "camp" and self.full.turn > 1 and GATHERER not in self.actor.conditions:
            options += [(f"{STUDY}:{p.id}", self._study(p.id)) for p in self.enemies_of(self.actor)]
        self.put("deed", choice(_("What for?"), options, radio=True), CHOICES)
        if len(options) == 1:
            self.fields["deed"].initial = PLACE
        self.put("distance", centimetres(_("Distance, cm")), FIELD)
        self.fields["distance"].help_text = _(
            "A new marker: to the nearest friendly scheme marker. Otherwise: to the marker or portal."
        )
        self.put("engaged", answer(_("Is it engaged?"), "no"), SEGMENT, aside=True)
        self.fields["marker"] = kept(new_marker(self.full, "m"))

    def _can(self, marker: Marker) -> bool:
        """What this figure could remove, close or take."""
        if marker.kind == "compromat":
            return marker.player == self.actor.player
        return marker.kind in ("scheme", "portal") and marker.side != self.actor.side and marker.open

    def _named(self, name: str, marker: Marker) -> str:
        words = {"marker": name}
        if marker.kind == "portal":
            return _("Close the portal %(marker)s") % words
        if marker.kind == "compromat":
            return _("Take the compromat marker %(marker)s") % words
        return _("Remove the scheme marker %(marker)s") % words

    def _study(self, figure: str) -> str:
        return _("Study %(figure)s") % {"figure": self.piece(figure)}

    def payloads(self) -> list[Payload]:
        deed, engaged = self.cleaned_data["deed"], self.said("engaged")
        if deed.startswith(f"{STUDY}:"):
            target = deed.partition(":")[2]
            return settled(self.play, [self.declared("interact", 1, target=target, engaged=True)])
        return [self.declared("interact", 1, engaged=engaged), self._marked(deed)]

    def _marked(self, deed: str) -> Payload:
        cm, figure = self.value("distance"), self.actor.id
        marker = self.full.markers.get(deed)
        if marker is None:
            return payload(
                "scheme_marker_placed",
                marker_id=self.value("marker") or new_marker(self.full, "m"),
                squad=self.actor.player,
                figure=figure,
                nearest_friendly_marker_cm=cm,
            )
        if marker.kind == "portal":
            return payload("portal_closed", portal_id=deed, figure=figure, distance_cm=cm)
        if marker.kind == "compromat":
            return payload("compromat_removed", marker_id=deed, figure=figure)
        return payload("scheme_marker_removed", marker_id=deed, by=figure, distance_cm=cm)


class UnmarkForm(FullForm):
    """`scheme_marker_removed` by the text of a scheme that just scored."""

    step, event, group, may_wait = "unmark", "scheme_marker_removed", "schemes", True

    def fill(self) -> None:
        markers = [
            (name, f"{name} · {self.desk.names.player(marker.player)}")
            for name, marker in self.full.markers.items()
            if marker.kind == "scheme"
        ]
        self.put("marker", choice(_("Scheme marker"), markers, radio=True), CHOICES)
        self.put("distance", centimetres(_("Distance, cm")))

    def payloads(self) -> list[Payload]:
        told = {"marker_id": self.cleaned_data["marker"], "distance_cm": self.value("distance")}
        return [payload(self.event, reason="scheme", **told, **self.lifted)]


class CompromatForm(FullForm):
    """`compromat_placed`: the opponent of Hidden Secrets puts a marker to one of the own figures."""

    step, event, group = "compromat", "compromat_placed", "turn"

    @classmethod
    def open_at(cls, desk: Desk, key: str) -> bool:
        full = desk.play.full
        return full is not None and bool(waiting(desk.play, full, key))

    def fill(self) -> None:
        player = waiting(self.play, self.full, self.player)[0]
        bare = [self.full.pieces[name] for name in bare_figures(self.full, player, self.player)]
        self.put("figure", choice(_("At the figure"), self.options(bare), radio=True), CHOICES)
        self.fields["marker"] = kept(new_marker(self.full, "k"))

    def payloads(self) -> list[Payload]:
        marker = self.value("marker") or new_marker(self.full, "k")
        return [payload(self.event, marker_id=marker, figure=self.cleaned_data["figure"], **self.lifted)]


class StrategyMarkerForm(FullForm):
    """`strategy_marker_placed`: portals of Heaven by turns, the two pillars of the Sea."""

    step, event, group = "marker", "strategy_marker_placed", "setup"
    overridable = False

    @property
    def heaven(self) -> bool:
        return self.play.battlefield == "heaven"

    @property
    def words(self) -> StepWords | EventWords:
        return super().words if self.heaven else self.desk.reader.words.steps["pillar"]

    def told_by_words(self) -> Mapping[str, Any]:
        side = next_portal_side(self.full) if self.heaven else None
        return {"number": len(self.full.markers) + 1, "side": side}

    def fill(self) -> None:
        if self.heaven and self.full.markers:
            self.put("near", centimetres(_("Distance to the nearest portal, cm, at least 40")))
        if self.heaven:
            self.put("outside", answer(_("Wholly outside every deployment zone?"), "yes"), SEGMENT)
        else:
            self.put("edge", centimetres(_("Distance to the short edge, cm: 46")))
            self.fields["edge"].initial = 46
        self.fields["marker"] = kept(new_marker(self.full, "portal-" if self.heaven else "pillar-"))

    def payloads(self) -> list[Payload]:
        told = {
            "marker_id": self.value("marker"),
            "side": next_portal_side(self.full) if self.heaven else None,
            "nearest_portal_cm": self.value("near"),
            "outside_zones": self.said("outside") if self.heaven else None,
            "edge_cm": self.value("edge"),
        }
        return [payload(self.event, **told)]
