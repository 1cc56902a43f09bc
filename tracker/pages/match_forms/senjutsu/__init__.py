"""What the pages of Senjutsu have besides its words and faces: the forms of its pad, its board, score and decks.

Called by `match_forms`.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from typing import Any

import msgspec

from games.frame import MatchState
from games.ruleset import Cards, NextEvent, Outcome, Roster, Viewer
from games.senjutsu.roster import deck_registered
from games.senjutsu.state import SenjutsuState
from games.senjutsu.system import SYSTEM
from tracker.pages.match_forms.frame import shared_sentence
from tracker.pages.match_forms.generic.pages import GenericPages
from tracker.pages.match_forms.names import Names
from tracker.pages.match_forms.senjutsu import paper_deck, words
from tracker.pages.match_forms.senjutsu import score as shown
from tracker.pages.match_forms.senjutsu import steps as at_table
from tracker.pages.match_forms.senjutsu.base import Desk
from tracker.pages.match_forms.senjutsu.full.board import board
from tracker.pages.match_forms.senjutsu.sentences import sentence


class SenjutsuPages(GenericPages):
    """The pages of one game, with the forms, the board and the score that are its own."""

    PARTS = "games/senjutsu"
    SCRUBS = True
    OPEN_BOARD = False
    LISTS = "pages:decks"

    steps = staticmethod(at_table.steps)
    bound = staticmethod(at_table.bound)
    waiting = staticmethod(at_table.waiting)
    turn = staticmethod(lambda desk: None)
    """The pad of this game says for itself whom the table waits for."""
    score = staticmethod(shown.score)
    secrets = staticmethod(shown.secrets)
    squads = staticmethod(shown.squads)

    def __init__(self) -> None:
        super().__init__(SYSTEM)
        self.LIST_STEP, self.board = "deck:", board

    def sit(  # type: ignore[override]
        self,
        state: MatchState[SenjutsuState],
        outcome: Outcome,
        version: int,
        following: Iterable[NextEvent],
        viewer: Viewer,
        names: Names,
    ) -> Desk:
        return at_table.sit(state, outcome, version, following, viewer, names)

    def sentence(self, type_: str, data: Mapping[str, Any], names: Names) -> str:
        """One event in words, whoever defined it."""
        return shared_sentence(type_, data, names, self.side_name) or sentence(type_, data, names)

    def headline(self, play: SenjutsuState, language: str) -> dict[str, str]:
        return shown.headline(play, language)

    def line_key(self, side: str, player: str | None, source: str, turn: int | None) -> tuple[Any, ...]:
        return shown.line_key(side, player, source, turn)

    def scoreboard(self, desk: Any) -> tuple[str, list[tuple[str, int]]]:
        return shown.scoreboard(desk)

    def result_words(self, winner: str | None, language: str) -> str:
        return words.result_words(winner, language)

    def own_names(self, params: Any, language: str) -> dict[str, str]:
        return words.own_names(params, language)

    def figure_ids(self, play: SenjutsuState) -> set[str]:
        """The cards that need names: those of the decks that may be seen."""
        return {card for fighter in play.fighters.values() for card in fighter.cards or ()}

    def ListForm(self, data: Any = None) -> paper_deck.ListForm:  # type: ignore[override]
        return paper_deck.ListForm(data)

    def list_content(self, body: Mapping[str, Any], cards: Cards, language: str) -> Any:
        return paper_deck.list_content(body, cards, language)

    def squad_of_list(self, player: str, roster: Roster, cards: Cards) -> dict[str, Any]:
        """The payload by which a player brings a handed-in deck; {} for a list that cannot be read."""
        try:
            event = deck_registered(player, roster, cards)
        except msgspec.ValidationError:
            return {}
        return {key: value for key, value in msgspec.to_builtins(event).items() if key != "type"}
