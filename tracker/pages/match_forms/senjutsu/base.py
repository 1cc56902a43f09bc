"""The desk of a match of Senjutsu."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass

from django.utils.translation import gettext as _

from games.ruleset import DRAW, NextEvent
from games.senjutsu.ladder.rank import rank_of
from games.senjutsu.state import SenjutsuState
from games.senjutsu.worded import WORDS
from tracker.pages.match_forms.generic import desk
from tracker.pages.match_forms.generic.reader import Reader


@dataclass(frozen=True, kw_only=True)
class Desk(desk.Desk):
    """A match of Senjutsu as one person sees it."""

    play: SenjutsuState

    @property
    def reader(self) -> Reader:
        return Reader(self.system, self.names._replace(figures=Numbered(self.names.figures)))

    def may_wait(self, told: NextEvent) -> bool:
        """Nobody waits for a deck that no card is played from here, but for one that was handed in."""
        if told.type == "deck_registered" and self.play.full is None:
            return self.listed.isdisjoint(told.players)
        return super().may_wait(told)

    @property
    def verdict(self) -> str:
        """The result in words, once there is one: the winners by their names."""
        if self.play.annulled is not None:
            return _("The match is annulled")
        if self.play.mode == "horde":
            rank = self.reader.value("rank", rank_of(self.play.run.cleared))
            return _("The run is over. Rank: %(rank)s.") % {"rank": rank}
        names = ", ".join(self.players_of(self.outcome.winner or ""))
        return _("%(side)s wins") % {"side": names} if names else self.result(self.outcome.winner)

    @property
    def verdict_alone(self) -> str:
        special = self.play.annulled is not None or self.play.mode == "horde"
        return self.verdict if special else self.result(self.outcome.winner)

    @property
    def counts(self) -> bool:
        return self.play.annulled is None

    def result(self, winner: str | None) -> str:
        """`Side A wins` or `A draw`."""
        said = self.reader.value("outcome", winner or DRAW)
        return _("%(side)s wins") % {"side": said} if winner in self.seats else said

    def players_of(self, side: str) -> list[str]:
        """The names of a side's players."""
        return [self.names.player(player) for player in self.seats.get(side, ())]

    def scoreboard(self) -> tuple[str, list[tuple[str, int]]]:
        """By the players' names; of a run the waves, and nothing of a solo game."""
        if self.play.mode == "horde":
            cleared = self.play.run.cleared
            rank = {"rank": self.reader.value("rank", rank_of(cleared))}
            ranked = rank_of(cleared) != rank_of(0)
            return "", [
                (_("Waves cleared (rank: %(rank)s)") % rank if ranked else _("Waves cleared"), cleared)
            ]
        named = {side: ", ".join(self.players_of(side)) or name for side, name in self.sides().items()}
        found = [(name, self.outcome.vp.get(side, 0)) for side, name in named.items()]
        return (_("Wounds dealt"), found) if self.play.mode != "solo" else ("", [])

    def sides(self) -> dict[str, str]:
        order = [side for side in WORDS.sides if side in self.seats]
        return {side: self.side(side) for side in dict.fromkeys((*order, *self.seats))}

    def card(self, card: str) -> str:
        """A card by its name and number."""
        return self.reader.value("named", card)


class Numbered(Mapping[str, str]):
    """Names of cards with their numbers, as players call them: `Lunging Thrust (A-107)`."""

    def __init__(self, names: Mapping[str, str]) -> None:
        self.names = names

    def __getitem__(self, card: str) -> str:
        return f"{self.names[card]} ({card})"

    def __iter__(self) -> Iterator[str]:
        return iter(self.names)

    def __len__(self) -> int:
        return len(self.names)
