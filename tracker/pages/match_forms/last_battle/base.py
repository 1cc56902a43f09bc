"""The desk of Last Battle: its sides and squads, and what nobody waits for."""

from __future__ import annotations

from dataclasses import dataclass

from games.last_battle.chapters.finish import may_score_at_end
from games.last_battle.pages import claims
from games.last_battle.pages.sentences import SHOWN as SHOWN_SIDES
from games.last_battle.state import LastBattleState, Squad
from games.ruleset import NextEvent
from tracker.pages.match_forms.generic import desk as generic

LAST_CHANCE = ("end", "discard_reshuffled", "prolong_flipped", "prolong_declined")
"""Steps after which what scores now scores no more (LB-SCH-04, LB-END-02)."""

TOLD_BY_THE_RESULT = ("scheme_noted", "scheme_revealed", "scheme_note_published", "turn_reported")
"""What no report of a whole match needs."""


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
        """The end of the game waits for those who may still score, the end of a scoring step for the reader's own
        claims; where the result alone is logged, what the report tells as well, such as a scheme that was chosen at the
        table. One of those that were dealt here is chosen here."""
        if self.play.detail == "summary" and (told.type in TOLD_BY_THE_RESULT or self._is_undealt(told)):
            return True
        if self.is_staff:
            return super().may_wait(told)
        step = self.step_of(told)
        first = (step == "end" and bool(self.still_scoring())) or (step in LAST_CHANCE and self._may_claim())
        return first or super().may_wait(told)

    def presses(self, told: NextEvent) -> bool:
        """LB-SCH-04: what scores at once does so before the next action; Hidden Secrets are revealed before the
        initiative (LB-COMM-11)."""
        if self.play.full is None or self.step_of(told) not in claims.STEPS:
            return False
        return not set(told.players).isdisjoint(self.players) and claims.passes(self.play, told)

    def _is_undealt(self, told: NextEvent) -> bool:
        squads = (self.play.squads[player] for player in told.players)
        return told.type == "scheme_chosen" and not any(squad.dealt for squad in squads)

    def _may_claim(self) -> bool:
        """Whether a scheme of the reader may score now, at full detail."""
        own = (one for one in self.following if set(one.players) & set(self.players))
        return any(self.step_of(one) in claims.STEPS for one in own)

    def squads(self) -> list[Squad]:
        """Every squad, side A first."""
        return sorted(self.play.squads.values(), key=lambda squad: SHOWN_SIDES.index(squad.side))


__all__ = ["SHOWN_SIDES", "Desk"]
