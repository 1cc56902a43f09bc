"""Who is set against the players, by taps: the opponents of a solo game, several at once, and the wave of a horde.

Called through the game's faces.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from functools import partial
from typing import Any

from games.lines import Line
from games.ruleset import NextEvent
from games.senjutsu.chapters.solo import count_at_start, may_join, open_limits
from games.senjutsu.facts import HORDE, OPPONENTS, opponent_limit
from games.senjutsu.pages.fills import bare, entailed, new_name, slot_types
from games.senjutsu.state import SenjutsuState
from games.taps import Amount, Called, Choice, Group, OneOf, Row, Taps, Told, of

EXPECTED = {"A": (-2, -1), "B": (-1, -2), "C": (1, -3), "D": (2, -3)}
"""Where the start hexes are expected to lie where nobody told the board: opposite the character."""
MOST = 4
"""How many opponents are placed with one form."""
FARTHEST = 30
Data = Mapping[str, Any]


def taps(play: SenjutsuState, told: NextEvent) -> Taps | None:
    """What of an event is told by taps. On a board opponents come one by one, each to its hex."""
    if told.type == "wave_started":
        return Taps(groups=tuple(_wave(play)), read=partial(_read_wave, play))
    if told.type == "vo_joined" and play.full is None:
        return Taps(groups=(Group(rows=tuple(_opponents(play))),), events=partial(_read_opponents, play))
    return None


def _opponents(play: SenjutsuState) -> Iterator[Row]:
    """`vo_joined`: the types, a pair as one; how many wounds fell them follows from their number."""
    types = tuple(Choice(pair[0], _called(pair)) for pair in dict.fromkeys(map(_paired, may_join(play))))
    for place in range(1, MOST + 1):
        name = Line("opponent", {"number": place})
        yield OneOf(key=f"type_{place}", name=name, choices=types, listed=True, needed=place == 1)
    if open_limits(play) is None:
        yield Amount(key="limit", name=Line("limit_of_each"), low=1)
    stances = (Choice("", Line("as_printed")), *of("stance", ("offensive", "defensive")))
    yield OneOf(key="stance", name=Called("stance"), choices=stances)


def _paired(type_: str) -> tuple[str, ...]:
    """A type with the one that fights beside it, in the printed order."""
    partner = OPPONENTS.types[type_].partner
    return tuple(key for key in OPPONENTS.types if key in (type_, partner))


def _called(pair: tuple[str, ...]) -> Called | Line:
    return Called("vo_type", pair[0]) if len(pair) == 1 else Line("pair", {"one": pair[0], "other": pair[1]})


def _read_opponents(play: SenjutsuState, tapped: Data, data: Data) -> Iterator[Told]:
    """SEN-SOLO-05: all with the wound limit that goes by their number."""
    picked = (tapped[f"type_{place}"] for place in range(1, MOST + 1))
    types = [one for type_ in picked if type_ for one in _paired(type_)]
    limit = tapped.get("limit") or opponent_limit(count_at_start(play, len(types)))
    names = [*play.foes]
    for type_ in types:
        names.append(new_name(names, type_))
        told = {"vo": names[-1], "vo_type": type_, "wound_limit": limit, "stance": tapped["stance"] or None}
        yield "vo_joined", entailed(play, "vo_joined", bare(told))


def _wave(play: SenjutsuState) -> Iterator[Group]:
    """SEN-HORDE-04: which opponent stands on which start hex; once, where these lie if nobody told the board."""
    ways = [{"at": place, "behaviour": way} for place, way in HORDE.starts.items()]
    starts = tuple(Choice(place, Called("at", place)) for place in HORDE.starts)
    rows = (
        OneOf(key=slot, name=Called("vo_type", name), choices=starts, start=first.key, needed=True)
        for (slot, name), first in zip(_named_slots(play).items(), starts, strict=False)
    )
    yield Group(intro=Line("start_hexes", {"ways": ways}), rows=tuple(rows))
    if letters := _unknown(play):
        places = tuple(_coordinate(letter, axis) for letter in letters for axis in (0, 1))
        yield Group(intro=Line("where_starts_lie"), rows=places, board=True)


def _coordinate(letter: str, axis: int) -> Row:
    at = f"{'qr'[axis]}:{letter}"
    name = Line("coordinate", {"at": letter, "axis": "qr"[axis]})
    return Amount(key=at, name=name, low=-FARTHEST, high=FARTHEST, start=EXPECTED[letter][axis], needed=True)


def _unknown(play: SenjutsuState) -> list[str]:
    """The start hexes of which nobody told where they lie."""
    return [] if play.full is None else [letter for letter in HORDE.starts if letter not in play.full.letters]


def _named_slots(play: SenjutsuState) -> dict[str, str]:
    """Slot -> the type that stands for it, numbered where there are several of one."""
    types, names = slot_types(play), list[str]()
    for type_ in types.values():
        names.append(new_name(names, type_) if [*types.values()].count(type_) > 1 else type_)
    return dict(zip(types, names, strict=True))


def _read_wave(play: SenjutsuState, tapped: Data, data: Data) -> Data:
    """Everything that is printed of a wave follows."""
    vos = [{"slot": slot, "hex": tapped[slot]} for slot in slot_types(play)]
    letters = {letter: [tapped[f"{axis}:{letter}"] for axis in "qr"] for letter in _unknown(play)}
    return entailed(play, "wave_started", {**data, "vos": vos, **bare({"start_letters": letters or None})})
