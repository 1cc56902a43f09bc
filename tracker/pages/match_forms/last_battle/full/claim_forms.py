"""Victory points from facts: schemes at every moment, and the strategy of a turn (LB-SCH, LB-SCORE-04, LB-FACT).

The number follows from the facts; only where they leave it open, the owner says it.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from django.utils.translation import gettext as _

from games.codec import codec_for
from games.last_battle.facts import BATTLEFIELDS, strategy_of
from games.last_battle.full.claimed import amount_of, moment_of, scene_of
from games.last_battle.full.duel import at_hand
from games.last_battle.full.found import Found, Scene
from games.last_battle.full.measured import as_facts, asked_of
from games.last_battle.full.scores import HIDDEN
from games.last_battle.full.state import FullState, pieces_of
from games.last_battle.full.strategy import computed
from games.last_battle.full.told import trusted_facts
from games.last_battle.state import Held, LastBattleState, Squad
from games.words import StepWords
from tracker.pages.match_forms.generic.forms import FieldsStep
from tracker.pages.match_forms.generic.parts import LEFT_OUT, Part
from tracker.pages.match_forms.generic.typed_parts import Offered, parts_of_struct
from tracker.pages.match_forms.last_battle.base import opening
from tracker.pages.match_forms.last_battle.full.measure import Centimetres
from tracker.pages.match_forms.last_battle.words import scheme_name
from tracker.pages.match_forms.pad import Payload, choice, payload

PILLAR_FIELDS = ("figure", "cm")


class FactForm(FieldsStep):
    """A claim with its facts, whose fields are made from their type; the number follows from them."""

    def build(self) -> None:
        self.facts_of: dict[str, Part] = {}
        self.facts_told = ""
        super().build()
        self.fill()

    def fill(self) -> None:
        """Adds the fields of the facts."""

    def ask_nothing(self) -> None:
        """No facts can matter."""
        self.parts = {}
        self.fields.clear()

    @property
    def play(self) -> LastBattleState:
        play: LastBattleState = self.desk.play
        return play

    @property
    def full(self) -> FullState:
        return at_hand(self.desk.play.full)

    @property
    def drawn(self) -> dict[str, Part]:
        return {**self.facts_of, **super().drawn}

    def _in_sight(self, name: str) -> bool:
        return name in self.facts_of or super()._in_sight(name)

    @property
    def single(self) -> str:
        return ""

    @property
    def lines(self) -> list[str]:
        far = [_("Leave out what is too far away to matter.")] if self.shown else []
        return [*super().lines, *filter(None, [self.facts_told]), *far]

    def add_facts(self, mission: str, scene: Scene | None) -> None:
        """The fields of the mission's facts."""
        asked, reader = asked_of(self.play, self.full, mission, scene), self.desk.reader
        offered = Offered(reader, asked.choices, subjects=asked.rows, beside=self.desk.beside)
        without = [name for name, values in asked.choices.items() if not values]
        self.facts_of = parts_of_struct(asked.type, offered, without=without)
        self.fields |= {name: field for part in self.facts_of.values() for name, field in part.fields()}
        told = reader.words.lines.get(f"facts_{mission}")
        self.facts_told = reader.text(told) if told is not None and self.facts_of else ""

    def facts(self) -> dict[str, Any]:
        """The facts as they are filled in."""
        told = {name: part.read(self.cleaned_data) for name, part in self.facts_of.items()}
        return as_facts({name: value for name, value in told.items() if value is not LEFT_OUT})


class ClaimForm(FactForm):
    """`scheme_scored`, after the reveal where the scheme is still secret. `player` is `player:scheme`."""

    step, event, may_wait = "claim", "scheme_scored", True

    def wait(self) -> None:
        self.may_wait = True

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
        named = "reveals_only" if self.reveals_only else "scheme_scored" if self.held.public else "secret"
        found = self.desk.reader.step(named, named)
        assert found is not None
        return found

    @property
    def whose(self) -> str:
        return self.desk.names.player(self.squad.player)

    @property
    def secret(self) -> str:
        """The name of a scheme that is still secret, to be held to look."""
        return "" if self.held.public else scheme_name(self.held.scheme, self.desk.names.language)

    def fill(self) -> None:
        if self.reveals_only:
            self.ask_nothing()
            return
        scheme = self.held.scheme
        self.add_facts(scheme, scene_of(self.play, self.squad.player, scheme, self.moment))

    def payloads(self) -> list[Payload]:
        opened = opening(self.squad, self.held)
        if self.reveals_only:
            return opened
        facts, moment = self.facts(), self.moment
        (told,) = super().payloads()
        amount = told["data"].get("amount") or self._amount(opened, facts, moment)
        whose = {"player": self.squad.player, "scheme": self.held.scheme}
        return [*opened, payload(self.event, **whose, moment=moment, amount=amount, facts=facts)]

    def _amount(self, opened: list[Payload], facts: dict[str, Any], moment: str) -> int:
        """What the facts come to, once the scheme is open."""
        play, codec = self.play, codec_for(self.desk.rules)
        for told in opened:
            play = self.desk.rules.evolve(play, codec.from_payload(told["type"], told["data"]))
        return amount_of(play, self.squad.player, self.held.scheme, moment, facts)


class StrategyForm(FactForm):
    """`strategy_scored`: computed from the table and the facts. `player` is the moment."""

    step, event = "strategy", "strategy_scored"

    @property
    def mission(self) -> str:
        return BATTLEFIELDS[self.play.battlefield].strategy

    @property
    def scores(self) -> bool:
        """Whether facts can matter at all: from the strategy's first turn on."""
        return self.player == "turn_end" and self.full.turn >= strategy_of(self.play.battlefield).first_turn

    @property
    def title(self) -> str:
        return strategy_of(self.play.battlefield).name.to(self.desk.names.language)

    def fill(self) -> None:
        self.pillars: list[str] = []
        self.rows: list[tuple[str, list[str]]] = []
        if self.scores and self.mission == "pillars_of_power":
            self._add_pillars()
        elif self.scores:
            self.add_facts(self.mission, None)
        if not (self.facts_of or self.rows):
            self.ask_nothing()

    @property
    def lines(self) -> list[str]:
        return super().lines if self.fields else [self._points(self._numbers({}))]

    def _add_pillars(self) -> None:
        """At each pillar one figure of each side is enough (LB-SEA-05)."""
        self.pillars = [name for name, marker in self.full.markers.items() if marker.kind == "pillar"]
        for pillar in self.pillars:
            for side, name in self.desk.sides().items():
                fields = [f"pillar:{pillar}:{side}:{part}" for part in PILLAR_FIELDS]
                nearest = choice(_("Nearest figure"), self._of(side), required=False)
                nearest.choices = [("", "\N{EM DASH}"), *self._of(side)]
                self.fields |= dict(zip(fields, (nearest, Centimetres(_("cm"))), strict=True))
                self.rows.append((f"{pillar}, {name}", fields))

    def _of(self, side: str) -> list[tuple[str, str]]:
        """The figures of a side, with the lives they have left."""
        reader = self.desk.reader
        ids = [piece.id for piece in pieces_of(self.full, side)]
        return [(id_, self.desk.beside("figure", id_, reader.value("figure", id_))) for id_ in ids]

    @property
    def shown(self) -> list[dict[str, Any]]:
        rows = [{"label": label, "fields": [self[name] for name in names]} for label, names in self.rows]
        return [*super().shown, *([{"subjects": rows}] if rows else [])]

    def facts(self) -> dict[str, Any]:
        if self.pillars:
            return {"pillars": [self._pillar(pillar) for pillar in self.pillars]}
        return super().facts()

    def _pillar(self, pillar: str) -> dict[str, Any]:
        near = []
        for side in self.desk.sides():
            figure, cm = (self.cleaned_data[f"pillar:{pillar}:{side}:{part}"] for part in PILLAR_FIELDS)
            near += [{"figure": figure, "cm": cm}] if figure else []
        return {"pillar": pillar, "figures": near}

    def _numbers(self, facts: Mapping[str, Any]) -> dict[str, Found]:
        return computed(self.play, self.full, self.player, trusted_facts(self.mission, dict(facts)))

    def _points(self, numbers: dict[str, Found]) -> str:
        points = ", ".join(
            f"{name}\N{NO-BREAK SPACE}{numbers[key].low}" for key, name in self.desk.sides().items()
        )
        return _("Strategy: %(points)s.") % {"points": points}

    def payloads(self) -> list[Payload]:
        facts = self.facts()
        numbers = self._numbers(facts)
        (told,) = super().payloads()
        points = {side: told["data"].get(side) for side in numbers}
        told["data"] |= {side: numbers[side].low if vp is None else vp for side, vp in points.items()}
        told["data"]["facts"] = facts
        return [told]
