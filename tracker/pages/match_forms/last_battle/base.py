"""The desk of Last Battle: its sides and squads, and what nobody waits for."""

from __future__ import annotations

from dataclasses import dataclass

from games.last_battle.chapters.finish import may_score_at_end
from games.last_battle.pages.sentences import SHOWN as SHOWN_SIDES
from games.last_battle.state import LastBattleState, Squad
from games.ruleset import NextEvent
from tracker.pages.match_forms.generic import desk as generic


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
        """The end of the game waits for those who may still score; a turn, where the result alone is logged."""
        if told.type == "turn_reported" and self.play.detail == "summary":
            return True
        ends = self.step_of(told) == "end" and not self.is_staff
        return (ends and bool(self.still_scoring())) or super().may_wait(told)

    def squads(self) -> list[Squad]:
        """Every squad, side A first."""
        return sorted(self.play.squads.values(), key=lambda squad: SHOWN_SIDES.index(squad.side))


__all__ = ["SHOWN_SIDES", "Desk"]
