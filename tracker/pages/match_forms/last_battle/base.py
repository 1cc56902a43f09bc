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
from games.ruleset import NextEvent
from tracker.pages.match_forms.generic import desk as generic
from tracker.pages.match_forms.generic.step import Step
from tracker.pages.match_forms.pad import Payload, choice, payload, points


@dataclass(frozen=True, kw_only=True)
class Desk(generic.Desk):
    """A match of Last Battle as one person sees it."""

    play: LastBattleState

    def sides(self) -> dict[str, str]:
        """As the boxes of the game show them, whoever sat down first."""
        return {side: self.side(side) for side in SHOWN_SIDES if side in self.seats}

    def still_scoring(self) -> list[str]:
        """The other players whose schemes may still score at the end, as far as the reader may know."""
        squads = (squad for squad in self.play.squads.values() if squad.player not in self.players)
        return [squad.player for squad in squads if may_score_at_end(self.play, squad)]

    def may_wait(self, told: NextEvent) -> bool:
        """The end of the game waits for those who may still score."""
        ends = self.step_of(told) == "end" and not self.is_staff
        return (ends and bool(self.still_scoring())) or super().may_wait(told)

    def squads(self) -> list[Squad]:
        """Every squad, side A first."""
        return sorted(self.play.squads.values(), key=lambda squad: SHOWN_SIDES.index(squad.side))


class PadForm(Step):
    """A step of Last Battle's pad with fields of its own; `player` is the squad that it is for."""

    desk: Desk

    @property
    def squad(self) -> Squad:
        return self.desk.play.squads[self.player]

    def told_by_words(self) -> Mapping[str, Any]:
        """What fills the braces of its words besides what is settled."""
        return {}

    @property
    def settled(self) -> dict[str, Any]:
        return {**super().settled, **self.told_by_words()}


def opening(squad: Squad, held: Held) -> list[Payload]:
    """What makes a scheme public exactly as it was recorded, before it scores (LB-SCH-03, LB-UNIQ-06)."""
    event = reveal_of(squad, held) if not held.public or names_leader(held) else None
    if event is None:
        return []
    told = {key: value for key, value in msgspec.to_builtins(event).items() if key != "type"}
    return [payload(tag(type(event)), **told)]


__all__ = ["SHOWN_SIDES", "Desk", "PadForm", "Payload", "choice", "opening", "payload", "points"]
