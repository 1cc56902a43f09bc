"""Where the fields of a step stand: in sight, behind the fold of secrets, beside the dice, or behind the last fold."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

from games.faces import Detail, Rolls
from tracker.pages.match_forms.generic.form_groups import groups
from tracker.pages.match_forms.generic.parts import Part
from tracker.pages.match_forms.generic.step import Step, with_default
from tracker.pages.match_forms.generic.ways import Ways


class SightedStep(Step):
    """`parts`: the fields of the event; `details`: those of which a field is made that may hold anything; `joined`:
    what is logged with it; `ways`: what it may be for; `fills`: what the rules compute of what is told; `rolls`,
    `fallen`: the server's dice."""

    parts: Mapping[str, Part]
    details: Mapping[str, tuple[Detail, dict[str, Part]]]
    joined: Sequence[SightedStep]
    fills: Mapping[str, Any]
    ways: Ways
    only: tuple[str, ...]
    rolls: Rolls | None
    fallen: dict[str, str]

    @property
    def drawn(self) -> dict[str, Part]:
        """The parts of the event, and of those that are logged with it."""
        whole = (*(parts for _detail, parts in self.details.values()), self.parts)
        return {
            name: part
            for parts in (self.ways.parts, *whole, *(one.drawn for one in self.joined))
            for name, part in parts.items()
        }

    def _after(self, name: str) -> bool:
        """Whether a field tells dice, or what is said once they lie."""
        dice = {path.partition(".")[0] for path in self.rolls.dice} if self.rolls is not None else set()
        return name in dice or (self.rolls is not None and name in self.rolls.after)

    def _in_sight(self, name: str) -> bool:
        if name in self.ways.parts or any(name in parts for _detail, parts in self.details.values()):
            return True
        words = self.words
        asked, folded = ((*words.asks, *words.needs), words.folds) if words is not None else ((), ())
        for one in self.joined:
            if name in one.drawn:
                return (name in asked or one._in_sight(name)) and name not in folded
        told = {name.partition(".")[0] for one in self.told for name in (*one.choices, *one.limits)}
        needed = name not in with_default(self.type) or name in self.type.secret_fields
        wanted = (needed and name not in self.fills) or name in told or name in (*asked, *self.only)
        return (wanted and name not in folded) or name in self.desk.rosters.get(self.player, {})

    @property
    def shown(self) -> list[dict[str, Any]]:
        """The fields in sight, in groups: see `parts.groups`."""
        return groups(self, self.desk.reader, self._sighted(secret=False))

    @property
    def folded(self) -> list[dict[str, Any]]:
        """Those that are a secret, behind a fold."""
        return groups(self, self.desk.reader, self._sighted(secret=True))

    def _sighted(self, secret: bool) -> dict[str, Part]:
        """The parts that are asked for; where the step hides something all but what may stand in sight is secret."""
        sight = self.words.sight if self.words is not None else ()
        asked = {k: v for k, v in self.drawn.items() if self._in_sight(k) and not self._after(k)}
        return {k: v for k, v in asked.items() if (self.hides and k not in sight) == secret}

    @property
    def typed(self) -> list[dict[str, Any]]:
        """The fields of the dice, where the server may roll them instead, and of what is said once they lie."""
        return groups(self, self.desk.reader, {k: v for k, v in self.drawn.items() if self._after(k)})

    @property
    def typed_open(self) -> bool:
        """Dice lie already, or what was typed was refused."""
        return bool(self.fallen) or (self.is_bound and not self.data.get("roll"))

    @property
    def besides(self) -> list[dict[str, Any]]:
        """The fields behind the fold; those with something wrong open it."""
        found = {k: v for k, v in self.drawn.items() if not self._in_sight(k) and not self._after(k)}
        return groups(self, self.desk.reader, found)

    @property
    def besides_open(self) -> bool:
        return any(field.errors for group in self.besides for row in group["rows"] for field in row)
