"""Whole event days from a seed, without a database: five linked tables, lagging and shuffled. The same seed, the same
bytes.

Every table plays a simulated match of its system, at full detail a few actions at a time, so that the cards that come
are in its play; the organiser earns, sends and publishes at random moments; news and orders are carried late, in any
order, sometimes not for long. Called by the command `simulate-day` and by tests.
"""

from __future__ import annotations

import hashlib
from collections.abc import Sequence
from random import Random
from typing import Any, NamedTuple

import msgspec

from games.codec import codec_for
from games.match import STAFF_SIDE, ResultConfirmed
from games.portable import log_of, write_log
from games.registry import EVENT_DAYS, MATCHES, OPENINGS, SYSTEMS, usual
from games.replay import judge
from games.ruleset import SYSTEM, Actor, Event, Ruleset, Setup
from games.secrets import sealed
from tracker.rulesets import campaign
from tracker.rulesets.campaign import events as ev
from tracker.rulesets.campaign import links
from tracker.rulesets.campaign.state import CampaignState
from tracker.systems import CAMPAIGN, MATCH

ORGANISER = Actor("organiser", "organiser-1")
DAY = "day"
"""What the day's stream is called in the setup of its matches."""
AT_ONCE = 40
"""How many events of full detail a table thinks of at most before it looks at its cards again."""


class Stream:
    """One stream in memory: judged, folded, told."""

    def __init__(self, rules: Ruleset[Any, Any], setup: Setup, salt: str) -> None:
        self.rules, self.setup, self.salt = rules, setup, salt
        self.state = rules.initial(setup)
        self.told: list[tuple[Event, Actor]] = []

    def append(self, event: Event, by: Actor = SYSTEM) -> bool:
        """True when the rules accept it; a refused event changes nothing."""
        kept = sealed(event, hashlib.sha256(f"{self.salt}:{len(self.told)}".encode()).hexdigest()[:32])
        if judge(self.rules, self.state, kept, by):
            return False
        self.state = self.rules.evolve(self.state, kept)
        self.told.append((kept, by))
        return True


class Played(NamedTuple):
    """A simulated day: its own stream, and those of its tables."""

    system: str
    day: Stream
    tables: dict[str, Stream]

    def logs(self) -> dict[str, bytes]:
        """Name -> portable log: `day`, and every table by its battlefield."""
        own = log_of(self.day.rules, CAMPAIGN, self.day.setup, self.day.told, self.system)
        found = {DAY: write_log(*own)}
        for key, table in self.tables.items():
            found[key] = write_log(*log_of(table.rules, MATCH, table.setup, table.told))
        return found


def simulate_day(seed: int, system: str = usual(EVENT_DAYS), level: str = "turns", seats: int = 1) -> Played:
    """A whole day, from its creation to the overall result and the fates."""
    hall = _Hall(seed, system, level, seats)
    hall.open()
    while hall.playing or not hall.rested():
        hall.dice.choice(hall.moves())()
    hall.close()
    return Played(system, hall.day, hall.tables)


class _Hall:
    """A day in the making: the streams, who still plays, what each table will log next, the dice."""

    def __init__(self, seed: int, system: str, level: str, seats: int) -> None:
        self.seed, self.system, self.level, self.seats = seed, system, level, seats
        self.dice = Random(f"{seed}:{system}:{level}:{seats}")
        self.day = Stream(campaign.RULES, Setup(), f"{seed}:day")
        self.tables: dict[str, Stream] = {}
        self.playing: list[str] = []
        self.left: dict[str, list[tuple[Event, Actor]]] = {}
        self.thoughts = 0

    @property
    def state(self) -> CampaignState:
        state: CampaignState = self.day.state
        return state

    def _must(self, event: Event, by: Actor = ORGANISER) -> None:
        assert self.day.append(event, by), event

    def open(self) -> None:
        """Created, seated, started, every table open."""
        options = msgspec.convert({**EVENT_DAYS[self.system](), "detail": self.level}, ev.Options)
        self._must(ev.CampaignCreated(name=f"Day {self.seed}", system=self.system, options=options), SYSTEM)
        for key in options.roles:
            sides = {s: tuple(f"{key}-{s}-{n + 1}" for n in range(self.seats)) for s in options.sides}
            for player in (player for seated in sides.values() for player in seated):
                self._must(ev.PlayerRegistered(player=player))
            self._must(ev.TableAdded(battlefield=key, sides=sides))
        self._arrive()
        self._must(ev.DayStarted())
        for key, table in self.state.tables.items():
            self._open(key, table.sides)

    def _arrive(self) -> None:
        """Everybody checks in, the first of them by mistake at first."""
        for number, player in enumerate(self.state.players):
            self._must(ev.PlayerCheckedIn(player=player), Actor("player", player))
            if not number:
                self._must(ev.PlayerCheckInWithdrawn(player=player))
                self._must(ev.PlayerCheckedIn(player=player), Actor("player", player))

    def _open(self, key: str, sides: dict[str, tuple[str, ...]]) -> None:
        stream = Stream(
            MATCHES[self.system], Setup(options={"campaign": DAY, "table": key}), f"{self.seed}:{key}"
        )
        opening = OPENINGS[self.system](sides, key, {"detail": self.level}, self._sample)
        for event in opening:
            assert stream.append(event), event
        self.tables[key], self.left[key] = stream, []
        self.playing.append(key)
        self._must(ev.MatchOpened(table=key, match=key), SYSTEM)

    def _sample(self, cards: Sequence[str], count: int) -> list[str]:
        return self.dice.sample(list(cards), min(count, len(cards)))

    def moves(self) -> list[Any]:
        """What may happen next; what is there more often happens more often."""
        return [*[self._play] * (5 if self.playing else 0), self._earn, *[self._send] * 2, *[self._carry] * 3]

    def _play(self) -> None:
        """A table logs its next event; what a refused one was to bring is thought of anew. The end is confirmed."""
        key = self.dice.choice(self.playing)
        table, left = self.tables[key], self.left[key] or self._thought(key)
        told = not left or table.append(*left[0])
        self.left[key] = left[1:] if told else []
        if not self.left[key] and table.rules.outcome(table.state).status != "open":
            self._confirm(key)

    def _thought(self, key: str) -> list[tuple[Event, Actor]]:
        """What a table does next: the rest of its match, at full detail some actions."""
        self.thoughts += 1
        own = hashlib.sha256(f"{self.seed}:{key}:{self.thoughts}".encode()).digest()[:6]
        play_on = SYSTEMS[self.system].play_on
        assert play_on is not None
        state = self.tables[key].state.play
        return play_on()(state, int.from_bytes(own, "big"), self.level, self.dice.randint(1, AT_ONCE))

    def _confirm(self, key: str) -> None:
        table = self.tables[key]
        outcome = table.rules.outcome(table.state)
        confirmed = ResultConfirmed(side=STAFF_SIDE, vp=dict(outcome.vp), winner=outcome.winner or "")
        assert table.append(confirmed, ORGANISER), outcome
        self.playing.remove(key)

    def _earn(self) -> None:
        card, table = self.dice.choice(list(self.state.options.arcana)), self._some("source")
        side = self.dice.choice(self.state.options.sides)
        if self.dice.random() < 0.5:
            self.day.append(ev.ArcanumCreated(arcana=card, table=table, side=side), ORGANISER)
            return
        created = ("arcana_created", {"arcana": card, "side": side})
        self.tables[table].append(codec_for(self.tables[table].rules).from_payload(*created), ORGANISER)

    def _send(self) -> None:
        waiting = [one for one in self.state.arcana.values() if one.status == "created"]
        if not waiting:
            return
        one, table = self.dice.choice(waiting), self._some("target")
        zone = self.state.options.arcana[one.card]
        self.day.append(ev.ArcanumGranted(arcana=one.card, table=table, side=one.side, zone=zone), ORGANISER)

    def _some(self, role: str) -> str:
        return self.dice.choice([key for key, own in self.state.options.roles.items() if own == role])

    def _carry(self) -> None:
        """One look at one table: one piece of news, or one order, or nothing."""
        key = self.dice.choice(list(self.tables))
        if self.dice.random() < 0.5:
            self._tell_day(key)
        else:
            self._tell_table(key)

    def _now(self, key: str) -> links.TableNow:
        return links.table_now(key, key, self.tables[key].rules.outcome(self.tables[key].state))

    def _tell_day(self, key: str) -> bool:
        news = links.next_news(self.state, self._now(key), lambda _: len(self.tables[key].told))
        return news is not None and self.day.append(news)

    def _tell_table(self, key: str) -> bool:
        table = self.tables[key]
        if self.level == "full" and self.left[key]:
            return False  # in the middle of an action, which goes on as it was thought of
        codec = codec_for(table.rules)
        return any(
            table.append(codec.from_payload(*order)) for order in links.orders(self.state, self._now(key))
        )

    def rested(self) -> bool:
        """Carries what is left once nobody plays; True when there is nothing more to tell."""
        if self.playing:
            return False
        return not any(self._tell_day(key) or self._tell_table(key) for key in self.tables)

    def close(self) -> None:
        """Fates where no table has told them, the overall result."""
        for key, table in self.state.tables.items():
            if not table.fates_published:
                dead = [one.told for one in table.fallen if one.owed_a_fate]
                self._must(ev.FatesPublished(table=key, figures=tuple(self._fate(told) for told in dead)))
        while not self.rested():
            pass
        self._must(campaign.overall(self.state))

    def _fate(self, told: ev.FigureFell) -> ev.FigureFate:
        fate = self.dice.choice(("saved", "lost"))
        return ev.FigureFate(told.figure, fate, told.owner, told.number)  # type: ignore[arg-type]
