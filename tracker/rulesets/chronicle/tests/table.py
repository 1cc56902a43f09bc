"""A campaign played by hand in tests: events with moments of their own, and what they come to."""

from __future__ import annotations

from typing import Any

from games.campaigns import Told
from games.rulebook import OPTIONAL, PLACEHOLDER, all_rules, readable, sentence
from games.ruleset import SYSTEM, Actor, Event, RuleViolation, apply
from tracker.rulesets.chronicle import RULES, dice
from tracker.rulesets.chronicle import events as ev
from tracker.rulesets.chronicle.derive import derive
from tracker.rulesets.chronicle.state import ChronicleState
from tracker.rulesets.chronicle.templates import templates
from tracker.rulesets.chronicle.world import World

STAFF = Actor("organiser", "1")
SECRET = "seed"


class Table:
    """Events one after the other, a minute apart."""

    def __init__(self, definition: str = "", system: str = "bushido") -> None:
        self.state, self.minute = ChronicleState(), 0
        self.tell(created(self.at(), definition, system))

    def at(self, minute: int | None = None) -> str:
        self.minute += 1
        told = self.minute if minute is None else minute
        return f"2026-01-{1 + told // 1440:02}T{told // 60 % 24:02}:{told % 60:02}:00Z"

    def tell(self, event: Event, by: Actor = SYSTEM) -> World:
        self.state = apply(RULES, self.state, event, by)
        return self.world

    def refused(self, event: Event, by: Actor = SYSTEM) -> list[str]:
        return broken(self.state, event, by)

    @property
    def world(self) -> World:
        return derive(self.state)

    def join(self, *rosters: str) -> Table:
        for key in rosters:
            fighters = (ev.Named(f"{key}1", f"First of {key}"), ev.Named(f"{key}2", f"Second of {key}"))
            self.tell(
                ev.RosterJoined(
                    roster=key, player=f"p-{key}", name=key.upper(), at=self.at(), fighters=fighters
                )
            )
        return self

    def link(self, link: str, *rosters: str, **more: Any) -> ev.MatchLinked:
        sides = dict(zip("abcd", rosters, strict=False))
        event = ev.MatchLinked(link=link, match=link, rosters=sides, at=self.at(), **more)
        self.tell(event)
        return event

    def heard(self, link: str, *facts: Told, seq: int = 1, minute: int | None = None, **more: Any) -> World:
        return self.tell(
            ev.MatchHeard(link=link, match_seq=seq, at=self.at(minute), facts=tuple(facts), **more)
        )

    def play(
        self, link: str, *rosters: str, winner: str = "", facts: tuple[Told, ...] = (), **more: Any
    ) -> World:
        """Linked, heard, rolled with sixes that hurt nobody, signed."""
        self.link(link, *rosters, **more)
        self.heard(link, won(winner or rosters[0]), *facts)
        self.settle(link)
        return self.world

    def settle(self, link: str, die: int = 6) -> None:
        while open_ := [one for one in self.world.steps if one.slot == link]:
            step = open_[0]
            if step.kind == "die":
                self.tell(ev.DieRolled(effect=step.id, fell=(die,)), STAFF)
            elif step.kind == "choice":
                row = self.state.rules.tables[step.table].rows[0].key
                self.tell(ev.Chosen(effect=step.id, row=row), STAFF)
            else:
                self.tell(ev.Stated(link=link, roster=step.roster), STAFF)
        for roster in self.state.links[link].rosters.values():
            if f"{link}/{roster}" not in self.state.signed:
                self.tell(ev.Signed(link=link, roster=roster), STAFF)

    def close(self) -> World:
        return self.tell(ev.CycleClosed(cycle=self.world.cycle + 1, at=self.at()), STAFF)


def created(at: str, definition: str = "", system: str = "bushido") -> ev.ChronicleCreated:
    return ev.ChronicleCreated(
        name="War",
        system=system,
        definition=definition or templates()["river-war"],
        at=at,
        seed_commitment=dice.commitment_of(SECRET),
    )


def broken(state: ChronicleState, event: Event, by: Actor = SYSTEM) -> list[str]:
    """The rules that refuse the event, each with a whole sentence in both languages."""
    violations = RULES.check(state, event, by)
    for one in violations:
        assert_readable(one)
    return [one.rule for one in violations]


def assert_readable(one: RuleViolation) -> None:
    """The sentence says something in both languages, and nothing is missing where it must hold something."""
    message = all_rules()[one.rule].message
    assert message is not None
    for language in ("en", "ru"):
        for name in PLACEHOLDER.findall(OPTIONAL.sub("", message.to(language))):
            assert readable(one.params.get(name), language, {}), f"{one.rule} leaves {name} empty"
        assert sentence(one, language)


def won(roster: str) -> Told:
    return Told(fact="winner", values={"is": roster})


def removed(who: str, by: str = "", **more: Any) -> Told:
    values: dict[str, str | int | bool] = {"by": by} if by else {}
    return Told(fact="model_removed", key=who, of=who, values=values, **more)
