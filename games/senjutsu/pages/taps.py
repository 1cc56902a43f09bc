"""The report of one turn by taps: wounds, stuns and the revealed card of every character, and the opponents.

Of matches that are logged turn by turn. Called through the game's faces.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from functools import partial
from typing import Any

from games.lines import Line
from games.ruleset import EVERYONE, NextEvent
from games.senjutsu.chapters.revealed import revealable
from games.senjutsu.facts import FACTS, LIMITS
from games.senjutsu.pages.fills import entailed
from games.senjutsu.state import Fighter, Foe, SenjutsuState, standing, standing_foes
from games.senjutsu.visibility import visible_to
from games.senjutsu.worded import WORDS
from games.taps import Amount, Called, Group, Numbers, OneOf, Row, Taps, Written, of

CHARACTER, OPPONENT = "c:", "v:"
HARM = ("", "wounds", "stun", "execution")
MOST_WOUNDS, MOST_STUNS = 12, 8
"""How far the row of numbers goes where the limit is unknown."""
COUNTED = ("injuries", "extra_drawn", "returned", "removed")
Data = Mapping[str, Any]


def taps(play: SenjutsuState, told: NextEvent) -> Taps | None:
    """`turn_recorded`. What nobody taps stays as it was; what limits and an empty deck mean follows."""
    if told.type != "turn_recorded":
        return None
    sides = list(WORDS.sides)
    fighters = [play.fighters[player] for player in standing(play)]
    fighters.sort(key=lambda fighter: sides.index(fighter.side))
    groups = (
        *(_character(play, fighter) for fighter in fighters),
        *(_opponent(play.foes[vo]) for vo in standing_foes(play)),
    )
    return Taps(groups=groups, read=partial(_read, play), counter="turn")


def _character(play: SenjutsuState, one: Fighter) -> Group:
    """A defeat stands in sight where no limit tells it."""
    at = f"{CHARACTER}{one.player}:"
    bleeding = Called("characters.bleeding")
    wounds, stuns = _harmed(at, one, one.wound_limit, one.hand_limit)
    body = (
        wounds,
        Numbers(key=f"{at}bleeding", name=bleeding, numbers=(0, 1, 2, 3), start=one.bleeding),
        stuns,
    )
    limited = one.wound_limit is not None and one.hand_limit is not None
    fallen = _fallen(at)
    return Group(
        side=one.side,
        legend=Line("fighter", {"player": one.player, "character": one.character}),
        rows=body if limited else (*body, fallen),
        fold=Line("cards_and_kamae"),
        more=(*((fallen,) if limited else ()), *_noted(play, one, at)),
    )


def _harmed(at: str, one: Fighter | Foe, wound_limit: int | None, stun_limit: int | None) -> tuple[Row, Row]:
    """Wounds in all, and stuns: of a character's one may have gone, and an opponent turns up one more at most
    (SEN-SOLO-07)."""
    most = wound_limit or max(MOST_WOUNDS, one.wounds + 4)
    foe = isinstance(one, Foe)
    last = min(stun_limit or MOST_STUNS, one.stuns + 1) if foe else stun_limit or MOST_STUNS
    stuns = range(one.stuns if foe else max(0, one.stuns - 1), last + 1)
    whose = "characters" if at.startswith(CHARACTER) else "opponents"
    wounds = tuple(range(most + 1))
    return (
        Numbers(key=f"{at}wounds", name=Called(f"{whose}.wounds"), numbers=wounds, start=one.wounds),
        Numbers(key=f"{at}stuns", name=Called(f"{whose}.stuns"), numbers=tuple(stuns), start=one.stuns),
    )


def _fallen(at: str) -> Row:
    return OneOf(key=f"{at}defeated", name=Called("defeated"), choices=of("fell", HARM))


def _noted(play: SenjutsuState, one: Fighter, at: str) -> Iterator[Row]:
    """What a table may note besides."""
    yield _revealed(play, one, f"{at}played")
    kamae = of("kamae", FACTS.kamae)
    yield OneOf(key=f"{at}kamae", name=Called("kamae"), choices=kamae, start=one.kamae, listed=True)
    yield Amount(key=f"{at}hand", name=Called("in_hand"), high=999)
    yield Amount(key=f"{at}discard", name=Called("discard"), high=999)
    yield Amount(key=f"{at}focus", name=Called("focus"), high=LIMITS.focus, start=one.focus)
    for name in COUNTED:
        yield Amount(key=at + name, name=Called(name), high=999)


def _revealed(play: SenjutsuState, one: Fighter, key: str) -> Row:
    """One of the cards that may have been revealed where everybody may see the deck; else the name, so that the screen
    on the table shows nobody's list (SEN-HID-01)."""
    public, name = visible_to(play, EVERYONE), Called("characters.played")
    cards = revealable(public, public.fighters[one.player])
    if not cards:
        return Written(key=key, name=name)
    return OneOf(key=key, name=name, choices=of("named", cards), listed=True)


def _opponent(foe: Foe) -> Group:
    at = f"{OPPONENT}{foe.vo}:"
    return Group(
        legend=Called("actor", foe.vo),
        beside=Called("hex", foe.hex) if isinstance(foe.hex, str) else None,
        rows=_harmed(at, foe, foe.wound_limit, foe.wound_limit),
        fold=Line("defeated_another_way"),
        more=(_fallen(at),),
    )


def _read(play: SenjutsuState, tapped: Data, data: Data) -> Data:
    """The turn of every character and opponent, with what follows from it."""
    bodies: dict[str, dict[str, dict[str, Any]]] = {CHARACTER: {}, OPPONENT: {}}
    for key, value in tapped.items():
        kind, whose = key[: len(CHARACTER)], key[len(CHARACTER) :]
        about, _colon, name = whose.rpartition(":")
        body = bodies[kind].setdefault(about, {})
        if value not in (None, ""):
            body[name] = value
    told = {**data, "characters": bodies[CHARACTER], "opponents": bodies[OPPONENT]}
    return entailed(play, "turn_recorded", told)
