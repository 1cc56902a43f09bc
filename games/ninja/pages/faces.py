"""What the pages may say of a match of Ninja besides its events: names, what may be chosen, secrets, the table.

Called through the game's descriptor.
"""

from __future__ import annotations

import unicodedata
from collections.abc import Collection, Iterator, Mapping
from typing import Any

import msgspec

from games.faces import Faces, Fact, Held, Spared, Typed
from games.ninja.chapters.hands import keys_of, suggested_hand
from games.ninja.facts import DECKS, INTRUDERS, LIMITS
from games.ninja.full import own_device
from games.ninja.full.events import AGAINST_A_LISTEN
from games.ninja.full.legal.moves_guards import joining, name_of
from games.ninja.full.movement import name_of_movers
from games.ninja.full.ownership import BOTH, inside_of, own_names
from games.ninja.full.piles import owner_of_hand
from games.ninja.full.state import FullState
from games.ninja.full.table import first_due
from games.ninja.full.window import began_at
from games.ninja.maps.graph import OUTSIDE
from games.ninja.maps.unmapped import LISTS, LONGEST, NAMES, SPECIAL, is_zone_name
from games.ninja.pages import plan
from games.ninja.pages.sentences import run, told
from games.ninja.pages.standing import standing, tells
from games.ninja.state import GUARDS, INTRUDER_SIDE, Fate, NinjaState
from games.rulebook import Text
from games.ruleset import NextEvent

CARDS = {key: card.name for facts in DECKS.values() for key, card in facts.cards.items()}
BEYOND = {"exit": OUTSIDE, "enter_passage": inside_of(BOTH)}
"""How a step is made -> where it leads to."""
ZONE_HINT = Text(
    "One zone on each line, each of at most 12 letters.",
    "По одной зоне в строке, в названии не больше 12 букв.",
)
ZONE_FAULT = Text(
    "A zone is called by 1 to 12 letters of any alphabet, digits, hyphens, underscores or single spaces between words.",
    "Зона называется так: от 1 до 12 букв любого алфавита, цифр, дефисов, подчёркиваний, пробелов между словами.",
)
MIXED = {
    f"{deck}.{key}": Text(f"{card.name.en} ({facts.name.en})", f"{card.name.ru} ({facts.name.ru})")
    for deck, facts in INTRUDERS.items()
    for key, card in DECKS[deck].cards.items()
}
"""The cards of a mixed hand, with their deck (NIN-MODE-SOLO-02)."""


def named(state: NinjaState) -> dict[str, Text]:
    """The intruders, the cards and the guards; zones have their own names."""
    intruders: dict[str, Text] = {name: facts.name for name, facts in INTRUDERS.items()}
    found: dict[str, Text] = {**CARDS, **MIXED, **intruders, "solo": plan.NAMES["solo"]}
    if state.full is None:
        return found
    for name, one in state.full.figures.items():
        found[name] = Text(name, name)
        if one.patrol is not None:
            found[one.patrol] = Text(one.patrol, one.patrol)
    return found


def beside(state: NinjaState, field: str, value: Any) -> Text | None:
    """Where a guard or a patrol stands now, beside the choice of it. Names alone stand in the log, whose guards have
    gone on since."""
    if state.full is None or field not in ("guard", "guards", "patrol"):
        return None
    moving = isinstance(value, list | tuple)
    named = set(value) if moving else {value}
    zones = {one.zone for name, one in state.full.figures.items() if named & {name, one.patrol}}
    told = ", ".join(sorted(zones))
    if not told:
        return None
    if not moving:
        return Text(told, told)
    # Beside the path that they take the zone where they stand says so; without a map also where a patrol looks.
    patrols = {one.patrol for name, one in state.full.figures.items() if name in named and one.patrol}
    facing = state.full.facings.get(next(iter(patrols), ""))
    looks = (f", facing {facing}", f", смотрят на {facing}") if facing and state.map is None else ("", "")
    return Text(f"now at {told}{looks[0]}", f"сейчас в {told}{looks[1]}")


def step(state: NinjaState, told: NextEvent) -> str | None:
    """After a meeting the intruders say whether somebody else was met, or nobody else."""
    met = state.full is not None and bool(first_due(state).met)
    return "nobody_else" if told.type == "movement_cleared" and met else ""


def domains(state: NinjaState) -> Mapping[str, tuple[Any, ...]]:
    """Without a map nobody can list the zones by which something is counted, nor is it judged between which steps
    something happened (NIN-MAP-12); where the intruders keep their secrets themselves, all zones of the map stand for
    those where they may be."""
    if state.full is not None and state.map is None:
        return {"sleepers.*": (), "zones.*": (), "steps.after": ()}
    return own_device.domains(state) if own_device.keeps(state) else {}


def _zone(said: str) -> str | None:
    """NIN-MAP-12: a zone as the players call it; what reads alike is one name, however a phone writes its letters."""
    name = unicodedata.normalize("NFC", " ".join(said.split()))
    return name if is_zone_name(name) or name in SPECIAL else None


_WORD = r"[\p{L}\p{N}_\-]+"
ZONE = Typed(
    read=_zone,
    fault=ZONE_FAULT,
    longest=LONGEST,
    hint=ZONE_HINT,
    pattern="|".join((f"{_WORD}(?: {_WORD})*", *SPECIAL)),
)


def starts(state: NinjaState, told: NextEvent) -> Mapping[str, Any]:
    """What a form starts with: the suggested hand; of two guard players half of it each."""
    if told.type != "hand_chosen":
        return {}
    hand: Any = told.choices["hand"][0]
    cards = suggested_hand(hand)
    return {"cards": {key: cards.get(key, 0) for key in keys_of(hand)}}


def options(state: NinjaState, told: NextEvent) -> Mapping[str, tuple[Any, ...]]:
    """Nobody counts the cards of a bonus that are told one by one, nor says where a way begins that the log knows, what
    a patrol is called, or where one looks that others join (NIN-MOV-11)."""
    if told.type == "intruder_moved" and _begins(state, told):
        return {"start": ()}
    if told.type == "guards_moved" and state.map is None:
        return {"patrol": ()}
    if told.type == "patrol_reformed" and state.full is not None and state.map is None:
        groups = told.choices.get("guards", ())
        kept = all(len({state.full.facings[one] for one in joining(state, group)}) == 1 for group in groups)
        return {"patrol": (), **({"facing": ()} if kept and first_due(state).kind != "facing" else {})}
    return {"count": ()} if told.type == "respawn_bonus_taken" and state.mode != "four" else {}


def _is_typed(state: NinjaState) -> bool:
    """Whether ways of intruders are typed on the pad; on a device that keeps them no pad reads them."""
    return state.full is not None and state.map is None and not own_device.keeps(state)


def _begins(state: NinjaState, told: NextEvent) -> dict[str, str]:
    """Intruder -> where its way begins, without a map (NIN-INT-16): by its figure, or as its side told it; nothing
    where that is not known of each of those who may go."""
    if not _is_typed(state) or state.full is None:
        return {}
    names = told.choices.get("intruder", ())
    found = {name: began_at(state, name) for name in names if name in state.full.hidden}
    known = {name: zone for name, zone in found.items() if zone}
    return known if len(known) == len(names) else {}


def apart(state: NinjaState, told: NextEvent) -> Iterator[tuple[str, ...]]:
    """NIN-SETUP-12: a zone of a castle holds one object."""
    if told.type == "guard_map_marked":
        yield "marks.targets", "marks.traps", "marks.ambushes"


def fills(state: NinjaState, told: NextEvent) -> Mapping[str, Any]:
    """NIN-RESP-07: as many cards as are told. NIN-LIS-10: a cat against a listen is for nothing else. NIN-MOV-11: a
    patrol that others join keeps its name, and looks where it did unless another facing is told."""
    if told.type == "intruder_card_played" and state.full is not None and first_due(state).kind == "listen":
        return {"use": msgspec.to_builtins(AGAINST_A_LISTEN)}
    if told.type == "intruder_moved" and _is_typed(state):
        begins = _begins(state, told)
        start = {"start": lambda data: begins.get(data.get("intruder", ""))} if begins else {}
        return {"steps": _through_doors, **start}
    if told.type == "guards_moved" and state.map is None:
        return {"patrol": lambda data: name_of_movers(state, data.get("guards") or ())}
    if told.type == "patrol_reformed" and state.map is None:
        return {
            "patrol": lambda data: name_of(state, data.get("guards") or ()),
            "facing": lambda data: data.get("facing") or _kept_facing(state, data.get("guards") or ()),
        }
    if told.type == "respawn_bonus_taken" and state.mode != "four":
        return {"count": lambda data: sum((data.get("cards") or {}).values())}
    return {}


def _kept_facing(state: NinjaState, guards: Collection[str]) -> str | None:
    """Where a patrol looks that these guards are, or join."""
    facings = state.full.facings if state.full is not None else {}
    return next((facings[patrol] for patrol in joining(state, guards)), None)


def _through_doors(data: Mapping[str, Any]) -> list[dict[str, Any]]:
    """Off the map, or into the passage (a match without a map has one for all), a step leads to no zone that the table
    has a name for, whatever was typed there."""
    return [{**one, "to": BEYOND.get(one.get("via", ""), one.get("to"))} for one in data.get("steps") or ()]


def spares(state: NinjaState, told: NextEvent) -> Mapping[str, Spared]:
    """Nobody need name where a step through such a door leads."""
    return {"steps.to": ("via", tuple(BEYOND))} if told.type == "intruder_moved" and _is_typed(state) else {}


def held(state: NinjaState) -> Iterator[Held]:
    """Cards and missions that a side keeps to itself; its map is drawn."""
    full = state.full
    if full is None:
        return
    for hand, cards in full.piles.items():
        owner = owner_of_hand(state, hand)
        if cards.hand_cards and owner is not None:
            yield Held(player=owner, field="cards", values=(_held_cards(cards.hand_cards),))
    if state.map is None and full.marks is not None and state.sides.get(GUARDS):
        yield Held(player=GUARDS, field="marks", values=(msgspec.to_builtins(full.marks),))
    for player in state.sides.get(INTRUDER_SIDE, ()):
        names = own_names(state, player)
        intruders = {
            name: tuple(value for value in (one.character, one.mission, _held_cards(one.cards)) if value)
            for name, one in full.hidden.items()
            if name in names and (one.mission or one.cards) and not _lost(state, name)
        }
        if intruders:
            yield Held(player=player, field="hidden", values=(intruders,))
        if state.map is None:
            yield from _whereabouts(full, player, names)


def _whereabouts(full: FullState, player: str, names: Collection[str]) -> Iterator[Held]:
    """What a private map holds where no board is drawn: where the intruders are, the passage, the ropes."""
    places = {name: one.zone for name, one in full.hidden.items() if name in names and one.zone}
    if places:
        yield Held(player=player, field="whereabouts", values=(places,))
    for one in full.own.values():
        if one.entrances is not None:
            yield Held(player=player, field="entrances", values=(list(one.entrances),))
        if one.ropes:
            yield Held(player=player, field="ropes", values=([" – ".join(rope) for rope in one.ropes],))


def _lost(state: NinjaState, name: str) -> bool:
    """Whether an intruder is dead, for good or until its new copy comes."""
    fate = state.intruders[name]
    return fate.dead or fate.awaited


def _held_cards(cards: Mapping[str, int] | None) -> dict[str, int]:
    return {card: number for card, number in (cards or {}).items() if number}


def facts(state: NinjaState) -> Iterator[Fact]:
    """Alert and figures of the guards; of each intruder wounds, what it has come to, where its figure stands."""
    if not state.turn and state.full is None:
        return
    if state.full is not None and state.map is None:
        yield Fact(field="places", values=("told_by_players",))
    yield Fact(field="alert", values=(str(state.alert),))
    yield Fact(field="guards_on_map", values=(str(state.guards),), side=GUARDS)
    if state.drunk:
        yield Fact(field="drunk_end", values=(str(state.drunk),), side=GUARDS)
    for name, fate in state.intruders.items():
        told = (name, *_fared(fate, _opened_mission(state, name)))
        yield Fact(field="fate", values=told, side=INTRUDER_SIDE)
    if state.full is not None:
        yield from _of_table(state)


def _opened_mission(state: NinjaState, name: str) -> str | None:
    """NIN-HID-12: the letter of an intruder's last copy, once the secrets of both sides are open."""
    full = state.full
    if full is None or state.phase != "closed" or full.marks is None or name not in full.hidden:
        return None
    return full.hidden[name].mission


def _fared(fate: Fate, letter: str | None) -> Iterator[Any]:
    """NIN-SCORE-01: what of its success an intruder has, and what it lacks."""
    if letter is not None:
        yield {"completed" if fate.mission else "missed": letter}
    elif fate.mission:
        yield "mission_done"
    if fate.dead:
        yield "dead"
    if fate.left is not None:
        yield "gone"
    if fate.wounds:
        yield {"wounds": fate.wounds}


def _of_table(state: NinjaState) -> Iterator[Fact]:
    full = state.full
    assert full is not None
    units = {one.patrol or name: one.zone for name, one in full.figures.items()}
    if units:
        yield Fact(field="posted", values=(units,), side=GUARDS)
    found = dict(full.found)
    for one in full.own.values():
        found |= one.found
    if found:
        # What was found, each with its zones: twenty zones of nothing are one line.
        kinds = sorted(set(found.values()), key=lambda kind: (kind in plan.FOUND, kind))
        told = {kind: [zone for zone in found if found[zone] == kind] for kind in kinds}
        yield Fact(field="found", values=(told,))
    for name, shown in full.shown.items():
        if shown.visible:
            yield Fact(field="seen", values=({name: shown.visible},), side=INTRUDER_SIDE)


def opens(state: NinjaState, by_staff: bool) -> Text | None:
    """NIN-HID-12, -14: the end opens the secrets; after a concession each side opens its own by confirming."""
    if state.full is None:
        return None
    if state.reason != "concession":
        return Text("Everybody then sees the secrets of both sides.", "Тогда тайны обеих сторон увидят все.")
    if by_staff:
        return Text(
            "The match was conceded: the secrets stay with their sides. They open if both sides confirm themselves.",
            "Партия сдана: тайны остаются у сторон. Они откроются, если обе стороны подтвердят результат сами.",
        )
    return Text(
        "The match was conceded: by confirming you open the secrets of your side. They are shown once the other side "
        "has confirmed too.",
        "Партия сдана: подтверждая, вы раскрываете тайны своей стороны. Их покажут, когда подтвердит и другая сторона.",
    )


FACES = Faces(
    named=named,
    told=told,
    run=run,
    step=step,
    beside=beside,
    now=standing,
    tells=tells,
    domains=domains,
    typed=dict.fromkeys((*NAMES, *LISTS, *LIMITS.letters, "sleepers"), ZONE),
    starts=starts,
    options=options,
    apart=apart,
    fills=fills,
    spares=spares,
    held=held,
    facts=facts,
    plans=plan.public,
    own_plan=plan.own,
    kept=own_device.kept,
    opens=opens,
)
