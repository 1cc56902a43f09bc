"""Interaction and markers: scheme markers, portals, compromat, the study of Camp; strategy markers of the setup."""

from __future__ import annotations

from django.utils.translation import gettext as _

from games.last_battle.full.actions import GATHERER
from games.last_battle.full.asked import new_marker
from games.last_battle.full.state import Marker
from tracker.pages.match_forms.last_battle.base import Payload, choice, payload
from tracker.pages.match_forms.last_battle.full.act_forms import ActForm
from tracker.pages.match_forms.last_battle.full.fields import (
    CHOICES,
    FIELD,
    SEGMENT,
    answer,
    centimetres,
    kept,
)

PLACE, STUDY = "place", "study"


class InteractForm(ActForm):
    """`action_declared` interact, and the marker, portal or study that it is for."""

    step, event = "interact", "action_declared"

    def fill(self) -> None:
        options = [(PLACE, _("Place a scheme marker"))]
        options += [
            (name, self._named(name, marker))
            for name, marker in self.full.markers.items()
            if self._can(marker)
        ]
        if self.play.battlefield == "camp" and self.full.turn > 1 and GATHERER not in self.actor.conditions:
            unknown = [p.id for p in self.enemies_of(self.actor) if GATHERER not in p.conditions]
            options += [(f"{STUDY}:{enemy}", self._study(enemy)) for enemy in unknown]
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
            return [self.declared("interact", 1, target=target, engaged=True)]
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
