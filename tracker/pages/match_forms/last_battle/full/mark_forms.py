"""An Interaction in one step: the action, and the marker, portal or study that it is for."""

from __future__ import annotations

from collections.abc import Iterator

from django.utils.translation import gettext as _

from games.last_battle.full.actions import GATHERER
from games.last_battle.full.asked import new_marker
from games.last_battle.full.duel import at_hand
from games.last_battle.full.nexts import interactable
from games.last_battle.full.state import Marker, Piece
from tracker.pages.match_forms.generic.fields_step import FieldsStep
from tracker.pages.match_forms.generic.parts import One, Part
from tracker.pages.match_forms.last_battle.full.measure import Centimetres
from tracker.pages.match_forms.pad import Payload, choice, payload

PLACE, STUDY = "place", "study"


class InteractForm(FieldsStep):
    """`action_declared` interact, and the marker, portal or study that it is for."""

    step, event = "interact", "action_declared"

    def build(self) -> None:
        self.aims: dict[str, Part] = {}
        super().build()
        self.full = at_hand(self.desk.play.full)
        deeds = [(PLACE, _("Place a scheme marker")), *self._deeds()]
        deed = choice(_("What for?"), deeds, radio=True)
        deed.initial = PLACE if len(deeds) == 1 else None
        near = _("A new marker: to the nearest friendly scheme marker. Otherwise: to the marker or portal.")
        distance = Centimetres(self.desk.reader.field("cm"), near)
        self.aims = {"deed": One("deed", deed), "distance": One("distance", distance)}
        self.fields |= {"deed": deed, "distance": distance}

    @property
    def drawn(self) -> dict[str, Part]:
        return {**self.aims, **super().drawn}

    def _in_sight(self, name: str) -> bool:
        return name in self.aims or super()._in_sight(name)

    @property
    def _actor(self) -> Piece:
        return self.full.pieces[self.fixed["figure"]]

    def _deeds(self) -> Iterator[tuple[str, str]]:
        """What this figure could remove, close or take, and on Camp whom it could study."""
        for names in interactable(self.full, self._actor).values():
            for name in names:
                yield name, self._named(name, self.full.markers[name])
        if (
            self.desk.play.battlefield == "camp"
            and self.full.turn > 1
            and GATHERER not in self._actor.conditions
        ):
            for enemy in self.full.pieces.values():
                if enemy.side != self._actor.side and GATHERER not in enemy.conditions:
                    named = {"figure": self.desk.reader.value("figure", enemy.id)}
                    yield f"{STUDY}:{enemy.id}", _("Study %(figure)s") % named

    def _named(self, name: str, marker: Marker) -> str:
        words = {"marker": name}
        if marker.kind == "portal":
            return _("Close the portal %(marker)s") % words
        if marker.kind == "compromat":
            return _("Take the compromat marker %(marker)s") % words
        return _("Remove the scheme marker %(marker)s") % words

    def payloads(self) -> list[Payload]:
        (told,) = super().payloads()
        deed = self.cleaned_data["deed"]
        if deed.startswith(f"{STUDY}:"):
            told["data"] |= {"target": deed.partition(":")[2], "engaged": True}
            return [told]
        return [told, self._marked(deed)]

    def _marked(self, deed: str) -> Payload:
        cm, figure = self.cleaned_data["distance"], self._actor.id
        marker = self.full.markers.get(deed)
        if marker is None:
            name, squad = new_marker(self.full, "m"), self._actor.player
            near = {"nearest_friendly_marker_cm": cm}
            return payload("scheme_marker_placed", marker_id=name, squad=squad, figure=figure, **near)
        if marker.kind == "portal":
            return payload("portal_closed", portal_id=deed, figure=figure, distance_cm=cm)
        if marker.kind == "compromat":
            return payload("compromat_removed", marker_id=deed, figure=figure)
        return payload("scheme_marker_removed", marker_id=deed, by=figure, distance_cm=cm)
