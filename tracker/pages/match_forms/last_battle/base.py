"""What every form of the score pad starts from: the desk, the squad that a step is for, and the words of the step."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

import msgspec

from games.codec import tag
from games.last_battle.finish import may_score_at_end
from games.last_battle.reveal import names_leader, reveal_of
from games.last_battle.spoken import SHOWN as SHOWN_SIDES
from games.last_battle.state import Held, LastBattleState, Squad
from games.rulebook import Text
from games.ruleset import NextEvent
from games.words import StepWords
from tracker.pages.match_forms import pad
from tracker.pages.match_forms.generic import desk as generic
from tracker.pages.match_forms.pad import Payload, choice, payload, points


@dataclass(frozen=True, kw_only=True)
class Desk(generic.Desk):
    """A match of Last Battle as one person sees it."""

    play: LastBattleState

    def sides(self) -> dict[str, str]:
        """As the boxes of the game show them, whoever sat down first."""
        return {side: self.side(side) for side in SHOWN_SIDES if side in self.seats}

    def mine(self) -> list[Squad]:
        """The squads that the person may act for, in seat order."""
        return [squad for squad in self.play.squads.values() if squad.player in self.players]

    def still_scoring(self) -> list[str]:
        """The other players whose schemes may still score at the end, as far as the reader may know."""
        squads = (squad for squad in self.play.squads.values() if squad.player not in self.players)
        return [squad.player for squad in squads if may_score_at_end(self.play, squad)]

    def may_wait(self, told: NextEvent) -> bool:
        """The end of the game waits for those who may still score; a turn, where the result alone is logged."""
        if told.type == "turn_reported" and self.play.detail == "summary":
            return True
        ends = self.step_of(told) == "end" and not self.is_staff
        return (ends and bool(self.still_scoring())) or super().may_wait(told)

    def squads(self) -> list[Squad]:
        """Every squad, side A first."""
        return sorted(self.play.squads.values(), key=lambda squad: SHOWN_SIDES.index(squad.side))


class PadForm(pad.PadForm):
    """A step of Last Battle's pad; `player` is the squad that it is for. What it is called stands in `words.toml`."""

    desk: Desk

    @property
    def heading(self) -> str:  # type: ignore[override]
        """At full detail it stands under one of several headings."""
        return self.desk.reader.heading(self.words.group or "match") if self.desk.play.full else ""

    @property
    def squad(self) -> Squad:
        return self.desk.play.squads[self.player]

    @property
    def words(self) -> StepWords:
        """What the step is called: by its own name, or by the event that it logs."""
        told = self.desk.reader.step(self.step, self.event)
        assert told is not None
        return told

    def told_by_words(self) -> Mapping[str, Any]:
        """What fills the braces of its words."""
        return {}

    def _worded(self, text: Text | None) -> str:
        return self.desk.reader.said(text, self.told_by_words()) if text is not None else ""

    @property
    def title(self) -> str:
        return self._worded(self.words.title)

    @property
    def button(self) -> str:
        return self._worded(self.words.button or self.words.title)

    @property
    def then(self) -> str:
        return self._worded(self.words.then)


def opening(squad: Squad, held: Held) -> list[Payload]:
    """What makes a scheme public exactly as it was recorded, before it scores (LB-SCH-03, LB-UNIQ-06)."""
    event = reveal_of(squad, held) if not held.public or names_leader(held) else None
    if event is None:
        return []
    told = {key: value for key, value in msgspec.to_builtins(event).items() if key != "type"}
    return [payload(tag(type(event)), **told)]


__all__ = ["SHOWN_SIDES", "Desk", "PadForm", "Payload", "choice", "opening", "payload", "points"]
