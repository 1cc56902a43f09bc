"""Plays a campaign of a definition to an end, from a seed: every event through the rules, as at a table.

Matches are made up out of the facts that the game publishes. Called by the preview of a new campaign, which tells how
it may end, and by tests.
"""

from __future__ import annotations

import hashlib
from collections.abc import Callable, Iterable, Iterator, Sequence
from typing import Any, TypeVar

from games.campaigns import Campaigns, FactKind, Told
from games.registry import SYSTEMS
from games.ruleset import SYSTEM, Actor, Event, Rejected, apply
from tracker.rulesets.chronicle import dice
from tracker.rulesets.chronicle import events as ev
from tracker.rulesets.chronicle.definition import Definition
from tracker.rulesets.chronicle.derive import derive
from tracker.rulesets.chronicle.reading import definition_of
from tracker.rulesets.chronicle.rules import Chronicle
from tracker.rulesets.chronicle.state import ChronicleState
from tracker.rulesets.chronicle.world import OpenStep

T = TypeVar("T")
RULES = Chronicle()
ROSTERS, FIGHTERS, MOST_MATCHES = 4, 4, 60
STAFF = Actor("organiser", "1")


class Luck:
    """Choices that follow from a seed."""

    def __init__(self, seed: int) -> None:
        self.seed, self.count = seed, 0

    def below(self, limit: int) -> int:
        self.count += 1
        digest = hashlib.sha256(f"{self.seed}:{self.count}".encode()).digest()
        return int.from_bytes(digest[:4]) % limit

    def one(self, values: Sequence[T]) -> T:
        return values[self.below(len(values))]


class Played:
    """A campaign as it is played on: its state, and every event with who logged it. `clock` gives later and later
    moments; without one a minute passes from one thing to the next."""

    def __init__(self, state: ChronicleState, seed: int, clock: Callable[[], str] | None = None) -> None:
        self.luck, self.secret, self.minutes = Luck(seed), f"seed {seed}", 0
        self.state, self.now = state, clock or self.minute
        self.log: list[tuple[Event, Actor]] = []

    @property
    def rules(self) -> Definition:
        return self.state.rules

    def minute(self) -> str:
        """A minute later than the last thing."""
        self.minutes += 1
        day, minute = divmod(self.minutes, 1440)
        return f"2026-{1 + day // 28:02}-{1 + day % 28:02}T{minute // 60:02}:{minute % 60:02}:00Z"

    def tell(self, event: Event, by: Actor = SYSTEM) -> None:
        """Raises `Rejected` for what the rules refuse."""
        self.state = apply(RULES, self.state, event, by)
        self.log.append((event, by))

    def join(self, count: int) -> None:
        for number in range(1, count + 1):
            fighters = tuple(ev.Named(f"f{n}", f"Fighter {n}") for n in range(1, FIGHTERS + 1))
            roster = ev.RosterJoined(
                roster=f"r{number}",
                player=f"p{number}",
                name=f"Roster {number}",
                at=self.now(),
                fighters=fighters,
            )
            self.tell(roster, Actor("player", f"p{number}"))

    def match(self, rosters: Sequence[str], link: str) -> None:
        """One match and all that follows it."""
        world = derive(self.state)
        open_ = [key for key, one in world.chapters.items() if one.status == "open"]
        chapter = next((key for key in open_ if self.rules.chapters[key].is_played), "")
        stake = self.luck.one(sorted(self.rules.places)) if self.rules.stake and self.rules.places else ""
        sides = {f"s{number}": roster for number, roster in enumerate(rosters)}
        self.tell(
            ev.MatchLinked(link=link, match="", rosters=sides, at=self.now(), stake=stake, chapter=chapter)
        )
        self.tell_of(link)

    def tell_of(self, link: str) -> None:
        """What a match that was opened has come to, and what follows it."""
        rosters = list(self.state.links[link].rosters.values())
        facts = tuple(self.facts(rosters))
        self.tell(ev.MatchHeard(link=link, match_seq=1, at=self.now(), facts=facts))
        self.aftermath(link, rosters)

    def facts(self, rosters: Sequence[str]) -> Iterator[Told]:
        """Who won, and something of every kind of fact."""
        winner = self.luck.one([*rosters, "draw" if len(rosters) > 1 else "foe"])
        yield Told(fact="winner", values={"is": winner})
        world = derive(self.state)
        published = SYSTEMS[self.rules.system].campaigns or Campaigns()
        alive = [
            f"{r}/{key}" for r in rosters for key, one in world.rosters[r].fighters.items() if not one.died
        ]
        for name, kind in published.facts.items():
            about = [""] if kind.of == "match" else list(rosters) if kind.of == "side" else alive
            for of in about:
                if self.luck.below(3) == 0:
                    yield Told(fact=name, key=of, of=of, values=dict(self.values(kind, of, rosters, alive)))

    def values(
        self, kind: FactKind, of: str, rosters: Sequence[str], alive: Sequence[str]
    ) -> Iterable[tuple[str, str | int | bool]]:
        for field, holds in kind.fields.items():
            if isinstance(holds, tuple):
                yield field, self.luck.one(holds)
            elif holds == "number":
                yield field, self.luck.below(6)
            elif holds == "flag":
                yield field, self.luck.below(2) == 1
            elif holds == "side":
                yield field, self.luck.one(rosters)
            elif holds == "fighter":
                others = [one for one in alive if one.partition("/")[0] != of.partition("/")[0]]
                yield field, self.luck.one(others or list(alive))

    def aftermath(self, link: str, rosters: Iterable[str]) -> None:
        """Everything that is open is told, rolled and chosen; then everybody signs."""
        while steps := derive(self.state).steps:
            self.settle(steps[0])
        for roster in rosters if self.state.heard.get(link) else ():
            self.tell(ev.Signed(link=link, roster=roster), STAFF)

    def settle(self, step: OpenStep) -> None:
        """Tells, rolls or chooses what a step asks, as luck has it."""
        if step.kind == "facts":
            self.tell(ev.Stated(link=step.slot, roster=step.roster), STAFF)
            return
        table = self.state.rules_in(step.term).tables[step.table]
        if step.kind == "choice":
            self.tell(ev.Chosen(effect=step.id, row=self.luck.one(table.rows).key), STAFF)
            return
        fell = dice.fallen(self.secret, step.id, table.count, table.faces)
        self.tell(ev.DieRolled(effect=step.id, fell=fell, server=self.rules.server_dice), SYSTEM)

    def buy(self) -> None:
        """Something that somebody can pay for, now and then."""
        for roster in list(derive(self.state).rosters) if self.luck.below(2) else ():
            for item, told in self.rules.shop.items():
                fighter = (
                    next(iter(derive(self.state).rosters[roster].fighters), "")
                    if told.of == "fighter"
                    else ""
                )
                number = len(self.log)
                recruits = any(one.verb == "recruit" for one in told.do)
                recruit = ev.Named(f"n{number}", f"Recruit {number}") if recruits else None
                bought = ev.Bought(
                    id=f"b{number}", roster=roster, item=item, at=self.now(), fighter=fighter, recruit=recruit
                )
                try:
                    self.tell(bought, STAFF)
                except Rejected:
                    continue  # cannot pay, or the fighter is dead: the next item


def begun(definition: str, seed: int) -> Played:
    """A campaign of this definition, before anybody has joined."""
    played, rules = Played(ChronicleState(), seed), definition_of(definition)
    created = ev.ChronicleCreated(
        name=rules.key,
        system=rules.system,
        definition=definition,
        at=played.now(),
        seed_commitment=dice.commitment_of(played.secret),
    )
    played.tell(created)
    return played


def play_on(played: Played, matches: int) -> int:
    """So many matches more of a campaign that runs, with all that follows them; open ones first. Cycles are closed when
    nobody may play any more in them. Returns how many it could play."""
    done = 0
    finish_open(played)
    while done < matches and derive(played.state).ending is None:
        open_ = next((key for key in played.state.links if not _is_told(played.state, key)), None)
        if open_ is not None:
            played.tell_of(open_)
        elif pair := _pair(played):
            played.match(pair, f"m{len(played.state.links) + 1}")
        elif played.rules.cycles:
            played.tell(ev.CycleClosed(cycle=derive(played.state).cycle + 1, at=played.now()), STAFF)
            continue
        else:
            break
        done += 1
    return done


def finish_open(played: Played) -> None:
    """Everything that still follows matches is told, rolled and chosen, and everybody signs."""
    for link, heard in list(played.state.heard.items()):
        rosters = played.state.links[link].rosters.values()
        open_ = [one for one in rosters if f"{link}/{one}" not in played.state.signed]
        if heard.at is not None and open_:
            played.aftermath(link, open_)


def _is_told(state: ChronicleState, link: str) -> bool:
    return link in state.heard or link in state.waiting


def _pair(played: Played) -> list[str]:
    """Who plays next: the two who have played least, or the one of a story; nobody where nobody may."""
    world, most = derive(played.state), played.rules.most_matches
    free = [one for one in world.rosters.values() if one.active and not (most and one.played >= most)]
    free.sort(key=lambda one: (one.matches, one.id))
    if played.rules.fixtures:
        due = next((one for one in world.fixtures if not one.link), None)
        return [due.one, due.two] if due else []
    if played.rules.players == 1:
        is_open = any(
            one.status == "open" and played.rules.chapters[key].is_played
            for key, one in world.chapters.items()
        )
        return [one.id for one in free[:1]] if is_open or not played.rules.chapters else []
    return [one.id for one in free[:2]] if len(free) > 1 else []


def play(definition: str, seed: int) -> Played:
    """A whole campaign. Raises `RuntimeError` for one that does not end."""
    played = begun(definition, seed)
    solo = played.rules.players == 1
    count = 1 if solo else min(ROSTERS, played.rules.players or ROSTERS)
    played.join(count)
    rosters = [f"r{number}" for number in range(1, count + 1)]
    for number in range(MOST_MATCHES):
        world = derive(played.state)
        if world.ending is not None:
            seed_shown = played.secret
            played.tell(ev.ChronicleFinished(at=played.now(), ending=world.ending, seed=seed_shown), STAFF)
            return played
        pair = rosters if solo else [rosters[number % count], rosters[(number + 1) % count]]
        played.match(pair, f"m{number}")
        played.buy()
        if played.rules.cycles and number % 2:
            played.tell(ev.CycleClosed(cycle=derive(played.state).cycle + 1, at=played.now()), STAFF)
    raise RuntimeError(f"{definition[:40]!r}, seed {seed}: no end after {MOST_MATCHES} matches")


def endings(definition: str, count: int) -> dict[str, Any]:
    """How `count` simulated campaigns end, how long they take, and how often each row of a table falls."""
    ends: dict[str, int] = {}
    rows: dict[str, int] = {}
    matches = 0
    for seed in range(count):
        world = derive((played := play(definition, seed)).state)
        ends[world.ending or ""] = ends.get(world.ending or "", 0) + 1
        matches += len(played.state.heard)
        for row, fell in world.used.items():
            rows[row] = rows.get(row, 0) + fell
    return {"ends": ends, "rows": rows, "matches": round(matches / count, 1)}
