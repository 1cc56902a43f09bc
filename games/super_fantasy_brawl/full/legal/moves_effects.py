"""Concrete legal events of effects: whatever the open action, its reaction, a trap or a standard action does.

Called by `offers`; each event is judged there.
"""

from __future__ import annotations

from collections.abc import Iterator
from itertools import product, takewhile
from typing import NamedTuple

from msgspec.structs import replace

from games.hexes import axis
from games.ruleset import Event, NextEvent
from games.super_fantasy_brawl.definitions import Effect
from games.super_fantasy_brawl.full import action_events as a
from games.super_fantasy_brawl.full.board.arena import cell_of, cut, field_of
from games.super_fantasy_brawl.full.board.paths import Path, fear_paths, pull_direction, push_direction, slide
from games.super_fantasy_brawl.full.board.trapped import flight_on
from games.super_fantasy_brawl.full.common import action_of, owner_of, standing, table
from games.super_fantasy_brawl.full.fighting.stun import is_untold
from games.super_fantasy_brawl.full.legal.moves_action import (
    OF_HAND,
    Make,
    damage_keywords,
    in_hand,
    offered,
    walking,
)
from games.super_fantasy_brawl.full.legal.ways import arena_cells, leaps, straights, walks
from games.super_fantasy_brawl.full.printed import (
    champion_of_effect,
    open_effects,
    player_of_effect,
    receivers,
    takers,
    timings,
)
from games.super_fantasy_brawl.full.state import NO_SEAT, Moving, trap_at
from games.super_fantasy_brawl.state import SfbState

FORCED = ("push", "pull", "compel", "fear")
TO_PLAYER = {"cards_drawn": ("draw",), "cards_planned": ("plan",), "information_shown": ("show", "look")}
"""Events about the cards of the player whose effect it is, with their keywords."""
OWN_MOVES = ("dash", "fly", "leap", "approach", "retreat")


GUESSES: dict[str, tuple[int | None, ...]] = {
    "damage": (1, 2, 3, 4),
    "heal": (99,),
    "immobilise": (None,),
    "push": (1, 2, 3),
    "pull": (1, 2, 3),
    "place": (None,),
    "fear": (1, 2, 3),
}
"""What a card that nobody imported may do, with its numbers. Other movements are told by where they end: `place`."""


class Open(NamedTuple):
    """An effect that may be carried out now: its card (None: the open action's own), on one champion, by another."""

    source: str | None
    effect: Effect
    on: str
    by: str

    @property
    def x(self) -> int:
        return self.effect.x or 0


def open_on(play: SfbState, *keywords: str) -> Iterator[Open]:
    """The open effects of these keywords, on each champion that may receive them."""
    for source in action_of(play).sources:
        by = champion_of_effect(play, source)
        effects = open_effects(play, source)
        if effects is None and timings(play, source):
            yield from _guessed(play, source, by, keywords)
        for _place, effect in effects or ():
            if effect.keyword in keywords:
                for on, x in product(receivers(play, effect, source), _numbers(effect)):
                    yield Open(source, replace(effect, x=x), on, by)


def _numbers(effect: Effect) -> tuple[int | None, ...]:
    """The number of an effect; of one that nobody imported what it may be."""
    return GUESSES.get(effect.keyword, (None,)) if effect.x is None else (effect.x,)


def _guessed(play: SfbState, source: str | None, by: str, keywords: tuple[str, ...]) -> Iterator[Open]:
    """SFB-LOG-05: whatever the player reads on a card that nobody imported."""
    near = (by, *action_of(play).targets)
    for keyword, numbers in GUESSES.items():
        for on in standing(play) if keyword in keywords and keyword != "fear" else ():
            own_push = keyword in ("push", "pull") and on == by
            rooted = keyword == "immobilise" and play.figures[on].immobilised
            if own_push or rooted or (keyword == "place" and on not in near):
                continue
            for x in numbers:
                yield Open(source, Effect(timing="main", keyword=keyword, x=x, on="target"), on, by)  # type: ignore[arg-type]


def is_guess(play: SfbState) -> bool:
    """Whether nobody told what the open card does."""
    return None in unknown_sources(play)


def unknown_sources(play: SfbState) -> list[str | None]:
    """The cards of the open action of which nobody told what they do (None: its own), where their effects may come;
    none while something is due."""
    sources = () if table(play).due else action_of(play).sources
    return [one for one in sources if open_effects(play, one) is None and timings(play, one)]


def card_effects(play: SfbState, type_: str) -> dict[str, tuple[str | None, int | None]]:
    """Player -> (card, number) of an open effect that lets the player draw, plan or show; a number None: unknown."""
    found: dict[str, tuple[str | None, int | None]] = {}
    for source in action_of(play).sources:
        effects = open_effects(play, source)
        if effects is None and timings(play, source):
            found.setdefault(player_of_effect(play, source), (source, None))
        for _place, effect in effects or ():
            if effect.keyword in TO_PLAYER[type_]:
                for player in takers(play, effect, source):
                    found.setdefault(player, (source, effect.x))
    return found


def _moves(play: SfbState, told: NextEvent) -> Iterator[Event]:
    """The walk, and movements by effects; one that a trap interrupted goes on."""
    yield from walking(play)
    moving = _interrupted(play, OWN_MOVES)
    if moving is not None:
        yield from _moved(play, moving, continues=True)
    for one in open_on(play, *OWN_MOVES):
        kind = one.effect.keyword
        nearing = kind in ("approach", "retreat")
        toward = play.figures[one.on].cell if nearing else None
        who = one.by if nearing else one.on
        yield from _moved(play, Moving(who, kind, x=one.x, source=one.source, toward=toward), continues=False)


def _interrupted(play: SfbState, kinds: tuple[str, ...]) -> Moving | None:
    moving = action_of(play).moving
    goes_on = moving is not None and moving.kind in kinds and moving.made < (moving.x or 1)
    return moving if goes_on else None


def _moved(play: SfbState, moving: Moving, continues: bool) -> Iterator[Event]:
    x = 1 if moving.x is None else moving.x
    for path in _paths(play, moving.champion, moving.kind, x - moving.made):
        yield a.ChampionMoved(
            champion=moving.champion,
            kind=moving.kind,  # type: ignore[arg-type]
            path=path,
            source=moving.source,
            x=x,
            continues=continues,
            toward=None if continues else moving.toward,
        )


def _paths(play: SfbState, figure: str, kind: str, limit: int) -> list[Path]:
    if kind == "leap":
        return leaps(play, figure, limit)
    if kind in ("dash", "fly"):
        return straights(play, figure, limit, over=kind == "fly")
    return walks(play, figure, limit)


def _displaced(play: SfbState, told: NextEvent) -> Iterator[Event]:
    moving = _interrupted(play, FORCED)
    if moving is not None:
        yield from _driven(play, moving, continues=True)
    for one in open_on(play, *FORCED):
        moving = Moving(one.on, one.effect.keyword, one.by, one.x, source=one.source)
        yield from _driven(play, moving, continues=False)


def _driven(play: SfbState, moving: Moving, continues: bool) -> Iterator[Event]:
    """A segment: to its end, or up to the first trap; steps that are missing stand in the last one."""
    x = 1 if moving.x is None else moving.x
    for whole in dict.fromkeys(_ways(play, moving, x - moving.made)):
        path = cut(play, whole)
        trapped = bool(path) and trap_at(table(play), path[-1]) is not None
        left = x - moving.made - len(path)
        yield a.ChampionDisplaced(
            champion=moving.champion,
            kind=moving.kind,  # type: ignore[arg-type]
            by=moving.by or "",
            x=x,
            path=path,
            missing=left if not trapped and moving.kind in ("push", "pull") else 0,
            source=moving.source,
            continues=continues,
        )


def _ways(play: SfbState, moving: Moving, limit: int) -> Iterator[Path]:
    """Every way that the effect may take; what geometry gives has one."""
    kind, target = moving.kind, moving.champion
    field, start, origin = field_of(play, target), cell_of(play, target), cell_of(play, moving.by)
    if start is None or origin is None:
        return
    if play.figures[target].immobilised and kind in ("push", "pull"):
        yield ()
    elif kind == "compel":
        yield from walks(play, target, limit)
    elif field is None:
        yield from straights(play, target, limit)
    elif kind == "fear" and moving.made:
        yield flight_on(play, moving)
    elif kind == "fear":
        yield from fear_paths(field, origin, start, limit).values()
    else:
        heading = _heading(moving)
        if heading is None:
            heading = (push_direction if kind == "push" else pull_direction)(field, origin, start)
        if heading is not None:
            yield slide(field, start, heading, limit)


def _heading(moving: Moving) -> int | None:
    """The direction in which an interrupted push or pull goes on."""
    if moving.began is None or not moving.steps:
        return None
    return axis(moving.began, moving.steps[0])


def _placed(play: SfbState, told: NextEvent) -> Iterator[Event]:
    taken = set(standing(play).values())
    for one in open_on(play, "place"):
        for cell in arena_cells(play):
            if cell not in taken:
                yield a.ChampionPlaced(champion=one.on, cell=cell, source=one.source)


def _damage(play: SfbState, told: NextEvent) -> Iterator[Event]:
    action = action_of(play)
    for target, amount in action.hits.items():
        for keyword, x in damage_keywords(play).items():
            more = amount if keyword == "double" else x
            if keyword in ("double", "poison") and amount and more:
                yield a.DamageDealt(target=target, amount=more, cause=keyword, by=action.champion)  # type: ignore[arg-type]
    for one in open_on(play, "damage"):
        cause = "basic" if action.kind == "basic" else "effect"
        if one.x:
            yield a.DamageDealt(target=one.on, amount=one.x, cause=cause, by=one.by, source=one.source)  # type: ignore[arg-type]


def _heals(play: SfbState, told: NextEvent) -> Iterator[Event]:
    action = action_of(play)
    if "vampirism" in damage_keywords(play):
        most = min(play.figures[action.champion].damage, sum(action.hits.values()))
        if most:
            yield a.ChampionHealed(champion=action.champion, amount=most, cause="vampirism")
    cause = "basic" if action.kind == "basic" else "effect"
    for one in open_on(play, "heal"):
        for amount in range(min(one.x, play.figures[one.on].damage), 0, -1):
            yield a.ChampionHealed(champion=one.on, amount=amount, cause=cause, source=one.source)  # type: ignore[arg-type]


def _stuns(play: SfbState, told: NextEvent) -> Iterator[Event]:
    for champion, cause, source in stuns(play):
        yield from _stunned(play, champion, cause, source)


def stuns(play: SfbState) -> Iterator[tuple[str, str, str | None]]:
    """(champion, cause, card) of every stun that is to be answered now."""
    for due in takewhile(lambda one: one.kind == "champion_stunned", table(play).due):
        yield due.champion, "trap", None
    for one in open_on(play, "stun") if not table(play).due else ():
        yield one.on, "effect", one.source


def _stunned(play: SfbState, champion: str, cause: str, source: str | None) -> Iterator[Event]:
    """A card of the champion goes; without one the hand is shown, its cards as far as all of them were noted."""
    owner = owner_of(play, champion)
    slug = play.figures[champion].slug
    full = table(play)
    for card in in_hand(play, owner):
        if card in full.cards and full.cards[card].champion == slug:
            yield a.ChampionStunned(champion=champion, cause=cause, discarded=card, source=source)  # type: ignore[arg-type]
    own = full.seats.get(owner, NO_SEAT)
    shown = () if is_untold(own, ()) else tuple(sorted(own.held))
    yield a.ChampionStunned(champion=champion, cause=cause, shown=shown, source=source)  # type: ignore[arg-type]


def _roots(play: SfbState, told: NextEvent) -> Iterator[Event]:
    for one in open_on(play, "immobilise"):
        yield a.ChampionImmobilised(champion=one.on, source=one.source)


def due_or(kind: type[Event], make: Make) -> Make:
    """What is due its offer tells whole."""
    told_whole = offered(kind)
    return lambda play, told: (told_whole if table(play).due else make)(play, told)


MAKERS: dict[str, Make] = {
    "champion_moved": _moves,
    "champion_displaced": _displaced,
    "champion_placed": _placed,
    "damage_dealt": due_or(a.DamageDealt, _damage),
    "champion_healed": due_or(a.ChampionHealed, _heals),
    "champion_stunned": _stuns,
    "champion_immobilised": due_or(a.ChampionImmobilised, _roots),
}
WHOLE = OF_HAND | frozenset((*MAKERS, *TO_PLAYER, "attack_declared"))
"""No offer to whoever knows that nothing of it can be done now: of a hand, of an effect, of an attack."""
