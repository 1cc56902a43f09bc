"""What every step of Senjutsu's pad starts from: the desk of a match, the steps' words, a card that lifts a rule."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass
from typing import Any

from django.utils.translation import gettext as _

from games.rulebook import title as rule_title
from games.ruleset import DRAW, NextEvent
from games.senjutsu.entailed import entailed
from games.senjutsu.faces import WORDS
from games.senjutsu.full.lifted import may_waive, waivers
from games.senjutsu.ladder import rank_of
from games.senjutsu.state import Fighter, SenjutsuState
from tracker.pages.match_forms.generic import desk
from tracker.pages.match_forms.generic.reader import Reader
from tracker.pages.match_forms.generic.step import Step
from tracker.pages.match_forms.pad import Payload, choice, payload, points

__all__ = ["Desk", "PadForm", "Payload", "choice", "payload", "points"]

WAIVER = "waiver"
NO_WAIVER = ("terrain_placed", "vo_joined")
"""Steps whose events no card can change."""


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
            return "", [(_("Waves cleared"), self.play.run.cleared)]
        named = {side: ", ".join(self.players_of(side)) or name for side, name in self.sides().items()}
        found = [(name, self.outcome.vp.get(side, 0)) for side, name in named.items()]
        return (_("Wounds dealt"), found) if self.play.mode != "solo" else ("", [])

    def sides(self) -> dict[str, str]:
        order = [side for side in WORDS.sides if side in self.seats]
        return {side: self.side(side) for side in dict.fromkeys((*order, *self.seats))}

    def fighters(self) -> list[Fighter]:
        """Every character, side by side."""
        order = list(self.sides())
        return sorted(self.play.fighters.values(), key=lambda fighter: order.index(fighter.side))

    def standing(self) -> list[Fighter]:
        """The characters that are not defeated."""
        return [fighter for fighter in self.fighters() if fighter.defeated is None]

    def named(self, fighter: Fighter) -> str:
        """`Anna, Master`."""
        player = self.names.player(fighter.player)
        character = self.reader.value("character", fighter.character)
        return f"{player}, {character}" if character else player

    def called(self, actor: str) -> str:
        """A player with the character, a virtual opponent by its type and number."""
        fighter = self.play.fighters.get(actor)
        return self.named(fighter) if fighter is not None else self.reader.value("actor", actor)

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


class Lifted(Step):
    """A step that a card in play may allow against a rule (SEN-LOG-07): asked once the rule has refused it."""

    desk: Desk

    def __init__(self, desk: Any, player: str = "", data: Mapping[str, Any] | None = None) -> None:
        super().__init__(desk, player, data)
        if data is not None and data.get(WAIVER):
            self._ask_for_waiver([data[WAIVER].partition(":")[0]])

    @property
    def whose(self) -> str:
        """An opponent's step says so by its name, though nobody sits there."""
        foe = self.player and self.player not in self.desk.play.fighters
        return self.desk.reader.value("actor", self.player) if foe else super().whose

    def refused_by(self, rules: Iterable[str]) -> None:
        self._ask_for_waiver([rule for rule in dict.fromkeys(rules) if may_waive(rule)])

    def _ask_for_waiver(self, rules: list[str]) -> None:
        cards = waivers(self.desk.play) if self.event not in NO_WAIVER and self.desk.play.full else ()
        told = [(f"{rule}:{card}", self._lifting(card, rule)) for rule in rules for card in cards]
        if told:
            label = _("Does the text of a card in play allow it?")
            self.fields[WAIVER] = choice(label, [("", _("No")), *told], required=False, radio=True)

    def _lifting(self, card: str, rule: str) -> str:
        """`Wolf Pounce (A-032) lifts SEN-MOVE-07, Closed hexes`."""
        told = {
            "card": self.desk.card(card),
            "rule": rule,
            "title": rule_title(rule, self.desk.names.language),
        }
        return _("%(card)s lifts %(rule)s, %(title)s") % told

    @property
    def waiver(self) -> Any:
        """The question which card allows what a rule forbids, where it is asked."""
        return self[WAIVER] if WAIVER in self.fields else None

    def visible_fields(self) -> list[Any]:
        """The fields of the step itself."""
        return [field for field in super().visible_fields() if field.name != WAIVER]

    def events(self) -> list[Payload]:
        """The events, with the card that lifts a rule for them."""
        rule, _colon, card = (self.cleaned_data.get(WAIVER) or "").partition(":")
        lifted = {"override": {"card": card, "rule": rule}} if card else {}
        return [{**one, "data": {**one["data"], **lifted}} for one in self.payloads()]


class PadForm(Lifted):
    """A step that no schema makes; `player` is the character's player that it is for."""

    def build(self) -> None:
        self.wait()

    @property
    def fighter(self) -> Fighter:
        return self.desk.play.fighters[self.player]

    @property
    def language(self) -> str:
        return self.desk.names.language

    def logged(self, **told: Any) -> Payload:
        """The event, with what follows from what was filled in."""
        data = payload(self.event, **told)["data"]
        return {
            "type": self.event,
            "data": entailed(self.desk.play, self.event, data),
        }
