"""Characters, decks and opponents of a simulated match, most of the training edition. Called by `made_events.py`."""

from __future__ import annotations

from typing import Any, get_args

import msgspec

from games.hexes import neighbours
from games.ruleset import Event, NextEvent
from games.senjutsu.chapters.horde import types_of
from games.senjutsu.events import DeckRegistered, Stance, VoDeckRegistered
from games.senjutsu.facts import CHARACTERS, HORDE, LIMITS, OPPONENTS, SIGNATURES, Behaviour, opponent_limit
from games.senjutsu.full.setup import NO_TRACK, check_object
from games.senjutsu.pages.fills import entailed
from games.senjutsu.pages.forms import free_hexes
from games.senjutsu.play import training, training_foes
from games.senjutsu.play.table import PlayTable

Told = dict[str, Any]
STANCES, BEHAVIOURS = get_args(Stance), get_args(Behaviour)
KINDS = {"leader": "leader", "k1": "katana", "k2": "katana", "k3": "katana", "yari": "yari", "yumi": "yumi"}
"""Decks of the edition, with the type of opponent that each is for."""
PAIR = ("ashigaru", "hachiko")
ALONE = [key for key, kind in OPPONENTS.types.items() if kind.partner is None]
OTHERS = [key for key, kind in OPPONENTS.types.items() if kind.character and key not in CHARACTERS]
"""Opponents who fight without a partner, and characters that the base box knows as opponents alone."""
STRONG = {"wound_limit": 60, "hand_limit": 9}
"""A character that outlives several waves."""
STARTS = (*training.STARTS, *training_foes.LETTERS.values())
FREE = tuple(place for place in training.BOARD if place not in STARTS)


def character(table: PlayTable, one: NextEvent) -> Event | Told:
    if table.state.full is None:
        return _some_character(table, one)
    strong = STRONG if table.state.mode in NO_TRACK and table.chance(0.5) else {}
    return training.side(one.choices["player"][0], table.rng.choice(one.choices["character"]), **strong)


def _some_character(table: PlayTable, one: NextEvent) -> Told:
    """Now and then one that the base box does not have; with numbers that are unknown, now and then."""
    rng, taken = table.rng, {fighter.character for fighter in table.state.fighters.values()}
    others = [key for key in OTHERS if key not in taken]
    strange = "character" not in one.choices or table.chance(0.1)
    return {
        **({"character": rng.choice(others)} if strange else {}),
        "advantage": rng.choice((None, *range(1, 10))),
        "hand_limit": rng.choice((None, 5, 5, 6, 6, 7, 7)),
        "wound_limit": rng.choice((None, *range(5, 11))),
    }


def deck(table: PlayTable, one: NextEvent) -> Event:
    """That of the edition; where nobody plays its cards also the printed one of the character, or one that stays with
    its owner."""
    player, state = one.choices["player"][0], table.state
    printed = SIGNATURES.get(state.fighters[player].character or "") if state.full is None else None
    small = state.options.deck_size != LIMITS.deck_size
    if printed is not None and (small or table.chance(0.5)):
        school = (printed.school,) if printed.school else ()
        return DeckRegistered(player=player, signature=True, cards=dict(printed.cards), schools=school)
    return DeckRegistered(player=player) if small else training.deck(player)


def foe_deck(table: PlayTable, one: NextEvent) -> Event | None:
    """The next of the decks that the match needs: one for each slot of a level, or one to four of a solo game."""
    if not _lists_decks(table):
        return None
    if table.state.mode == "horde":
        slots = types_of(table.state).items()
        wanted = {slot: slot if type_ in ("katana", "leader") else type_ for slot, type_ in slots}
    else:
        table.solo = table.solo or tuple(table.rng.sample(tuple(KINDS), table.rng.randint(1, 4)))
        wanted = {kind: kind for kind in table.solo}
    for name, kind in wanted.items():
        if name not in table.state.foe_decks:
            told: VoDeckRegistered = training_foes.deck(kind, KINDS[kind])
            return msgspec.structs.replace(told, vo_deck=name)
    return None


def _lists_decks(table: PlayTable) -> bool:
    """Whether staff log the opponents' decks: always at full detail, else in half of the matches, if the edition has
    a deck for each of them."""
    types = [*table.state.options.nightmare.values()]
    if table.listed is None and table.state.full is None:
        known = len(set(types)) == len(types) and {*types} <= {*KINDS}
        table.listed = known and table.chance(0.5)
    return table.listed is not False


def joined(table: PlayTable, one: NextEvent) -> Told | None:
    """An opponent for a deck that is left; where nobody logs decks, one of some types."""
    state = table.state
    left: list[tuple[str, str | None]]
    if _lists_decks(table):
        used = {foe.vo_deck for foe in state.foes.values()}
        every = tuple(told.vo_type for told in state.foe_decks.values())
        left = [(told.vo_type, name) for name, told in state.foe_decks.items() if name not in used]
    else:
        table.solo = table.solo or table.rng.choice((PAIR, table.rng.sample(ALONE, table.rng.randint(1, 4))))
        every, there = tuple(table.solo), {foe.vo_type for foe in state.foes.values()}
        left = [(type_, None) for type_ in every if type_ not in there]
    return _stands(table, one, *left[0], len(every)) if left else None


def deckless(table: PlayTable, one: NextEvent) -> Told:
    """One more opponent, of whom nobody lists a deck."""
    vo_type = table.rng.choice(one.choices["vo_type"])
    return _stands(table, one, vo_type, None, len(table.state.foes) + 1)


def _stands(table: PlayTable, one: NextEvent, vo_type: str, vo_deck: str | None, count: int) -> Told:
    """An opponent of `count`, with its limit and where it stands."""
    state = table.state
    limit, limits = opponent_limit(count) + state.options.custom, one.choices.get("wound_limit", ())
    place = {}
    if state.full is not None:
        place = {"hex": table.rng.choice(free_hexes(state)), "facing": table.rng.randint(0, 5)}
    return {
        **place,
        "vo_type": vo_type,
        "vo_deck": vo_deck,
        "wound_limit": limits[0] if limits and limit not in limits else limit,
        "behaviour": table.rng.choice(BEHAVIOURS),
        "stance": table.rng.choice(STANCES),
    }


def wave(table: PlayTable, one: NextEvent) -> Told:
    """Every slot on a start hex of its own."""
    slots = one.choices["vos.slot"]
    starts = table.rng.sample(sorted(HORDE.starts), len(slots))
    vos = [{"slot": slot, "hex": start} for slot, start in zip(slots, starts, strict=True)]
    return entailed(table.state, one.type, {"vos": vos})


def terrain(table: PlayTable, one: NextEvent) -> Told:
    """Anywhere but on a start hex; the fallen lord beside X."""
    if table.state.full is None:
        return {"hex": (3, 3), "start": (3, 4)}
    if "player" in one.choices:
        return {"hex": table.rng.choice(FREE)}
    start = table.full.letters["X"]
    beside = [place for place in neighbours(start) if not [*check_object(table.state, "corpse", place)]]
    return {"hex": table.rng.choice(beside), "start": start}
