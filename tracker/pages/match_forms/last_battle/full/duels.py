"""The duels of a match, readable: who did what to whom, the flips of both sides, cheated fate, totals, damage.

Read from the events that the viewer may see; voided ones are left out. Called by the match page.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from typing import Any

from games.last_battle.spoken import modifier
from tracker.pages.match_forms.last_battle.base import Desk

Data = Mapping[str, Any]


class Telling:
    """Goes through the log and gathers the checks; `found` has the newest last."""

    def __init__(self, desk: Desk) -> None:
        self.reader = desk.reader
        self.found: list[dict[str, Any]] = []
        self.by_id: dict[str, dict[str, Any]] = {}
        self.declared: tuple[int, Data] | None = None
        self.turn = 0

    def take(self, type_: str, seq: int, data: Data) -> None:
        """One event."""
        if type_ == "turn_started":
            self.turn = data["turn"]
        elif type_ == "action_declared":
            self.declared = (seq, data)
        elif type_ == "check_flipped":
            self._flipped(seq, data)
        elif type_ in LATER and data["check_id"] in self.by_id:
            getattr(self, LATER[type_])(self.by_id[data["check_id"]], data)

    def _flipped(self, seq: int, data: Data) -> None:
        if data["check_id"] not in self.by_id:
            self.by_id[data["check_id"]] = self._opened(seq)
            self.found.append(self.by_id[data["check_id"]])
        duel = self.by_id[data["check_id"]]
        others = list(data["cards"])
        others.remove(data["chosen"]) if data["chosen"] in others else None
        flip = {
            "head": self.reader.called("check_flipped", data),
            "key": data["role"],
            "card": self._card(data["chosen"]),
            "others": [self._card(card) for card in others],
            "modifier": modifier(data.get("pluses", 0), data.get("minuses", 0)),
            "cheated": "",
        }
        duel["flips"].append(flip)

    def _opened(self, seq: int) -> dict[str, Any]:
        first, act = self.declared or (seq, {})
        return {
            "seq": first,
            "turn": self.turn,
            "title": self.reader.option("action_declared", act) if act else "",
            "flips": [],
            "result": "",
            "damage": "",
        }

    def _card(self, card: str) -> str:
        return self.reader.value("card", card)

    def cheated(self, duel: dict[str, Any], data: Data) -> None:
        """The newest flip of that role has another card now."""
        flip = next((one for one in reversed(duel["flips"]) if one["key"] == data["role"]), None)
        if flip is not None:
            flip["cheated"] = self._card(data["card"])

    def resolved(self, duel: dict[str, Any], data: Data) -> None:
        """The totals and the margin."""
        duel["result"] = self.reader.sentence("check_resolved", data)

    def damaged(self, duel: dict[str, Any], data: Data) -> None:
        """The band and the amount."""
        amount = data.get("amount")
        duel["damage"] = self.reader.value("tier", data["tier"]) + (f": {amount}" if amount else "")


LATER = {"fate_cheated": "cheated", "check_resolved": "resolved", "damage_resolved": "damaged"}


def duels(events: Iterable[Any], desk: Desk) -> list[dict[str, Any]]:
    """Every check of the log, the newest first."""
    telling = Telling(desk)
    for event in events:
        if not event.voided_by:
            telling.take(event.type, event.seq, event.data)
    return telling.found[::-1]
