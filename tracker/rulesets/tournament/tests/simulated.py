"""Random legal tournaments from a seed, with late entries, drops, discarded drafts, corrections. For contract tests."""

from __future__ import annotations

from random import Random
from typing import Any

from msgspec.structs import replace

from games.replay import judge
from games.ruleset import SYSTEM, Actor, Event, Setup
from games.secrets import sealed
from games.tests.contract import Told
from tracker.formats.structs import Stage
from tracker.rulesets.described import EventDescribed
from tracker.rulesets.tournament import RULES, draw_next_round
from tracker.rulesets.tournament import desk_events as desk
from tracker.rulesets.tournament import events as ev
from tracker.rulesets.tournament import team_events as team
from tracker.rulesets.tournament.scoring import level
from tracker.rulesets.tournament.stages import going, may_draw
from tracker.rulesets.tournament.tests import team_story as story

ORGANISER = Actor("organiser", "olga")


class Hall:
    """A tournament in the making: `log` holds what was told, each event legal when it came.

    Every other one is an older log, which tells staff's secrets openly.
    """

    def __init__(self, seed: int) -> None:
        self.dice = Random(seed)
        self.seals = bool(seed % 2)
        self.busy = seed % 4 == 1
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

    def cut(self) -> None:
        """After the Swiss: a bracket or a round robin of the best four, now and then taken back once."""
        plan = self.dice.choice(
            (
                Stage("single_elimination", cut=4, third_place=True),
                Stage("double_elimination", cut=4),
                Stage("round_robin", cut=4, legs=2, seeding="lot"),
            )
        )
        began = ev.StageBegun(number=2, stage=plan, field=going(self.state, plan).field, reason="all agree")
        self.tell(began)
        if self.dice.random() < 0.5:
            self.tell(ev.StageWithdrawn(number=2, reason="too late"))
            self.tell(began)
        while may_draw(self.state):
            self.play()
            if self.dice.random() < 0.2 and not self.state.entrants[began.field[0]].dropped:
                self.tell(ev.PlayerDropped(player=began.field[0]))

    def at_the_desk(self) -> None:
        """Between rounds: settings, places, notes, pairs kept apart, the lists' moments."""
        one, other, *_ = (e.player for e in self.state.entrants.values() if not e.dropped)
        self._order_ties()
        self.tell(desk.SettingsChanged(name=f"Cup {len(self.log)}"))
        self.tell(EventDescribed(starts="2026-11-28T10:00", place=f"Hall {len(self.log)}"))
        self.tell(desk.RegistrationOpened(places=self.dice.randint(2, 99), code="oak"))
        waits = f"waits{len(self.state.entrants)}"
        self.tell(ev.PlayerRegistered(player=waits, waiting=True))
        self.tell(desk.PlayerAdmitted(player=waits))
        self.tell(desk.RegistrationClosed())
        self.tell(desk.FeeMarked(player=one, paid=not self.state.entrants[one].paid))
        for ringer in (True, False):
            self.tell(desk.RingerMarked(player=other, ringer=ringer))
        self._asked_byes(one, other)
        kinds: tuple[desk.NoteKind, ...] = ("warning", "penalty", "bonus")
        kind = self.dice.choice(kinds)
        self.tell(desk.NoteGiven(player=one, kind=kind, tp=int(kind != "warning"), reason="late"))
        self.tell(desk.PairKeptApart(players=(one, other), reason="one car"))
        self.tell(desk.PairAllowed(players=(one, other)))
        self.tell(desk.PairKeptApart(players=(one, other), wish=True))
        self.tell(desk.PairAllowed(players=(one, other)))
        self.tell(desk.PlayersRated(ratings={one: self.dice.randint(1, 3000)}))
        self.tell(desk.PlayerDescribed(player=one, club="north", town=f"Town {len(self.log)}"))
        for table in (2, None):
            self.tell(desk.TableFixed(player=one, table=table))
        self.tell(desk.ListsDue(lock_at="2026-11-27T18:00:00Z", reveal_at="2026-11-28T08:00:00Z"))
        if not self.state.lists_public:
            self.tell(desk.ListsRevealed())
        if self.state.unsanctioned is None:
            self.tell(desk.SanctionLeft(reason="two hand-made rounds"))

    def _order_ties(self) -> None:
        """Now and then some of those who are level are put in order, or in another one."""
        if self.state.rounds and self.dice.random() < 0.5:
            for players in level(self.state)[:2]:
                mixed = tuple(self.dice.sample(players, len(players)))
                self.tell(desk.TieOrdered(round=len(self.state.rounds), players=mixed, reason="by lot"))

    def _asked_byes(self, one: str, other: str) -> None:
        coming = len(self.state.rounds) + 1
        if coming > self.state.options.rounds or len(self.state.present()) < 5:
            return
        for player in (one, other):
            self.tell(
                desk.ByeGranted(player=player, round=coming, worth=self.dice.choice(("half", "zero", "full")))
            )
        self.tell(desk.ByeWithdrawn(player=other, round=coming))

    def beside_the_tables(self, round_: int) -> None:
        """While a round is played: the clock, a judge, a table that is given, a remark."""
        at = [f"2026-11-28T1{hour}:30:00Z" for hour in range(4)]
        self.tell(desk.ClockStarted(round=round_, minutes=90, at=at[0]))
        self.tell(desk.ClockPaused(round=round_, at=at[1]))
        self.tell(desk.ClockResumed(round=round_, at=at[2]))
        self.tell(
            desk.ClockExtended(round=round_, minutes=5, table=self.dice.choice((None, 1)), reason="rules")
        )
        player = self.state.rounds[-1].pairings[0].sides["alliance"][0]
        self.tell(
            desk.JudgeCalled(player=player, round=round_, table=1, at=at[3], about="a rule"),
            Actor("player", player),
        )
        self.tell(desk.JudgeCame(round=round_, table=1, at=at[3]))
        self.tell(desk.TableAwarded(round=round_, table=1, kind="no_show", winner="alliance", reason="away"))
        if self.dice.random() < 0.5:
            self.tell(desk.AwardLifted(round=round_, table=1, reason="came after all"))
        self.tell(desk.CorrectionNoted(round=round_, table=1, text="the clock was late"))

    def draw(self) -> ev.RoundDrawn:
        self.seeds += 1
        drawn = draw_next_round(self.state, f"s{self.seeds}", "sea")
        if self.dice.random() < 0.2 and drawn.method == "swiss":
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
        here = drawn.pairings if drawn.method != "manual" else drawn.pairings[:-1]
        for pairing in here:
            self.tell(
                ev.MatchOpened(
                    round=drawn.round, table=pairing.table, match=f"m{drawn.round}.{pairing.table}"
                )
            )
        if self.busy:
            self.beside_the_tables(drawn.round)
        for pairing in drawn.pairings[len(here) :]:
            self.brought(drawn.round, pairing.table)
        for pairing in here:
            self.score(drawn.round, pairing.table, 9)
            if self.dice.random() < 0.2:
                self.tell(ev.ResultWithdrawn(round=drawn.round, table=pairing.table, reason="typo"), SYSTEM)
                self.score(drawn.round, pairing.table, 11)
        self.tell(ev.RoundClosed(round=drawn.round))

    def brought(self, round_: int, table: int) -> None:
        """A table of a round by hand that was played under another tool, told wrong at first."""
        one, other = self.dice.randint(0, 8), self.dice.randint(0, 8)
        winner = "draw" if one == other else "alliance" if one > other else "serpent"
        first = desk.ResultBrought(round=round_, table=table, source="a file", winner="draw")
        self.tell(first)
        vp = {"alliance": one, "serpent": other}
        self.tell(replace(first, winner=winner, vp=vp, reason="a score after all"))

    def score(self, round_: int, table: int, seq: int) -> None:
        one, other = self.dice.randint(0, 8), self.dice.randint(0, 8)
        winner = "draw" if one == other else "alliance" if one > other else "serpent"
        vp = {"alliance": one, "serpent": other}
        match = f"m{round_}.{table}"
        event = ev.ResultRecorded(round=round_, table=table, match=match, match_seq=seq, vp=vp, winner=winner)
        self.tell(event, SYSTEM)


def of_teams(seed: int) -> tuple[Setup, list[Told]]:
    """A whole event of five teams of three with a substitute each, whose captains pair the boards."""
    dice = Random(seed)
    log: list[Told] = []
    state: Any = RULES.initial(Setup())

    def tell(event: Event, by: Actor = ORGANISER) -> None:
        nonlocal state
        event = sealed(event, f"salt {len(log)}")
        assert not (violations := judge(RULES, state, event, by)), f"{event}: {violations}"
        log.append((event, by))
        state = RULES.evolve(state, event)

    for event in story.teams("north", "south", "east", "west", "mid", more=1, pairing="captains"):
        tell(event)
    tell(team.TeamChanged(team="north", name="Polar"))
    tell(team.TeamDropped(team="mid", reason="late"))
    tell(team.TeamReinstated(team="mid"))
    for number in (1, 2):
        tell(story.lineup("south", "south4", "south2", "south1", round=number), Actor("player", "south1"))
        tell(draw_next_round(state, f"s{number}"))
        tell(ev.RoundPublished(round=number))
        _state, told = story.paired(state, dice)
        for event, by in told:
            tell(event, by)
        *played, closed = story.results(state, {f"{name}1": dice.randint(1, 9) for name in state.teams})
        for event in played:
            tell(event, SYSTEM)
        captain = state.teams[state.rounds[-1].teams[0].sides["serpent"]].captain
        wrong = team.SheetDisputed(player=captain, round=number, table=1, reason="board 2")
        tell(wrong, Actor("player", captain))
        tell(team.SheetSettled(round=number, table=1))
        tell(closed, SYSTEM)
    return Setup(), log


def simulated(seed: int) -> tuple[Setup, list[Told]]:
    """A whole tournament of five to nine players and some who come late."""
    hall = Hall(seed)
    hall.prepare()
    if hall.busy:
        hall.at_the_desk()
    for _ in range(hall.state.options.rounds):
        hall.play()
        if hall.dice.random() < 0.2:
            hall.score(1, 1, 50 + hall.seeds)
        hall.come_and_go()
        if hall.busy and hall.dice.random() < 0.5:
            hall.at_the_desk()
    if seed % 3 and len(hall.state.present()) > 3:
        hall.cut()
    hall.tell(ev.TournamentFinished())
    return Setup(), hall.log


def disguised(event: Event, dice: Random) -> Event:
    """The same event with other secrets: another list, other prohibited pairs, another reason for leaving."""
    if isinstance(event, ev.ListSubmitted):
        return replace(event, warband=f"w{dice.randint(10, 99)}", revision="7", digest="other")
    if isinstance(event, ev.TournamentCreated):
        event = replace(event, options=replace(event.options, prohibited=(("x", "y"),)))
        return replace(event, prohibited=(("v", "w"),)) if event.prohibited is not None else event
    if isinstance(event, desk.FeeMarked):
        return replace(event, paid=not event.paid)
    if isinstance(event, desk.PairKeptApart | desk.PairAllowed):
        return replace(event, players=("v", "w"))
    if isinstance(event, desk.RegistrationOpened):
        return replace(event, code="elm")
    if isinstance(event, desk.JudgeCalled):
        return replace(event, about="another")
    if isinstance(event, desk.JudgeCame):
        return replace(event, at="2026-11-28T20:00:00Z")
    if isinstance(event, ev.PlayerDropped | desk.NoteGiven | desk.TableAwarded | desk.AwardLifted):
        return replace(event, reason="another")
    if isinstance(event, team.LineupTold | team.PutForward):
        return replace(event, players=("v", "w"))
    raise AssertionError(f"{event} hides something that the test does not know of")
