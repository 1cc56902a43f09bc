"""Victory points from facts: schemes at every moment, and the strategy of a turn (LB-SCH, LB-SCORE-04, LB-FACT).

The number follows from the facts; only where they leave it open, the owner says it.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import Any

from django.utils.translation import gettext as _

from games.last_battle.awards import room_left
from games.last_battle.facts import BATTLEFIELDS, LIMITS, strategy_of
from games.last_battle.full.found import Found, Scene
from games.last_battle.full.scores import HIDDEN, MOMENTS, check_window, found_by
from games.last_battle.full.state import pieces_of
from games.last_battle.full.strategy import computed
from games.last_battle.full.told import trusted_facts
from games.last_battle.state import Held, Squad
from games.words import EventWords, StepWords
from tracker.pages.match_forms.last_battle.base import Desk, Payload, choice, payload
from tracker.pages.match_forms.last_battle.full.claim_facts import ROWS, SINGLES, Facts, Rows, read_field
from tracker.pages.match_forms.last_battle.full.dues import after
from tracker.pages.match_forms.last_battle.full.fields import CHOICES, FIELD, SEGMENT, centimetres
from tracker.pages.match_forms.last_battle.full.form import FullForm
from tracker.pages.match_forms.last_battle.reveal_form import names_leader, publish_payload, reveal_payload
from tracker.pages.match_forms.last_battle.words import scheme_name

CORNERS = ("a", "b", "c", "d")
PILLAR_FIELDS = ("figure", "cm")


class FactForm(FullForm):
    """A claim with its facts as rows: `rows` for the template, `facts()` for the event."""

    template = "games/last_battle/full/_facts.html"
    overridable = False

    def add_facts(self, mission: str, scene: Scene | None) -> None:
        """The fields of the mission's facts."""
        corners = tuple(self.play.corner_zones or CORNERS)
        self.source = Facts(self.full, self.piece, corners, scene)
        self.lines: list[tuple[str, list[str]]] = []
        self.spec = ROWS.get(mission)
        self.single = SINGLES[mission](self.source) if mission in SINGLES else {}
        for name, field in self.single.items():
            part = (
                CHOICES if name == "engaged_with" else SEGMENT if name.startswith(("on_", "in_")) else FIELD
            )
            self.put(name, field, part)
        if self.spec is not None:
            self._add_rows(self.spec)

    def _add_rows(self, spec: Rows) -> None:
        for subject, label in spec.subjects(self.source):
            names = []
            for column in spec.columns:
                name = f"fact:{subject}:{column.key}"
                self.fields[name] = column.make(self.source)
                names.append(name)
            self.lines.append((label, names))

    @property
    def rows(self) -> list[dict[str, Any]]:
        """One row for each marker or figure."""
        return [{"label": label, "fields": [self[name] for name in names]} for label, names in self.lines]

    def facts(self) -> dict[str, Any]:
        """The facts as they are filled in."""
        told = {name: read_field(name, self.value(name)) for name in self.single}
        found = {name: value for name, value in told.items() if value not in (None, [])}
        if self.spec is not None:
            found[self.spec.key] = list(self._entries(self.spec))
        return found

    def _entries(self, spec: Rows) -> Iterator[dict[str, Any]]:
        for subject, _label in spec.subjects(self.source):
            told = {c.key: self.value(f"fact:{subject}:{c.key}") for c in spec.columns}
            if told[spec.columns[0].key] is not None:
                yield {spec.subject: subject, **{key: read_field(key, value) for key, value in told.items()}}


class ClaimForm(FactForm):
    """`scheme_scored`, after the reveal where the scheme is still secret. `player` is `player:scheme`."""

    step, event, group, may_wait = "claim", "scheme_scored", "schemes", True

    @classmethod
    def open_at(cls, desk: Desk, key: str) -> bool:
        player, _colon, scheme = key.partition(":")
        squad = desk.play.squads.get(player)
        return desk.play.full is not None and squad is not None and squad.held(scheme) is not None

    @property
    def squad(self) -> Squad:
        return self.play.squads[self.player.partition(":")[0]]

    @property
    def held(self) -> Held:
        held = self.squad.held(self.player.partition(":")[2])
        assert held is not None
        return held

    @property
    def reveals_only(self) -> bool:
        """LB-COMM-11: Hidden Secrets is revealed at the start of a turn and scores later."""
        return self.held.scheme == HIDDEN and not self.held.public

    @property
    def moment(self) -> str:
        """The moment at which the scheme can score now."""
        fits = [m for m in MOMENTS if not any(check_window(self._scene(m)))]
        return fits[0] if fits else "at_once"

    def _scene(self, moment: str) -> Scene:
        return Scene(self.play, self.full, self.squad, self.held, moment)

    @property
    def words(self) -> StepWords | EventWords:
        if self.reveals_only:
            return self.desk.reader.words.steps["reveals_only"]
        return super().words if self.held.public else self.desk.reader.words.steps["secret"]

    def told_by_words(self) -> Mapping[str, Any]:
        return {"scheme": self.held.scheme}

    @property
    def whose(self) -> str:
        return self.desk.names.player(self.squad.player)

    @property
    def secret(self) -> str:
        """The name of a scheme that is still secret, to be held to look."""
        return "" if self.held.public else scheme_name(self.held.scheme, self.language)

    def fill(self) -> None:
        self.lines, self.spec, self.single = [], None, {}
        if self.reveals_only:
            return
        self.add_facts(self.held.scheme, self._scene(self.moment))
        numbers = [("", _("by the facts"))]
        numbers += [(str(n), str(n)) for n in range(1, LIMITS.scheme_vp + 1)]
        field = choice(_("Victory points"), numbers, required=False, radio=True)
        self.put("amount", field, CHOICES, aside=True)

    def payloads(self) -> list[Payload]:
        opening = self._opening()
        if self.reveals_only:
            return opening
        facts, moment = self.facts(), self.moment
        told = {"player": self.squad.player, "scheme": self.held.scheme, "moment": moment}
        return [
            *opening,
            payload(self.event, **told, amount=self._amount(opening, facts, moment), facts=facts),
        ]

    def _opening(self) -> list[Payload]:
        if not self.held.public:
            return [reveal_payload(self.squad, self.held)]
        return [publish_payload(self.squad, self.held)] if names_leader(self.held) else []

    def _amount(self, opening: list[Payload], facts: dict[str, Any], moment: str) -> int:
        """What the facts come to; at least 1, so that the rule itself says why there is nothing."""
        if self.value("amount"):
            return int(self.value("amount"))
        play = after(self.play, opening)
        squad = play.squads[self.squad.player]
        held = squad.held(self.held.scheme)
        if play.full is None or held is None:
            return 1
        scene = Scene(play, play.full, squad, held, moment)
        found: Found = found_by(scene, trusted_facts(held.scheme, facts))
        return max(1, min(found.low or found.high, room_left(play, squad, held)))


class StrategyForm(FactForm):
    """`strategy_scored`: computed from the table and the facts. `player` is the moment."""

    step, event, group = "strategy", "strategy_scored", "turn"

    @classmethod
    def open_at(cls, desk: Desk, key: str) -> bool:
        return desk.play.full is not None and key in ("turn_end", "game_end")

    @property
    def mission(self) -> str:
        return BATTLEFIELDS[self.play.battlefield].strategy

    @property
    def scores(self) -> bool:
        """Whether facts can matter at all: from the strategy's first turn on."""
        return self.player == "turn_end" and self.full.turn >= strategy_of(self.play.battlefield).first_turn

    @property
    def title(self) -> str:
        return strategy_of(self.play.battlefield).name.to(self.language)

    @property
    def secret(self) -> str:
        return ""

    def fill(self) -> None:
        self.lines, self.spec, self.single = [], None, {}
        if self.scores and self.mission == "pillars_of_power":
            self._add_pillars()
        elif self.scores:
            self.add_facts(self.mission, None)
        if not self.lines:
            self.told.append(self._points(self._numbers({})))
            return
        numbers = [("", _("by the facts")), ("0", "0"), ("1", "1")]
        for side, name in self.desk.sides().items():
            self.put(f"vp_{side}", choice(name, numbers, required=False, radio=True), CHOICES, aside=True)

    def _add_pillars(self) -> None:
        """At each pillar one figure of each side is enough (LB-SEA-05)."""
        self.pillars = [name for name, marker in self.full.markers.items() if marker.kind == "pillar"]
        for pillar in self.pillars:
            for side, name in self.desk.sides().items():
                figures = [("", "\N{EM DASH}"), *self.options(pieces_of(self.full, side))]
                fields = [f"pillar:{pillar}:{side}:{part}" for part in PILLAR_FIELDS]
                field = choice(_("Nearest figure"), figures, required=False)
                field.choices = figures
                self.fields[fields[0]], self.fields[fields[1]] = field, centimetres(_("cm"))
                self.lines.append((f"{pillar}, {name}", fields))

    def facts(self) -> dict[str, Any]:
        if self.scores and self.mission == "pillars_of_power":
            return {"pillars": [self._pillar(pillar) for pillar in self.pillars]}
        return super().facts()

    def _pillar(self, pillar: str) -> dict[str, Any]:
        near = []
        for side in self.desk.sides():
            figure, cm = (self.value(f"pillar:{pillar}:{side}:{part}") for part in PILLAR_FIELDS)
            near += [{"figure": figure, "cm": cm}] if figure else []
        return {"pillar": pillar, "figures": near}

    def _numbers(self, facts: dict[str, Any]) -> dict[str, Found]:
        return computed(self.play, self.full, self.player, trusted_facts(self.mission, facts))

    def _points(self, numbers: dict[str, Found]) -> str:
        points = ", ".join(
            f"{name}\N{NO-BREAK SPACE}{numbers[key].low}" for key, name in self.desk.sides().items()
        )
        return _("Strategy: %(points)s.") % {"points": points}

    def payloads(self) -> list[Payload]:
        facts = self.facts()
        numbers = self._numbers(facts)
        points = {side: self._vp(side, numbers[side]) for side in ("serpent", "alliance")}
        turn = self.full.turn if self.player == "turn_end" else None
        return [payload(self.event, moment=self.player, turn=turn, facts=facts, **points)]

    def _vp(self, side: str, found: Found) -> int:
        told = self.value(f"vp_{side}")
        return found.low if told is None else int(told)
