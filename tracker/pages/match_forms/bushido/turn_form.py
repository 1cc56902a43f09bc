"""One whole turn of Bushido in a few taps: who prayed where, who holds a zone, who left play.

What a tap cannot say (who killed whom, two prayers of one side at one objective) stays in rows behind the fold.
"""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any

from django import forms
from django.utils.translation import gettext as _

from games.bushido.scenarios import Scenario
from games.bushido.state import BusState, facts_of
from tracker.pages.match_forms.generic.fields_step import FieldsStep

PRAY, ZONE, LOST = "pray:", "zone:", "lost:"


class TurnForm(FieldsStep):
    """`turn_recorded`. What nobody taps did not happen; points, awards and pass tokens follow."""

    step = event = "turn_recorded"
    template = "games/bushido/_turn.html"

    def build(self) -> None:
        super().build()
        play: BusState = self.desk.play
        facts = facts_of(play) if play.scenario else None
        for side in play.sides if facts is not None else ():
            if facts is not None and _prays_plainly(facts) and (left := _tokens(play, facts, side)):
                label = _("%(what)s, tokens left: %(count)d")
                told = {"what": self.desk.reader.field("prayers"), "count": left}
                self._ticks(PRAY + side, label % told, "objective", _left(play))
            if facts is not None and not _asks_who(facts):
                own = [name for name, one in play.models.items() if one.side == side and one.place != "out"]
                self._ticks(LOST + side, self.desk.reader.field("casualties"), "model", own)
        for zone in play.zones:
            options = [("", _("nobody")), *((side, self.desk.whom(side)) for side in play.sides)]
            made = forms.ChoiceField(
                label=self.desk.reader.value("zone", zone),
                choices=options,
                required=False,
                widget=forms.RadioSelect,
                initial=play.zones[zone].controller or "",
            )
            made.side_by_side = True  # type: ignore[attr-defined]
            self.fields[ZONE + zone] = made

    def _ticks(self, name: str, label: str, kind: str, values: Iterable[str]) -> None:
        options = [(one, self.desk.reader.value(kind, one)) for one in values]
        if options:
            self.fields[name] = forms.MultipleChoiceField(
                label=label,
                choices=options,
                required=False,
                widget=forms.CheckboxSelectMultiple,
            )

    @property
    def way(self) -> str:
        return self.button

    @property
    def title(self) -> str:
        return _("Turn %(turn)s") % {"turn": self.desk.play.turn + 1}

    @property
    def button(self) -> str:
        return _("Log turn %(turn)s") % {"turn": self.desk.play.turn + 1}

    @property
    def then(self) -> str:
        return _("Scenario points, awards and pass tokens are counted for you.")

    @property
    def zones(self) -> list[Any]:
        return [self[name] for name in self.fields if name.startswith(ZONE)]

    @property
    def sides(self) -> list[dict[str, Any]]:
        """What each side did, to be tapped."""
        return [
            {
                "name": self.desk.whom(side),
                "letter": self.desk.letters()[side],
                "fields": [self[name + side] for name in (PRAY, LOST) if name + side in self.fields],
            }
            for side in self.desk.play.sides
        ]

    def _in_sight(self, name: str) -> bool:
        """Rows stay behind the fold where taps say the same."""
        tapped = {"zones": ZONE, "casualties": LOST}
        if name == "prayers":  # behind the fold too once no token is left to pray with
            play = self.desk.play
            return not (play.scenario and _prays_plainly(facts_of(play)))
        if name in tapped:
            return not any(one.startswith(tapped[name]) for one in self.fields)
        return super()._in_sight(name)

    def payloads(self) -> list[dict[str, Any]]:
        (told,) = super().payloads()
        data, play = told["data"], self.desk.play
        for name, value in self.cleaned_data.items():
            kind, _colon, key = name.partition(":")
            if not value:
                continue
            if kind + ":" == PRAY:
                rows = [
                    {"side": key, "objective": one, "alignment": play.objectives[one].alignment}
                    for one in value
                ]
                data["prayers"] = [*rows, *data.get("prayers", ())]
            elif kind + ":" == LOST:
                rowed = {row.get("model") for row in data.get("casualties", ())}
                lost = [{"model": one} for one in value if one not in rowed]
                data["casualties"] = [*lost, *data.get("casualties", ())]
            elif kind + ":" == ZONE:
                rowed = {row.get("zone") for row in data.get("zones", ())}
                held = [{"zone": key, "controller": value}] if key not in rowed else []
                data["zones"] = [*held, *data.get("zones", ())]
        return [told]


def _left(play: BusState) -> list[str]:
    return [name for name, one in play.objectives.items() if one.removed is None]


def _tokens(play: BusState, facts: Scenario, side: str) -> int:
    """BUS-OBJ-05: how often a side may still pray."""
    return max(0, facts.prayer - play.sides[side].prayers)


def _prays_plainly(facts: Scenario) -> bool:
    """Whether an objective keeps its alignment, so that a tap says all of a prayer."""
    return bool(facts.prayer) and facts.influence is None


def _asks_who(facts: Scenario) -> bool:
    """Whether it matters who killed whom."""
    return bool(facts.kill_sp) or any(one.condition == "vim_kills_vim" for one in facts.awards)
