"""Positions in the middle of a match to start a test of the arena from: who stands where, with which cards in hand.

`red` (player r: champions a, b, c) against `blue` (player b: x, y, z) on a hexagon of radius 4; it is r's turn, in the
activation phase of round 2. Everybody has defence 1 and health 4, levelled up 2 and 6. Every event is judged.
"""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any

from games.hexes import Hex, within
from games.ruleset import Actor, Event, Setup
from games.super_fantasy_brawl import RULES
from games.super_fantasy_brawl.definitions import ActionCard, Champion, ChampionSide, Effect, Targeting
from games.super_fantasy_brawl.full import action_events as a
from games.super_fantasy_brawl.full.events import TrapTokenPlaced
from games.super_fantasy_brawl.full.state import FullState, Ground, Seat, Slot
from games.super_fantasy_brawl.state import Figure, SfbState, Side, Track
from games.testing import Case

R, B, STRANGER, STAFF = (
    Actor("player", "r"),
    Actor("player", "b"),
    Actor("player", "s"),
    Actor("organiser", "o"),
)
CELLS = frozenset(within((0, 0), 4))
TRAP_CELLS = frozenset({(0, 3), (0, -3), (3, 0), (-3, 0), (3, -3), (-3, 3)})
NORTH = frozenset({(0, -4), (1, -4), (2, -4), (3, -4)})
SOUTH = frozenset({(0, 4), (-1, 4), (-2, 4), (-3, 4)})
BASE = ChampionSide(defence=1, health=4)
LEVELLED = ChampionSide(defence=2, health=6, move_bonus=0, strength_bonus=0, effects=())
SLUGS = {"a": "red", "b": "red", "c": "red", "x": "blue", "y": "blue", "z": "blue"}
PLAYERS = {"red": "r", "blue": "b"}
NAMES = {slug: f"{side}:{slug}" for slug, side in SLUGS.items()}
A, BB, C, X, Y, Z = (NAMES[slug] for slug in SLUGS)
START: dict[str, Hex] = {"a": (0, 0), "b": (-4, 2), "c": (-4, 3), "x": (1, 0), "y": (4, -2), "z": (4, -3)}
SLOTS = tuple("pqrstu")


def effect(keyword: Any, x: int | None = None, on: Any = "self", timing: Any = "main", **told: Any) -> Effect:
    """One effect."""
    return Effect(timing=timing, keyword=keyword, x=x, on=on, **told)


def aim(kind: Any, low: int = 1, high: int = 1, *pattern: Hex) -> Targeting:
    """How a card aims."""
    return Targeting(kind=kind, min=low, max=high, pattern=pattern)


def attack(*effects: Effect, **told: Any) -> ActionCard:
    """An attack of champion a: core destruction, 2 movement points, melee, strength 3."""
    base: dict[str, Any] = {
        "champion": "a",
        "core": "destruction",
        "move": 2,
        "attack": 3,
        "targeting": aim("melee"),
    }
    return ActionCard(type="attack", effects=effects, **{**base, **told})


def skill(*effects: Effect, **told: Any) -> ActionCard:
    """A skill of champion a: core creation, 2 movement points, without targets."""
    base: dict[str, Any] = {
        "champion": "a",
        "core": "creation",
        "move": 2,
        "targeting": aim("none"),
        "strikes": False,
    }
    return ActionCard(type="skill", effects=effects, **{**base, **told})


def reaction(*effects: Effect, **told: Any) -> ActionCard:
    """A reaction of champion y: core manipulation."""
    base: dict[str, Any] = {"champion": "y", "core": "manipulation", "moves": False, "strikes": False}
    return ActionCard(type="reaction", effects=effects, **{**base, **told})


def scene(
    at: dict[str, Hex | None] | None = None,
    cards: dict[str, ActionCard] | None = None,
    traps: dict[Hex, str | None] | None = None,
    figures: dict[str, dict[str, Any]] | None = None,
    vp: tuple[int, int] = (0, 0),
    **told: Any,
) -> Case:
    """A position. `at` moves champions (None: at the gates), `cards` are in the hands of their champions' players,
    `traps` the face-down tokens, `figures` other values of champions by slug."""
    places = {**START, **(at or {})}
    held = cards or {}
    ground = Ground("test", CELLS, frozenset(), TRAP_CELLS, {"north": NORTH, "south": SOUTH})
    sides = {
        "red": Side(("r",), knockout=vp[0], zone="south"),
        "blue": Side(("b",), knockout=vp[1], zone="north"),
    }
    slots = tuple(
        Slot(slot, cell, 0, token) for slot, (cell, token) in zip(SLOTS, (traps or {}).items(), strict=False)
    )
    full = FullState(
        ground=ground,
        champions={slug: Champion(base=BASE, levelled=LEVELLED) for slug in SLUGS},
        cards=held,
        seats={player: _seat(player, held) for player in PLAYERS.values()},
        traps=slots,
        slots=tuple(slot.slot for slot in slots),
        moment=1,
    )
    for field in [name for name in told if name in FullState.__struct_fields__]:
        full = _replaced(full, **{field: told.pop(field)})
    state = SfbState(
        phase="activation",
        detail="full",
        sides=sides,
        first="r",
        order=("r", "b"),
        rosters={"r": ("a", "b", "c"), "b": ("x", "y", "z")},
        figures={NAMES[slug]: _figure(slug, places[slug], (figures or {}).get(slug, {})) for slug in SLUGS},
        track=Track((None, None), (0, 1), 11),
        round=2,
        active="r",
        full=full,
    )
    return Case(RULES, Setup(), _replaced(state, **told))


def _figure(slug: str, cell: Hex | None, told: dict[str, Any]) -> Figure:
    side = SLUGS[slug]
    return Figure(slug, side, PLAYERS[side], cell, deployed=True, **told)


def _seat(player: str, cards: dict[str, ActionCard]) -> Seat:
    """A hand of the given cards and one more, of which nobody knows what it is."""
    held = tuple(name for name, card in cards.items() if PLAYERS[SLUGS[card.champion]] == player)
    return Seat(
        deck=18 - len(held) - 1, hand=len(held) + 1, held=held, built=True, dealt=True, mulliganed=True
    )


def _replaced(struct: Any, **changes: Any) -> Any:
    from msgspec.structs import replace

    return replace(struct, **changes)


def played(case: Case, *events: Event | tuple[Event, Actor]) -> Case:
    """The events one after another; without an actor by staff."""
    for told in events:
        event, by = told if isinstance(told, tuple) else (told, STAFF)
        case = case.when(event, by)
    case.then_accepted()
    return case


def opened(case: Case, card: str = "card", champion: str = A, core: Any = None) -> Case:
    """The card is played."""
    printed = case.state.full.cards.get(card)
    core = core or (printed.core if printed is not None else None) or "destruction"
    player = case.state.figures[champion].player
    return case.when(a.ActionCardPlayed(player=player, champion=champion, card=card, core=core), STAFF)


def declared(
    case: Case, *targets: str, direction: int | None = None, card: str = "card", by: str = A
) -> Case:
    """The targets of the open attack."""
    return case.when(
        a.AttackDeclared(attacker=by, card=card, targets=targets or (X,), direction=direction), STAFF
    )


def passed(case: Case) -> Case:
    """No reaction."""
    return case.when(a.ReactionPassed(side="blue"), STAFF)


def reacted(case: Case, card: str = "answer", on: str = X) -> Case:
    """The reaction card is played."""
    core = case.state.full.cards[card].core
    return case.when(a.ReactionPlayed(player="b", card=card, core=core, on_champion=on), STAFF)


def hit(champion: str = X, strength: int = 3, defence: int = 1, **told: Any) -> a.Hit:
    """One target, with the damage that follows from the numbers."""
    mods = sum(one.amount for one in told.get("strength_mods", ()))
    walls = sum(one.amount for one in told.get("defence_mods", ()))
    damage = max(0, strength + mods - max(0, defence + walls))
    return a.Hit(champion=champion, strength=strength, defence=defence, **{"damage": damage, **told})


def resolved(case: Case, *hits: a.Hit, card: str = "card") -> Case:
    """The damage of the attack."""
    return case.when(a.AttackResolved(card=card, targets=hits or (hit(),)), STAFF)


def struck(case: Case, *hits: a.Hit, card: str = "card") -> Case:
    """The card is played, its targets are named, nobody reacts, the damage is dealt."""
    targets = tuple(one.champion for one in hits) or (X,)
    return resolved(passed(declared(opened(case, card), *targets, card=card)), *hits, card=card)


def walk(champion: str, *path: Hex, **told: Any) -> a.ChampionMoved:
    """A walk."""
    return a.ChampionMoved(champion=champion, kind="walk", path=path, **told)


def moved(champion: str, kind: Any, *path: Hex, **told: Any) -> a.ChampionMoved:
    """A movement of an effect."""
    return a.ChampionMoved(champion=champion, kind=kind, path=path, **told)


def displaced(champion: str, kind: Any, x: int, *path: Hex, by: str = A, **told: Any) -> a.ChampionDisplaced:
    """A displacement by champion a."""
    return a.ChampionDisplaced(champion=champion, kind=kind, by=by, x=x, path=path, **told)


def damage(target: str, amount: int, cause: Any = "effect", by: str | None = A, **told: Any) -> a.DamageDealt:
    """Damage that ignores defence."""
    return a.DamageDealt(target=target, amount=amount, cause=cause, by=by, **told)


def out(champion: str, by: str | None = A, cause: Any = "card") -> a.ChampionKnockedOut:
    """A champion goes out of action."""
    return a.ChampionKnockedOut(champion=champion, by=by, cause=cause)


def trap(champion: str, cell: Hex, kind: Any, by: str | None = None, slot: str = "p") -> a.TrapTriggered:
    """A trap is turned over."""
    return a.TrapTriggered(champion=champion, cell=cell, slot=slot, kind=kind, caused_by=by)


def replaced(player: str, cell: Hex, slot: str = "new") -> TrapTokenPlaced:
    """The new token."""
    return TrapTokenPlaced(player=player, cell=cell, slot=slot, cause="replacement")


def basic(number: int, core: Any, champion: str = A, player: str = "r") -> a.BasicActionStarted:
    """A standard action."""
    return a.BasicActionStarted(player=player, champion=champion, basic=number, core=core)


def rules(case: Case) -> list[str]:
    """The rules that refused the last event."""
    return [violation.rule for violation in case.violations]


def cells(state: Any, *slugs: str) -> Iterable[Hex | None]:
    """Where champions stand."""
    return tuple(state.figures[NAMES[slug]].cell for slug in slugs)


END = a.ActionEnded()
