"""Matches of Super Fantasy Brawl with phones at them, for the tests of its pages and for the journey."""

from __future__ import annotations

import html
import json
import re
from typing import Any
from uuid import UUID

import msgspec
from django.http import QueryDict

from games.super_fantasy_brawl.play import training
from tracker import commands, selectors
from tracker.tests import db_states
from tracker.tests.pages.at_the_table import Phone, in_english, prefilled, spoken
from tracker.tests.pages.dojo import organiser

POOLS = (
    ("goldarr", "gwaien", "kilgore", "deryn", "dougrun"),
    ("tsu_xiao", "gwaien", "kilgore", "deryn", "dougrun"),
)
TRACK = (0, 1, 1, 2)


def done(response: Any) -> None:
    """A step that was taken; otherwise what the page says instead."""
    if response.status_code != 302:
        text = response.content.decode()
        raise AssertionError(re.findall(r'class="rule">([^<]+)</span>([^<]*)', text) or text[:2000])


class Brawl:
    """A duel of Anna (side A) and Борис (side B) with a phone each."""

    def __init__(
        self,
        detail: str = "turns",
        languages: str = "en",
        method: str | None = None,
        track: tuple[int, ...] | None = TRACK,
    ) -> None:
        self._begin(detail, method, track)
        spoken(self, languages)

    @db_states.stage
    def _begin(self, detail: str, method: str | None, track: tuple[int, ...] | None) -> None:
        people = [commands.create_player(organiser(), name=name) for name in ("Anna", "Борис")]
        self.anna, self.boris = map(Phone, people)
        sides: dict[str, tuple[str, ...]] = {"a": (str(people[0].id),), "b": (str(people[1].id),)}
        if detail == "full":
            opening = msgspec.to_builtins(training.opening("duel", sides))
        else:
            opening = {"mode": "duel", "sides": sides, "detail": detail, "track": track}
        data = {key: value for key, value in opening.items() if key != "type" and value is not None}
        events = [{"type": "match_created", "data": data}]
        if method:
            events.append({"type": "selection_method_chosen", "data": {"method": method}})
        self.match = commands.create_match(organiser(), system="super_fantasy_brawl", events=events)

    @property
    def pad(self) -> str:
        return f"/matches/{self.match}/pad/"

    @property
    def page(self) -> str:
        return f"/matches/{self.match}/"

    @property
    def play(self) -> Any:
        return selectors.current_state(self.match).state.play

    @property
    def phones(self) -> dict[str, Phone]:
        """Player id -> phone."""
        return {self.anna.id: self.anna, self.boris.id: self.boris}

    def first(self, phone: Phone) -> None:
        """Who goes first, as the table found it."""
        done(phone.pick(self.match, "first_player_determined", player=phone.id))

    def drafted(self) -> None:
        """A competitive draft to its end: Anna first, the first champions that are offered."""
        with in_english(self):
            self._draft()

    @db_states.stage
    def _draft(self) -> None:
        self.first(self.anna)
        if self.play.phase == "zone":
            self.take(self.anna, "zone_chosen")
        for phone, pool in zip((self.anna, self.boris), POOLS, strict=True):
            lay_out(self, phone, pool)
        while self.play.phase == "select":
            before = selectors.head(self.match).version
            for phone in (self.anna, self.boris):
                for step in ("champion_banned", "champion_picked"):
                    if f'data-step="{step}"' in phone.pad(self.match):
                        self.take(phone, step)
            assert selectors.head(self.match).version > before

    def drafted_full(self) -> None:
        """A match at full detail up to its first turn: teams by agreement, five noted cards each."""
        with in_english(self):
            self._draft_full()

    @db_states.stage
    def _draft_full(self) -> None:
        self.first(self.anna)
        self.take(self.anna, "zone_chosen", zone="north")
        names = list(training.CHAMPIONS)
        for phone, team in ((self.anna, names[:3]), (self.boris, names[3:6])):
            tick(self, phone, "roster_confirmed", **{"told-champions": team})
        assert all(seat.built for seat in self.play.full.seats.values()), "known decks follow from the teams"
        self.take(self.anna, "challenge_card_laid", card=next(iter(training.CHALLENGES)))
        for phone in (self.anna, self.anna, self.boris, self.boris):
            self.take(phone, "trap_token_placed")
        for phone in (self.anna, self.boris):
            cards = list(self.play.full.seats[phone.id].cards or ())
            offered = [str(sorted(cards).index(card)) for card in cards[:5]]
            tick(self, phone, "opening_hand_drawn", **{"told-cards": offered})
            done(phone.tap(self.match, "mulligan_resolved"))
        for phone in (self.anna, self.boris):
            for _champion in range(3):
                self.take(phone, "champion_deployed")

    def options(self, phone: Phone, step: str) -> list[dict[str, Any]]:
        return options_at(self.match, phone, step)

    def go_on(self, phone: Phone, step: str) -> None:
        """Logs a step that follows by itself unless somebody could still do something else."""
        if f'data-step="{step}"' in phone.pad(self.match):
            self.take(phone, step)

    def take(self, phone: Phone, step: str, **wanted: Any) -> dict[str, Any]:
        """Logs the first offered event that has these values."""
        found = self.options(phone, step)
        for told in found:
            if wanted.items() <= told.items():
                done(phone.tap(self.match, step, choice=json.dumps(told)))
                return told
        raise AssertionError(f"no {step} with {wanted}: {found}")


def lay_out(brawl: Brawl, phone: Phone, pool: tuple[str, ...]) -> None:
    """A pool on the table."""
    tick(brawl, phone, "draft_pool_set", **{"told-champions": list(pool)})


def tick(brawl: Brawl, phone: Phone, step: str, **lists: list[str]) -> None:
    """Sends a step with several boxes ticked."""
    data = QueryDict(mutable=True)
    data.update(prefilled(phone.pad(brawl.match), step))
    for name, values in lists.items():
        data.setlist(name, values)
    done(phone.client.post(brawl.pad, data.urlencode(), content_type="application/x-www-form-urlencoded"))


def options_at(match: UUID, phone: Phone, step: str) -> list[dict[str, Any]]:
    """The events that a step of the pad offers."""
    form = re.search(rf'data-step="{step}">(.*?)</form>', phone.pad(match), re.S)
    assert form, f"the pad does not offer {step}"
    found = re.findall(r'name="choice" value="([^"]+)"', form[1])
    return [json.loads(html.unescape(one)) for one in found]


def result(a: tuple[int, int], b: tuple[int, int], rounds: int) -> dict[str, str]:
    """The fields of a report: of each side its points by challenges and by champions out of action."""
    told = {"rounds": str(rounds)}
    for side, (challenges, out) in (("a", a), ("b", b)):
        told |= {f"challenge:{side}": str(challenges), f"knockout:{side}": str(out)}
    return told
