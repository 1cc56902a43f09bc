"""Victory points from facts: schemes at every moment, and the strategy of a turn (LB-SCH, LB-SCORE-04, LB-FACT).

The number follows from the facts; only where they leave it open, the owner says it.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from django.utils.translation import gettext as _

from games.codec import codec_for
from games.last_battle.facts import BATTLEFIELDS, LIMITS, strategy_of
from games.last_battle.full.claimed import amount_of, moment_of, scene_of
from games.last_battle.full.found import Found, Scene
from games.last_battle.full.measured import as_facts, asked_of
from games.last_battle.full.scores import HIDDEN
from games.last_battle.full.state import pieces_of
from games.last_battle.full.strategy import computed
from games.last_battle.full.told import trusted_facts
from games.last_battle.state import Held, Squad
from games.words import StepWords
from tracker.pages.match_forms.generic.parts import LEFT_OUT, Part, groups
from tracker.pages.match_forms.generic.typed_parts import Offered, parts_of_struct
from tracker.pages.match_forms.last_battle.base import Desk, Payload, choice, opening, payload
from tracker.pages.match_forms.last_battle.full.fields import CHOICES, centimetres
from tracker.pages.match_forms.last_battle.full.form import FullForm
from tracker.pages.match_forms.last_battle.words import scheme_name

PILLAR_FIELDS = ("figure", "cm")


class FactForm(FullForm):
    """A claim with its facts, whose fields are made from their type."""

    template = "games/last_battle/full/_facts.html"

    def add_facts(self, mission: str, scene: Scene | None) -> None:
        """The fields of the mission's facts."""
        asked, reader = asked_of(self.play, self.full, mission, scene), self.desk.reader
        offered = Offered(reader, asked.choices, subjects=asked.rows, beside=self.desk.beside)
        without = [name for name, values in asked.choices.items() if not values]
        self.facts_of = parts_of_struct(asked.type, offered, without=without)
        for part in self.facts_of.values():
            for name, field in part.fields():
                self.fields[name] = field
        told = reader.words.lines.get(f"facts_{mission}")
        self.told += [reader.text(told)] if told is not None and self.facts_of else []

    @property
    def groups(self) -> list[dict[str, Any]]:
        """The fields of the facts as they are drawn."""
        return groups(self, self.desk.reader, self.facts_of)

    def facts(self) -> dict[str, Any]:
        """The facts as they are filled in."""
        told = {name: part.read(self.cleaned_data) for name, part in self.facts_of.items()}
        return as_facts({name: value for name, value in told.items() if value is not LEFT_OUT})


class ClaimForm(FactForm):
    """`scheme_scored`, after the reveal where the scheme is still secret. `player` is `player:scheme`."""

    step, event, may_wait = "claim", "scheme_scored", True

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
        return moment_of(self.play, self.squad.player, self.held.scheme)

    @property
    def words(self) -> StepWords:
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
        self.facts_of: dict[str, Part] = {}
        if self.reveals_only:
            return
        self.add_facts(
            self.held.scheme, scene_of(self.play, self.squad.player, self.held.scheme, self.moment)
        )
        numbers = [("", _("by the facts"))]
        numbers += [(str(n), str(n)) for n in range(1, LIMITS.scheme_vp + 1)]
        field = choice(_("Victory points"), numbers, required=False, radio=True)
        self.put("amount", field, CHOICES, aside=True)

    def payloads(self) -> list[Payload]:
        opened = opening(self.squad, self.held)
        if self.reveals_only:
            return opened
        facts, moment = self.facts(), self.moment
        told = {"player": self.squad.player, "scheme": self.held.scheme, "moment": moment}
        return [
            *opened,
            payload(self.event, **told, amount=self._amount(opened, facts, moment), facts=facts),
        ]

    def _amount(self, opened: list[Payload], facts: dict[str, Any], moment: str) -> int:
        """What the facts come to, once the scheme is open."""
        if self.value("amount"):
            return int(self.value("amount"))
        play, codec = self.play, codec_for(self.desk.rules)
        for told in opened:
            play = self.desk.rules.evolve(play, codec.from_payload(told["type"], told["data"]))
        return amount_of(play, self.squad.player, self.held.scheme, moment, facts)


class StrategyForm(FactForm):
    """`strategy_scored`: computed from the table and the facts. `player` is the moment."""

    step, event = "strategy", "strategy_scored"

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
        self.facts_of: dict[str, Part] = {}
        self.pillars: list[str] = []
        self.lines: list[tuple[str, list[str]]] = []
        if self.scores and self.mission == "pillars_of_power":
            self._add_pillars()
        elif self.scores:
            self.add_facts(self.mission, None)
        if not (self.facts_of or self.pillars):
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

    @property
    def groups(self) -> list[dict[str, Any]]:
        shown = [{"label": label, "fields": [self[name] for name in names]} for label, names in self.lines]
        return [*super().groups, *([{"subjects": shown}] if shown else [])]

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
