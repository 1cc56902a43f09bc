"""What the pages of Senjutsu have besides its words and faces: forms that no schema makes, and decks.

Found by `match_forms`.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import replace
from typing import Any

from games.ruleset import Cards, Roster
from games.senjutsu.permissions import owner_of
from games.senjutsu.roster.check import deck_registered
from tracker.pages.match_forms.generic import score as shown
from tracker.pages.match_forms.generic.pages import GenericPages
from tracker.pages.match_forms.generic.pick_step import PickStep
from tracker.pages.match_forms.generic.reader import Reader
from tracker.pages.match_forms.generic.taps_step import TapsStep
from tracker.pages.match_forms.names import Names
from tracker.pages.match_forms.senjutsu import words
from tracker.pages.match_forms.senjutsu.base import Desk, Numbered
from tracker.pages.match_forms.senjutsu.full.facts import told_of
from tracker.pages.match_forms.senjutsu.full.forms import FilledForm
from tracker.pages.match_forms.senjutsu.full.waiver_form import WaiverForm, may_lift
from tracker.pages.match_forms.senjutsu.run_form import RunForm


class SenjutsuPages(GenericPages):
    """The pages of one game, with the forms that are its own."""

    TABLE = True
    LISTS = "deck"
    LIST_STEP = "deck:"

    desk = Desk
    owners = staticmethod(lambda play, told: (owner_of(told),))
    own = {WaiverForm.step: WaiverForm}
    kinds = (PickStep, FilledForm, TapsStep)
    turn = staticmethod(lambda desk: None)
    """The pad of this game says for itself whom the table waits for."""
    RunForm = RunForm

    def sit(self, state: Any, outcome: Any, version: int, following: Any, viewer: Any, names: Names) -> Any:
        """The desk, with the step for a card that lifts a rule where somebody there may have one."""
        found = super().sit(state, outcome, version, following, viewer, names)
        lifts = may_lift(state.play) and {*state.play.fighters} & {*found.players}
        types = found.types | ({f"{WaiverForm.step}:"} if lifts else set())
        return replace(found, types=types)

    def score(self, desk: Any, seqs: Mapping[tuple[Any, ...], int]) -> dict[str, Any]:
        """The wounds dealt; of a run its waves, and nothing of a solo game."""
        told, (counted, numbers) = shown.score(desk, seqs), desk.scoreboard()
        run = desk.play.mode == "horde"
        if run:
            counted, told["sides"][0]["total"] = numbers[0]
        return {**told, "points": bool(numbers), "counted": counted, "run": run}

    def sentence(self, type_: str, data: Mapping[str, Any], names: Names) -> str:
        """One event in words, whoever defined it; a card that nobody knew, with what was told of it."""
        known = names._replace(figures=Numbered(names.figures))
        said = super().sentence(type_, data, known)
        return " ".join([said, *told_of(type_, data, Reader(self.system, known))])

    def result_words(self, winner: str | None, language: str) -> str:
        return words.result_words(winner, language)

    def own_names(self, params: Any, language: str) -> dict[str, str]:
        return words.own_names(params, language)

    def brought(self, player: str, roster: Roster, cards: Cards) -> Iterable[Any]:
        return (deck_registered(player, roster, cards),)


PAGES = SenjutsuPages
