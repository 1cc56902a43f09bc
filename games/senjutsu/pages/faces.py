"""What the pages may say of a match of Senjutsu besides its events: names of cards and opponents, and what a sentence
adds up.

Called through the game's descriptor.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from typing import Any

from games.faces import Faces, said_by_type
from games.hexes import spot
from games.rulebook import Text
from games.senjutsu.facts import BATTLEFIELDS, OPPONENTS
from games.senjutsu.roster.check import name_of
from games.senjutsu.state import OPPONENTS as FOES
from games.senjutsu.state import SenjutsuState
from games.senjutsu.worded import WORDS

Data = Mapping[str, Any]
OUTCOMES = ("draw", FOES)


def called(field: str, id_: str, name: Callable[[str], str]) -> Text | None:
    """A card by its name and number, an opponent by its type and number or by its slot of a wave."""
    if field == "vo_deck":
        return None
    type_, _dash, number = id_.rpartition("-")
    if type_ in OPPONENTS.types and number.isdecimal():
        kind = OPPONENTS.types[type_].name
        return Text(f"{kind.en} {number}", f"{kind.ru} {number}")
    card = name_of(id_)
    if card != id_:
        return Text(f"{card} ({id_})", f"{name_of(id_, 'ru')} ({id_})")
    if field == "character":
        plain = id_.replace("_", " ")
        return Text(plain, plain)
    return WORDS.values["slot"].get(id_)


def named(play: SenjutsuState) -> dict[str, Text]:
    """The cards that the match pins."""
    pinned = play.full.cards if play.full is not None else {}
    return {card: Text(one.name, one.name_ru or one.name) for card, one in pinned.items() if one.name}


def place(play: SenjutsuState) -> Text | None:
    """The match in words: what is played, how, and where."""
    if not play.mode:
        return None
    told = play.options
    competitive = told.competitive and play.mode not in ("solo", "horde")
    ways = {"competitive": competitive, "nightmare": told.nightmare, "fallen_lord": told.fallen_lord}
    names = [
        WORDS.values["mode"][play.mode],
        *(WORDS.values["played"][way] for way, so in ways.items() if so),
    ]
    if play.battlefield in BATTLEFIELDS:
        names.insert(0, BATTLEFIELDS[play.battlefield].name)
    return Text(" · ".join(one.en for one in names), " · ".join(one.ru for one in names))


def of_match(play: SenjutsuState) -> Mapping[str, Any]:
    """SEN-HORDE-11: a run ends without anybody who wins."""
    return {"run": play.mode == "horde"}


def printed(play: SenjutsuState) -> set[str]:
    """The cards that need names: those of the decks that may be seen."""
    return {card for fighter in play.fighters.values() for card in fighter.cards or ()}


def _of_all(data: Data) -> dict[str, Any]:
    """The card that lifts a rule, and a hex as a board labels it."""
    lifted = data.get("override")
    found = {"lifting": lifted["card"], "rule": lifted["rule"]} if lifted else {}
    return {**found, "hex": spot(data["hex"])} if isinstance(data.get("hex"), list | tuple) else found


def _created(data: Data) -> dict[str, Any]:
    """The sides in the order in which every page shows them."""
    sides = data["sides"]
    order = [*(side for side in WORDS.sides if side in sides), *(s for s in sides if s not in WORDS.sides)]
    return {"sides": {side: sides[side] for side in order}}


def _registered(data: Data) -> dict[str, Any]:
    secret = data.get("weapons") is None and data.get("commitment")
    return {
        "armed": "secret" if secret else None,
        "weapons": data.get("weapons") or None,
        "seen": "cover" if data.get("cover") else None,
    }


def _deck(data: Data) -> dict[str, Any]:
    cards = data.get("cards")
    return {
        "deck": "printed" if data.get("signature") else "own",
        "size": None if cards is None else sum(cards.values()),
    }


def _joined(data: Data) -> dict[str, Any]:
    """An opponent whose id names its type needs it no second time."""
    type_, facing = data["vo_type"], data.get("facing")
    return {
        "seen": "cover" if data.get("in_cover") else None,
        "vo_type": None if _names_type(data["vo"], type_) else type_,
        "facing": None if facing is None else facing % 6,
    }


def _names_type(vo: str, type_: str | None) -> bool:
    return vo.rpartition("-")[0] == type_


def _wave(data: Data) -> dict[str, Any]:
    return {"foes": [_foe(one) for one in data["vos"]]}


def _foe(one: Data) -> dict[str, Any]:
    type_ = one.get("vo_type")
    shown = None if _names_type(one["vo"], type_) else type_
    return {"vo": one["vo"], "vo_type": shown, "hex": one["hex"]}


def _turn(data: Data) -> dict[str, Any]:
    both = (data["characters"], data.get("opponents") or {})
    return {"characters": [_standing(who, one) for told in both for who, one in told.items()]}


def _standing(who: str, one: Data) -> dict[str, Any]:
    """Somebody at the end of a turn: what is nothing is left out, but for the wounds."""
    kamae = one.get("kamae")
    return {
        "who": who,
        "wounds": one["wounds"],
        **{key: one.get(key) or None for key in ("bleeding", "stuns", "played", "healed", "focus")},
        "kamae": None if kamae == "neutral" else kamae,
        "fell": one.get("defeated"),
    }


def _recovery(data: Data) -> dict[str, Any]:
    done = {"stun": data.get("stuns_removed"), "bleeding": data.get("bleeding_converted")}
    return {
        "done": [key for key, is_so in done.items() if is_so],
        "returned": data.get("returned") or None,
    }


def _finished(data: Data) -> dict[str, Any]:
    winner, horde, finals = data["winner"], data.get("horde") or {}, data.get("finals") or {}
    reason = data.get("reason")
    return {
        "ending": reason if reason in WORDS.values["ending"] else None,
        "outcome": winner if winner in OUTCOMES else None,
        "victor": None if winner in OUTCOMES else winner,
        "defeats": [
            {**one, "fell": one["cause"]} for one in data.get("defeats") or () if not _left(data, one)
        ],
        "finals": [_standing(player, one) for player, one in finals.items()],
        "waves": horde.get("waves_cleared"),
        "rank": horde.get("rank"),
    }


def _left(data: Data, defeat: Data) -> bool:
    """SEN-HORDE-11: whoever ends a run is defeated by nobody."""
    return data.get("horde") is not None and bool(defeat["cause"] == "concession")


def _stands(data: Data) -> dict[str, Any]:
    return {"facing": data["facing"] % 6, "seen": "cover" if data.get("in_cover") else None}


def _drawn(data: Data) -> dict[str, Any]:
    missed = data["asked"] - data["drawn"]
    return {"missed": missed if missed > 0 else None}


def _revealed(data: Data) -> dict[str, Any]:
    return {
        "revealed": [{"actor": actor, "card": card} for actor, card in data["cards"].items()],
        "aims": [{"actor": one, "targets": whom} for one, whom in (data.get("targets") or {}).items()],
    }


def _instant(data: Data) -> dict[str, Any]:
    return {"case": data["kind"] if data.get("on") else ""}


def _part(data: Data) -> dict[str, Any]:
    return {"part": data["part"] + 1}


def _moved(data: Data) -> dict[str, Any]:
    made = {op: sum(step["op"] == op for step in data["sequence"]) for op in ("step", "turn")}
    how = [{"steps_made": made["step"]}] if made["step"] else []
    how += [{"turned": made["turn"]}] if made["turn"] else []
    stand = data["to"]
    return {"hex": spot(stand["hex"]), "facing": stand["facing"] % 6, "how": how or "stays"}


def _collision(data: Data) -> dict[str, Any]:
    met = data["other"] if data["against"] == "character" and data.get("other") else data["against"]
    return {"against": met, "case": "unseen" if data.get("discards") and not data.get("discarded") else ""}


def _hexes(data: Data) -> dict[str, Any]:
    return {"hexes": data.get("hexes") or None}


def _declared(data: Data) -> dict[str, Any]:
    return {"hexes": None} if data.get("target") else _hexes(data)


def _resolved(data: Data) -> dict[str, Any]:
    return {"results": [_result(one) for one in data["results"]]}


def _result(one: Data) -> dict[str, Any]:
    place, target = spot(one["hex"]), one.get("target")
    did = list(_suffered(one)) if one["outcome"] == "hit" else []
    where = {"target": target, "place": place} if target else {"spot": place}
    return {**where, "did": did or [one["outcome"]]}


def _suffered(one: Data) -> Iterator[Any]:
    """What a hit did, one thing after another."""
    if one.get("wounds"):
        yield {"wounds": one["wounds"], "bleeding": one.get("bleeding") or None}
    yield from ({key: one[key]} for key in ("stuns", "injuries", "poison") if one.get(key))
    yield from ({key: one[key]["cells"]} for key in ("push", "pull") if one.get(key))
    if one.get("turns"):
        yield {"spun": one["turns"]["count"]}
    if one.get("executed"):
        yield "executed"


def _wounds(data: Data) -> dict[str, Any]:
    bleeding = data.get("bleeding") or 0
    return {"wounds": (data.get("normal") or 0) + bleeding, "bleeding": bleeding or None}


def _healed(data: Data) -> dict[str, Any]:
    """What went, one thing after another; a poison card alone that says so of itself is over."""
    gone = {**_wounds(data), "injuries": data.get("injuries"), "poison": data.get("poison")}
    told = [{key: gone[key]} for key in ("wounds", "injuries", "poison") if gone[key]]
    over = data["card"] == gone["poison"] and len(told) == 1
    return {"healed_of": told, "case": "over" if over else ""}


CONDITIONS = {"stun": "stuns", "injury": "injuries", "poison": "poisons"}


def _condition(data: Data) -> dict[str, Any]:
    return {CONDITIONS[data["kind"]]: data["count"]}


def _changed(data: Data) -> dict[str, Any]:
    return {"what": [{key: data[key]} for key in ("behaviour", "stance", "contract") if data.get(key)]}


TOLD: dict[str, Callable[[Data], dict[str, Any]]] = {
    "actor_moved": _moved,
    "attack_declared": _declared,
    "attack_resolved": _resolved,
    "block_applied": _hexes,
    "card_drawn": _drawn,
    "cards_revealed": _revealed,
    "character_placed": _stands,
    "collision_happened": _collision,
    "condition_gained": _condition,
    "deck_registered": _deck,
    "instant_played": _instant,
    "match_created": _created,
    "match_finished": _finished,
    "part_started": _part,
    "recovery_applied": _recovery,
    "side_registered": _registered,
    "turn_recorded": _turn,
    "vo_joined": _joined,
    "vo_state_changed": _changed,
    "wave_started": _wave,
    "wound_taken": _wounds,
    "wounds_healed": _healed,
}

FACES = Faces(called=called, told=said_by_type(TOLD, _of_all))
