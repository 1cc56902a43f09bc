"""Random legal tournaments from a seed, with late entries, drops, discarded drafts, corrections. For contract tests."""

from __future__ import annotations

from random import Random
from typing import Any

from msgspec.structs import replace

from games.replay import judge
from games.ruleset import SYSTEM, Actor, Event, Setup
from games.secrets import sealed
from games.tests.contract import Told
from tracker.rulesets.tournament import RULES, draw_next_round
from tracker.rulesets.tournament import events as ev

ORGANISER = Actor("organiser", "olga")


class Hall:
    """A tournament in the making: `log` holds what was told, each event legal when it came.

    Every other one is an older log, which tells staff's secrets openly.
    """

    def __init__(self, seed: int) -> None:
        self.dice = Random(seed)
        self.seals = bool(seed % 2)
        self.state: Any = RULES.initial(Setup())
        self.log: list[Told] = []
        self.seeds = 0
        self.tell(self._created(self.dice.randint(0, 3)))

    def _created(self, prohibited: int) -> ev.TournamentCreated:
        pairs = tuple((f"p{n}", f"p{n + 4}") for n in range(prohibited))
        options = ev.Options(
            rounds=self.dice.randint(1, 4),
            sides=("alliance", "serpent"),
            list_required=self.dice.random() < 0.5,
            lists_revealed=self.dice.choice(("locked", "started", "never")),
            scenarios=self.dice.choice(((), ("sea", "camp", "heaven", "dungeon"))),
            bye=self.dice.choice((ev.ByeValue(), ev.ByeValue(2, 4, 1))),
            prohibited=pairs,
        )
        told = ev.TournamentCreated(name="Cup", system="last_battle", preset="test", options=options)
        if not self.seals:
            return told
        return replace(told, options=replace(options, prohibited=()), prohibited=pairs)

    def tell(self, event: Event, by: Actor = ORGANISER) -> None:
        event = sealed(event, f"salt {len(self.log)}") if self.seals else event
        violations = judge(RULES, self.state, event, by)
        assert not violations, f"{event}: {violations}"
        self.log.append((event, by))
        self.state = RULES.evolve(self.state, event)

    def arrive(self, player: str) -> None:
        self.tell(ev.PlayerRegistered(player=player, club=self.dice.choice((None, "north", "south"))))
        self.tell(ev.PlayerCheckedIn(player=player), Actor("player", player))
        if self.dice.random() < 0.2:
            self.tell(ev.PlayerCheckInWithdrawn(player=player))
            self.tell(ev.PlayerCheckedIn(player=player))

    def hand_in(self, player: str) -> None:
        revision = str(self.dice.randint(1, 9))
        by = Actor("player", player)
        self.tell(
            ev.ListSubmitted(player=player, ok=True, warband=f"w-{player}", revision=revision, digest="d"), by
        )
        if self.dice.random() < 0.2 and not self.state.options.list_required:
            self.tell(ev.ListWithdrawn(player=player), by)

    def prepare(self) -> None:
        for number in range(self.dice.randint(5, 9)):
            self.arrive(f"p{number}")
            self.hand_in(f"p{number}")
        if self.dice.random() < 0.7:
            self.tell(ev.ListsLocked())

    def come_and_go(self) -> None:
        """Between rounds: somebody leaves or comes back, somebody is late."""
        for entrant in tuple(self.state.entrants.values()):
            luck = self.dice.random()
            if entrant.dropped and luck < 0.5:
                self.tell(ev.PlayerReinstated(player=entrant.player))
            elif not entrant.dropped and luck < 0.1 and len(self.state.present()) > 4:
                self.tell(ev.PlayerDropped(player=entrant.player, reason="train"))
        if self.dice.random() < 0.3:
            self.late(f"late{len(self.state.entrants)}")

    def late(self, player: str) -> None:
        if self.state.lists_locked:
            self.tell(ev.ListsUnlocked(reason="a late player"))
        self.arrive(player)
        self.hand_in(player)

    def draw(self) -> ev.RoundDrawn:
        self.seeds += 1
        drawn = draw_next_round(self.state, f"s{self.seeds}", "sea")
        if self.dice.random() < 0.2:
            drawn = replace(drawn, method="manual", certificate=None, reason="asked for")
        self.tell(drawn)
        return drawn

    def agree_on_draw(self) -> ev.RoundDrawn:
        """A draft, sometimes thrown away before or after it was published."""
        drawn = self.draw()
        if self.dice.random() < 0.3:
            if self.dice.random() < 0.5:
                self.tell(ev.RoundPublished(round=drawn.round))
            self.tell(ev.RoundDiscarded(round=drawn.round, seed=drawn.seed, reason="a late player"))
            drawn = self.draw()
        self.tell(ev.RoundPublished(round=drawn.round))
        return drawn

    def play(self) -> None:
        drawn = self.agree_on_draw()
        self.tell(ev.RoundStarted(round=drawn.round))
        for pairing in drawn.pairings:
            self.tell(
                ev.MatchOpened(
                    round=drawn.round, table=pairing.table, match=f"m{drawn.round}.{pairing.table}"
                )
            )
        for pairing in drawn.pairings:
            self.score(drawn.round, pairing.table, 9)
            if self.dice.random() < 0.2:
                self.tell(ev.ResultWithdrawn(round=drawn.round, table=pairing.table, reason="typo"), SYSTEM)
                self.score(drawn.round, pairing.table, 11)
        self.tell(ev.RoundClosed(round=drawn.round))

    def score(self, round_: int, table: int, seq: int) -> None:
        one, other = self.dice.randint(0, 8), self.dice.randint(0, 8)
        winner = "draw" if one == other else "alliance" if one > other else "serpent"
        vp = {"alliance": one, "serpent": other}
        match = f"m{round_}.{table}"
        event = ev.ResultRecorded(round=round_, table=table, match=match, match_seq=seq, vp=vp, winner=winner)
        self.tell(event, SYSTEM)


def simulated(seed: int) -> tuple[Setup, list[Told]]:
    """A whole tournament of five to nine players and some who come late."""
    hall = Hall(seed)
    hall.prepare()
    for _ in range(hall.state.options.rounds):
        hall.play()
        if hall.dice.random() < 0.2:
            hall.score(1, 1, 50 + hall.seeds)
        hall.come_and_go()
    hall.tell(ev.TournamentFinished())
    return Setup(), hall.log


def disguised(event: Event, dice: Random) -> Event:
    """The same event with other secrets: another list, other prohibited pairs, another reason for leaving."""
    if isinstance(event, ev.ListSubmitted):
        return replace(event, warband=f"w{dice.randint(10, 99)}", revision="7", digest="other")
    if isinstance(event, ev.TournamentCreated):
        event = replace(event, options=replace(event.options, prohibited=(("x", "y"),)))
        return replace(event, prohibited=(("v", "w"),)) if event.prohibited is not None else event
    if isinstance(event, ev.PlayerDropped):
        return replace(event, reason="another")
    raise AssertionError(f"{event} hides something that the test does not know of")
