"""The duels of a match, readable: who did what to whom, the flips of both sides, cheated fate, totals, damage.

Read from the events that the viewer may see; voided ones are left out. Called by the match page.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from typing import Any

from django.utils.translation import gettext as _

from tracker.pages.match_forms.last_battle.full.said.checks import result_words
from tracker.pages.match_forms.last_battle.full.said.frame import side_words
from tracker.pages.match_forms.last_battle.full.terms import (
    action_words,
    card_words,
    modifier_words,
    piece_words,
    role_words,
    tier_words,
)
from tracker.pages.match_forms.names import Names

Data = Mapping[str, Any]


class Telling:
    """Goes through the log and gathers the checks; `found` has the newest last."""

    def __init__(self, names: Names) -> None:
        self.names = names
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
            "head": _("%(side)s flips for %(role)s")
            % {"side": side_words(data["side"], self.names), "role": role_words()[data["role"]]},
            "key": data["role"],
            "card": self._card(data["chosen"]),
            "others": [self._card(card) for card in others],
            "modifier": modifier_words(data.get("pluses", 0), data.get("minuses", 0)),
            "cheated": "",
        }
        duel["flips"].append(flip)

    def _opened(self, seq: int) -> dict[str, Any]:
        first, act = self.declared or (seq, {})
        words = {
            "figure": piece_words(self.names, act.get("figure")),
            "action": action_words(act.get("action", "")),
            "target": piece_words(self.names, act.get("target")),
        }
        title = (
            _("%(figure)s: %(action)s at %(target)s") if act.get("target") else _("%(figure)s: %(action)s")
        )
        return {
            "seq": first,
            "turn": self.turn,
            "title": title % words,
            "flips": [],
            "result": "",
            "damage": "",
        }

    def _card(self, card: str) -> str:
        return card_words(card, self.names.language)

    def cheated(self, duel: dict[str, Any], data: Data) -> None:
        """The newest flip of that role has another card now."""
        flip = next((one for one in reversed(duel["flips"]) if one["key"] == data["role"]), None)
        if flip is not None:
            flip["cheated"] = self._card(data["card"])

    def resolved(self, duel: dict[str, Any], data: Data) -> None:
        """The totals and the margin."""
        duel["result"] = result_words(data)

    def damaged(self, duel: dict[str, Any], data: Data) -> None:
        """The band and the amount."""
        amount = data.get("amount")
        duel["damage"] = tier_words()[data["tier"]] + (f": {amount}" if amount else "")


LATER = {"fate_cheated": "cheated", "check_resolved": "resolved", "damage_resolved": "damaged"}


def duels(events: Iterable[Any], names: Names) -> list[dict[str, Any]]:
    """Every check of the log, the newest first."""
    telling = Telling(names)
    for event in events:
        if not event.voided_by:
            telling.take(event.type, event.seq, event.data)
    return telling.found[::-1]
