"""The rules of Orchard Raid: the pack (what comes along), then six raids; whoever has more points wins."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Annotated, Any, ClassVar, Literal

import msgspec
from msgspec.structs import replace

from games.base import Game, by_points
from games.ruleset import (
    Actor,
    Cards,
    Event,
    NextEvent,
    Outcome,
    RuleViolation,
    ScoreLine,
    SecretEvent,
    Viewer,
)

Animal = Literal["scout", "digger", "howler", "elder"]
Orchard = Literal["apples", "pears", "plums"]
ANIMALS: dict[str, int] = {"scout": 2, "digger": 3, "howler": 4, "elder": 6}
ORCHARDS: dict[Orchard, int] = {"apples": 1, "pears": 2, "plums": 3}
LIMIT, ROUNDS, MOST = 10, 6, 3
Broken = Iterator[RuleViolation]


class RaidOpened(Event, frozen=True, kw_only=True):
    """Staff open the match: side -> its player."""

    sides: dict[str, str]
    detail: Literal["turns", "full"] = "turns"


class PackBrought(Event, frozen=True, kw_only=True):
    """A player's animals come along."""

    player: str
    animals: tuple[Animal, ...]


class OrchardChosen(SecretEvent, frozen=True, kw_only=True):
    """Where a player goes in this round, unseen."""

    secret_fields: ClassVar[tuple[str, ...]] = ("orchard",)
    round: Annotated[int, msgspec.Meta(ge=1, le=ROUNDS)]
    player: str
    orchard: Orchard | None = None


class OrchardsShown(Event, frozen=True, kw_only=True):
    """Both choices are turned up."""


class RaidReported(Event, frozen=True, kw_only=True):
    """A whole round: what each side won."""

    round: Annotated[int, msgspec.Meta(ge=1, le=ROUNDS)]
    points: dict[str, Annotated[int, msgspec.Meta(ge=0, le=MOST)]]


class RaidGivenUp(Event, frozen=True, kw_only=True):
    """A side goes home."""

    side: str


class Body(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """A list: the animals of a pack."""

    animals: tuple[Animal, ...] = ()


class State(msgspec.Struct, frozen=True):
    """`chosen`: player -> where it goes this round, None for those who must not know. `won`: by round and side."""

    sides: dict[str, str] = {}
    detail: str = "turns"
    packs: dict[str, tuple[Animal, ...]] = {}
    round: int = 1
    chosen: dict[str, Orchard | None] = {}
    won: tuple[dict[str, int], ...] = ()
    gave_up: str | None = None


def side_of(state: State, player: str) -> str:
    return next((side for side, one in state.sides.items() if one == player), "")


def over(state: State) -> bool:
    return state.round > ROUNDS or state.gave_up is not None


def price(animals: tuple[str, ...]) -> Broken:
    """ORC-PACK-01."""
    total = sum(ANIMALS[one] for one in animals)
    if total > LIMIT:
        yield RuleViolation("ORC-PACK-01", {"total": total, "limit": LIMIT})


def _mine(state: State, by: Actor, player: str) -> Broken:
    """ORC-LOG-01."""
    if player not in state.sides.values() or not (by.is_staff or by.player == player):
        yield RuleViolation("ORC-LOG-01", {"player": player})


def _broken(state: State, event: Event, by: Actor) -> Broken:
    if isinstance(event, RaidOpened):
        if state.sides or not by.is_staff:
            yield RuleViolation("ORC-LOG-02")
    elif over(state) or not state.sides:
        yield RuleViolation("ORC-LOG-03")
    elif isinstance(event, PackBrought):
        yield from _mine(state, by, event.player)
        if event.player in state.packs:
            yield RuleViolation("ORC-PACK-02", {"player": event.player})
        yield from price(event.animals)
    elif isinstance(event, RaidGivenUp):
        yield from _mine(state, by, state.sides.get(event.side, event.side))
    elif len(state.packs) < len(state.sides):
        yield RuleViolation("ORC-PACK-03")
    else:
        yield from _check_raid(state, event, by)


def _check_raid(state: State, event: Event, by: Actor) -> Broken:
    """The second chapter: rounds. ORC-RAID-06: what came as its seal alone could not be shown."""
    if isinstance(event, RaidReported):
        if state.detail != "turns" or event.round != state.round:
            yield RuleViolation("ORC-RAID-01", {"round": state.round})
        if not set(event.points) <= set(state.sides) or len([n for n in event.points.values() if n]) > 1:
            yield RuleViolation("ORC-RAID-02")
    elif state.detail != "full":
        yield RuleViolation("ORC-RAID-01", {"round": state.round})
    elif isinstance(event, OrchardChosen):
        yield from _mine(state, by, event.player)
        if event.round != state.round:
            yield RuleViolation("ORC-RAID-01", {"round": state.round})
        if event.player in state.chosen:
            yield RuleViolation("ORC-RAID-03", {"player": event.player})
        if event.orchard is None:
            yield RuleViolation("ORC-RAID-06")
    elif len(state.chosen) < len(state.sides):
        yield RuleViolation("ORC-RAID-04")


def _won(state: State) -> dict[str, int]:
    """ORC-RAID-05: the hounds win two points where they meet the foxes, else the foxes win what the orchard yields."""
    foxes, hounds = (state.chosen.get(state.sides[side]) for side in ("foxes", "hounds"))
    if foxes is None or hounds is None:  # of a log that the rules refuse: nobody knows what was chosen
        return {}
    return {"hounds": 2} if foxes == hounds else {"foxes": ORCHARDS[foxes]}


class Orchard_(Game[State]):
    """The rule set."""

    key = "orchard"
    event_types = (RaidOpened, PackBrought, OrchardChosen, OrchardsShown, RaidReported, RaidGivenUp)
    state_type, body_type = State, Body

    broken = staticmethod(_broken)

    def faults(self, body: Body, cards: Cards) -> Broken:
        return price(body.animals)

    def evolve(self, state: State, event: Any) -> State:
        match event:
            case RaidOpened():
                return replace(state, sides=event.sides, detail=event.detail)
            case PackBrought():
                return replace(state, packs={**state.packs, event.player: event.animals})
            case OrchardChosen():
                return replace(state, chosen={**state.chosen, event.player: event.orchard})
            case RaidGivenUp():
                return replace(state, gave_up=event.side)
        won = event.points if isinstance(event, RaidReported) else _won(state)
        return replace(state, round=state.round + 1, chosen={}, won=(*state.won, won))

    def outcome(self, state: State) -> Outcome:
        lines = tuple(
            ScoreLine(side, "raids", n, turn)
            for turn, won in enumerate(state.won, start=1)
            for side, n in won.items()
        )
        return by_points(state.sides, lines, done=over(state), conceded=state.gave_up)

    def sides(self, state: State) -> dict[str, tuple[str, ...]]:
        return {side: (player,) for side, player in state.sides.items()}

    def hidden(self, state: State, viewer: Viewer) -> State:
        seen = {player: one if player == viewer.player else None for player, one in state.chosen.items()}
        return replace(state, chosen=seen)

    def sees(self, state: State, event: Any, viewer: Viewer) -> bool:
        """What was turned up is no secret any more: the event says of which round it is."""
        return event.round < state.round or super().sees(state, event, viewer)

    def following(self, state: State) -> Iterator[NextEvent]:
        if over(state):
            return
        both = tuple(state.sides.values())
        if not state.sides:
            yield NextEvent(type="raid_opened")
        for player in both:
            if player not in state.packs:
                yield NextEvent(type="pack_brought", players=(player,), choices={"player": (player,)})
            elif len(state.packs) == 2 and state.detail == "full" and player not in state.chosen:
                choices = {"round": (state.round,), "player": (player,), "orchard": tuple(ORCHARDS)}
                yield NextEvent(type="orchard_chosen", players=(player,), choices=choices)
        if len(state.packs) == 2 and state.detail == "turns":
            points = ({}, *({side: n} for side in state.sides for n in range(1, MOST + 1)))
            told: dict[str, tuple[Any, ...]] = {"round": (state.round,), "points": tuple(points)}
            yield NextEvent(type="raid_reported", players=both, choices=told)
        if len(state.chosen) == 2:
            yield NextEvent(type="orchards_shown", players=both)
        for side, player in state.sides.items():
            yield NextEvent(type="raid_given_up", players=(player,), choices={"side": (side,)})


RULES = Orchard_()
