"""What every form of the score pad starts from: the desk, the squad that a step is for, and the words of the step."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

from games.last_battle.faces import SHOWN as SHOWN_SIDES
from games.last_battle.state import LastBattleState, Squad, fallen_copies
from games.rulebook import Text
from games.words import EventWords, StepWords
from tracker.pages.match_forms import pad
from tracker.pages.match_forms.generic import desk as generic
from tracker.pages.match_forms.pad import Payload, choice, payload, points


@dataclass(frozen=True, kw_only=True)
class Desk(generic.Desk):
    """A match of Last Battle as one person sees it."""

    play: LastBattleState

    def mine(self) -> list[Squad]:
        """The squads that the person may act for, in seat order."""
        return [squad for squad in self.play.squads.values() if squad.player in self.players]

    def squads(self) -> list[Squad]:
        """Every squad, side A first."""
        return sorted(self.play.squads.values(), key=lambda squad: SHOWN_SIDES.index(squad.side))


class PadForm(pad.PadForm):
    """A step of Last Battle's pad; `player` is the squad that it is for. What it is called stands in `words.toml`."""

    desk: Desk

    @property
    def squad(self) -> Squad:
        return self.desk.play.squads[self.player]

    @property
    def words(self) -> StepWords | EventWords:
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


def standing_figures(state: LastBattleState, squad: Squad) -> list[str]:
    """The ids of the squad's figures in play, one entry for each copy, the leader first."""
    left: list[str] = []
    gone = {f.figure_id: fallen_copies(state, squad, f.figure_id) for f in squad.all_figures()}
    for figure in squad.all_figures():
        if gone[figure.figure_id] > 0:
            gone[figure.figure_id] -= 1
        else:
            left.append(figure.figure_id)
    return left


__all__ = ["SHOWN_SIDES", "Desk", "PadForm", "Payload", "choice", "payload", "points", "standing_figures"]
