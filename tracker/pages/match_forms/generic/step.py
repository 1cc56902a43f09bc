"""What every step of a pad is: whose, what it is called, what the rules offer for it."""

from __future__ import annotations

from typing import Any

from games.codec import codec_for
from games.fields import fields_of
from games.ruleset import Event, NextEvent, SecretEvent
from games.words import StepWords
from tracker.pages.match_forms.generic.desk import Desk
from tracker.pages.match_forms.generic.lifts import LiftingForm
from tracker.pages.match_forms.generic.reader import plain_text


class Step(LiftingForm):
    """`step` is what the pad calls it, `event` the type that it logs, `player` whose it is (a player or a side), or
    empty for the whole table."""

    desk: Desk

    def __init_subclass__(cls, **options: Any) -> None:
        super().__init_subclass__(**options)
        cls.event = cls.event or cls.step

    @property
    def type(self) -> type[Event]:
        return codec_for(self.desk.rules).types[self.event]

    @property
    def told(self) -> list[NextEvent]:
        return self.desk.told(self.step, self.player)

    @property
    def words(self) -> StepWords | None:
        return self.desk.reader.step(self.step, self.event)

    @property
    def heading(self) -> str:  # type: ignore[override]
        if self.words is not None and self.words.group:
            return self.desk.reader.heading(self.words.group)
        return self._words("heading")

    @property
    def title(self) -> str:
        return self._words("title") or plain_text(self.event)

    @property
    def button(self) -> str:
        log = self.desk.reader.words.log
        return self._words("button") or (self.desk.reader.text(log) if log else self.title)

    @property
    def then(self) -> str:
        return self._words("then")

    def _words(self, name: str) -> str:
        """What the game says of this step, or nothing."""
        told = getattr(self.words, name, None)
        return self.desk.reader.said(told, self.settled) if told is not None else ""

    @property
    def settled(self) -> dict[str, Any]:
        """The fields that every event on offer has in common."""
        return settled(self.told)

    @property
    def lines(self) -> list[str]:
        """What stands above the fields: what the rules have computed."""
        reader, play = self.desk.reader, self.desk.play
        tells = self.desk.system.faces.tells
        return list(dict.fromkeys(reader.line(one) for told in self.told for one in tells(play, told)))

    @property
    def whose(self) -> str:
        """Whose step it is, where it is not plainly the reader's own."""
        if self.player in self.desk.seats:
            return self.desk.whom(self.player) if self.desk.is_staff else ""
        player, _colon, _thing = self.player.partition(":")  # the step may be about a thing of the player's
        seated = any(player in players for players in self.desk.seats.values())
        if player and not seated:  # an opponent whom the game plays; a moment or a figure has no such name
            named = self.desk.reader.value("actor", player)
            return named if named != player else ""
        own = player in self.desk.players and not self.desk.is_staff
        return self.desk.names.player(player) if seated and not own else ""

    @property
    def secret(self) -> str:
        """What of it only the owner may know, to be held to look."""
        field = self.words.held if self.words is not None else ""
        return self.desk.reader.value(field, self.settled.get(field)) if field else ""

    def wait(self) -> None:
        """Takes from the words and from the table whether anybody waits for it, and whether its moment passes."""
        spoken = self.words is not None and self.words.may_wait
        self.may_wait = spoken or bool(self.told and all(map(self.desk.may_wait, self.told)))
        self.presses = self.may_wait and any(map(self.desk.presses, self.told))

    @property
    def closed(self) -> bool:  # type: ignore[override]
        """What is offered of it rests on a secret: of a phone that lies open on the table nobody reads that it is."""
        return rests_on_secret(self.words, self.told)

    @property
    def hides(self) -> bool:
        """What is chosen is a secret, or rests on one, so that it stands behind a fold."""
        if self.covered or (self.words is not None and self.words.open):
            return False
        return self.closed or issubclass(self.type, SecretEvent)

    @property
    def private(self) -> bool:
        return self.closed or bool(self.secret)


def rests_on_secret(words: StepWords | None, told: list[NextEvent]) -> bool:
    """Whether what is offered of a step rests on a secret; what has to be typed is offered whatever is held."""
    return words is not None and words.closed and not any(words.listed in one.texts for one in told)


def settled(told: list[NextEvent]) -> dict[str, Any]:
    """The fields of which every event on offer has the same one value."""
    ranges = [{name: (low,) for name, (low, high) in one.limits.items() if low == high} for one in told]
    whole = [{**one.choices, **fixed} for one, fixed in zip(told, ranges, strict=True)]
    first = whole[0] if whole else {}
    return {
        name: values[0]
        for name, values in first.items()
        if len(values) == 1 and all(one.get(name) == values for one in whole)
    }


def with_default(type_: type[Event]) -> set[str]:
    return {one.name for one in fields_of(type_) if not one.required}
