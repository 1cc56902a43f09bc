"""Matches at full detail with phones at them, for page tests and the journey: a duel, a solo game, a horde run."""

from __future__ import annotations

import html
import json
import re
from typing import Any
from uuid import UUID

import msgspec

from games.senjutsu.facts import OPPONENTS
from games.senjutsu.play import training, training_foes
from tracker import commands, selectors
from tracker.tests import db_states
from tracker.tests.pages.at_the_table import Phone, in_english, spoken
from tracker.tests.pages.dojo import done, organiser

NAMED = ("card_selected", "cards_revealed", "instant_played")
"""Steps of rows, of which a card is named."""
START = {"red": ((0, 2), 0), "blue": ((0, -2), 3)}


class FullDuel:
    """A duel with the training cards on its board; `red` and `blue` are the phones of its players."""

    def __init__(self, languages: str = "en", **told: Any) -> None:
        self._begin(told)
        spoken(self, languages)

    @db_states.stage
    def _begin(self, told: dict[str, Any]) -> None:
        people = [commands.create_player(organiser(), name=name) for name in ("Anna", "Борис")]
        self.red, self.blue = map(Phone, people)
        sides: dict[str, tuple[str, ...]] = {"red": (str(people[0].id),), "blue": (str(people[1].id),)}
        opening = msgspec.to_builtins(training.opening("duel", sides, terrain=(), **told))
        data = {key: value for key, value in opening.items() if key != "type" and value is not None}
        self.match = commands.create_match(
            organiser(), system="senjutsu", events=[{"type": "match_created", "data": data}]
        )

    @property
    def play(self) -> Any:
        return selectors.current_state(self.match).state.play

    def ready(self) -> None:
        """Characters, decks, the track, the start hexes, and hands of five noted cards."""
        with in_english(self):
            self._ready()

    @db_states.stage
    def _ready(self) -> None:
        for phone, character in ((self.red, "master"), (self.blue, "ronin")):
            told = {"character.others": character, "wound_limit": 7, "hand_limit": 5, "advantage": 5}
            done(phone.tap(self.match, "character", **told))
            done(phone.tap(self.match, "deck", which="text", text=deck_text()))
        done(self.red.tap(self.match, "advantage_set", choice=self.option(self.red, "advantage_set")))
        for phone in (self.blue, self.red):
            if "character_placed" in phone.pad(self.match):
                self.place(phone)
        if any(fighter.hex is None for fighter in self.play.fighters.values()):
            self.place(self.blue)
        for phone in (self.red, self.blue):
            done(phone.tap(self.match, "prepared_taken", count=0))
            done(phone.tap(self.match, "starting_hand_drawn", cards="A-901\nA-902\nA-903\nA-904\nA-907"))

    @property
    def pad(self) -> str:
        return f"/matches/{self.match}/pad/"

    def place(self, phone: Phone) -> None:
        place, facing = START["red" if phone is self.red else "blue"]
        wanted = [told for told in self.options(phone, "character_placed") if told["facing"] == facing]
        best = next((told for told in wanted if tuple(told["hex"]) == place), wanted[0])
        done(phone.tap(self.match, "character_placed", choice=json.dumps(best)))

    def options(self, phone: Phone, step: str) -> list[dict[str, Any]]:
        return options_at(self.match, phone, step)

    def option(self, phone: Phone, step: str, **wanted: Any) -> str:
        return option_at(self.match, phone, step, **wanted)

    def tap(self, phone: Phone, step: str, **wanted: Any) -> None:
        if step in NAMED:
            done(phone.tap(self.match, step, **wanted))
        else:
            done(phone.tap(self.match, step, choice=self.option(phone, step, **wanted)))

    def go_on(self, phone: Phone, step: str, **wanted: Any) -> None:
        """Taps a step that follows by itself unless somebody could still do something else."""
        if f'data-step="{step}"' in phone.pad(self.match):
            self.tap(phone, step, **wanted)

    def begin(self, card: str = "A-905") -> None:
        """The turn begins, everybody draws a card, and the choice is open."""
        with in_english(self):
            self._draw(card)

    @db_states.stage
    def _draw(self, card: str) -> None:
        for phone in (self.red, self.blue):
            done(phone.tap(self.match, "card_drawn", cards=card))


def kind(vo_type: str) -> str:
    """A type of opponent as the pad offers it."""
    return str(list(OPPONENTS.types).index(vo_type))


def deck_text() -> str:
    return "\n".join(f"{count} {card}" for card, count in training.DECK.items())


def options_at(match: UUID, phone: Phone, step: str) -> list[dict[str, Any]]:
    """The events that a step of the pad offers."""
    form = re.search(rf'data-step="{step}">(.*?)</form>', phone.pad(match), re.S)
    assert form, f"the pad does not offer {step}"
    found = re.findall(r'name="choice" value="([^"]+)"', form[1])
    return [json.loads(html.unescape(one)) for one in found]


def option_at(match: UUID, phone: Phone, step: str, **wanted: Any) -> str:
    """The first offered event that has these values."""
    found = options_at(match, phone, step)
    for told in found:
        if wanted.items() <= told.items():
            return json.dumps(told)
    raise AssertionError(f"no {step} with {wanted}: {found}")


class FullAlone:
    """A solo game or a horde run at full detail with the training cards; `phone` plays it."""

    @db_states.stage
    def __init__(self, mode: str) -> None:
        player = commands.create_player(organiser(), name="Карина")
        self.phone = Phone(player)
        opening = msgspec.to_builtins(training_foes.opening(mode, {"red": (str(player.id),)}, terrain=()))
        data = {key: value for key, value in opening.items() if key != "type" and value is not None}
        self.match = commands.create_match(
            organiser(), system="senjutsu", events=[{"type": "match_created", "data": data}]
        )

    @property
    def play(self) -> Any:
        return selectors.current_state(self.match).state.play

    def tap(self, step: str, **fields: Any) -> None:
        done(self.phone.tap(self.match, step, **fields))

    def pick(self, step: str, **wanted: Any) -> None:
        self.tap(step, choice=option_at(self.match, self.phone, step, **wanted))

    @db_states.stage
    def ready(self) -> None:
        self.tap("character", **{"character.others": "master"}, wound_limit=7, hand_limit=5)
        self.tap("deck", which="text", text=deck_text())
        self.pick("character_placed", facing=0)
        self.tap("prepared_taken", count=0)
        self.tap("starting_hand_drawn", cards="A-901\nA-902\nA-903\nA-904\nA-907")

    def go_on(self, step: str, **wanted: Any) -> None:
        """As `FullDuel.go_on`."""
        if f'data-step="{step}"' in self.phone.pad(self.match):
            self.pick(step, **wanted)

    @db_states.stage
    def fight(self, card: str, foe_card: str) -> None:
        """Against one katana ashigaru, up to Resolve: the player's card and the opponent's are turned up."""
        self.ready()
        self.tap("vo_joined", vo_type=kind("katana"), behaviour="1", stance="1")
        self.go_on("turn_started")
        for _actor in range(2):
            self.tap("card_drawn")
        self.go_on("phase_started", phase="select")
        self.tap("card_selected", card=card)
        (vo,) = self.play.foes
        self.tap("cards_revealed", **{f"card:{vo}": foe_card})
        self.go_on("phase_started", phase="resolve")
