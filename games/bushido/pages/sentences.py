"""What the sentences of a log of Bushido have besides the fields of its events: dice one by one, wounds and tokens with
who has them, so that a person reads `Archer (A) takes 2 wounds` where the log holds a number.

Called through `faces`.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping
from typing import Any

from games.faces import said_by_type

Data = Mapping[str, Any]
Said = dict[str, Any]
DICE = ("dice", "kept", "again")
"""Fields that hold dice as digits, or by model or side."""


def thrown(dice: Any) -> list[str] | None:
    """Every die by itself: `53` reads `5, 3`; None where nobody rolled."""
    return list(str(dice)) if dice else None


def _declared(data: Data) -> Said:
    """The only enemy that an attack goes for, and that is out of reach, is named once; no walk is not told. What a
    Wait does to terrain is another thing than what it does to markers (BUS-ACT-22)."""
    walk: Said = {"walk": None} if data.get("walk") == "none" else {}
    if data.get("wait") == "terrain":
        walk |= {"wait": None, "razed": "terrain"}
    if data.get("also") or list(data.get("beyond") or ()) != [data.get("target")]:
        return walk
    return {**walk, "beyond": (), "short": "unreached"}


def _dice(data: Data) -> Said:
    return {name: thrown(data.get(name)) for name in DICE if name in data}


def _by_roller(data: Data) -> Said:
    """`Anna's Archer 5, 3; Monk 2`."""
    return {
        "rolled": [{"model": who, "dice": thrown(dice)} for who, dice in (data.get("dice") or {}).items()]
    }


def _melee(data: Data) -> Said:
    """Both sides of an exchange: who attacks and defends with which dice."""
    attack, defence = data.get("attack") or {}, data.get("defence") or {}
    rows = []
    for model in dict.fromkeys((*attack, *defence)):
        found = {"model": model, "struck": thrown(attack.get(model)), "warded": thrown(defence.get(model))}
        kind = "both" if found["struck"] and found["warded"] else "strikes" if found["struck"] else "wards"
        rows.append({"blank": None, kind: found})
    return {"exchange": rows}


def _committed(data: Data) -> Said:
    return {"to_attack": data.get("attack"), "to_defence": data.get("defence")}


def _damage(data: Data) -> Said:
    return {**_dice(data), "wounds_due": data.get("wounds")}


def _wounds(data: Data) -> Said:
    return _change("wounds", data.get("number"))


def _tokens(data: Data) -> Said:
    return _change(str(data.get("token")), data.get("number"))


def _change(what: str, number: int | None) -> Said:
    """A number that comes or goes, with the noun of what it counts: `wounds_more` or `wounds_less`."""
    if not number:
        return {}
    return {f"{what}_more": number} if number > 0 else {f"{what}_less": -number}


def _marker(data: Data) -> Said:
    return _marked(data.get("marker"), data.get("number") or 0, data.get("value") or None)


def _marked(marker: Any, number: int, value: int | None = None) -> Said:
    if not number:
        return {}
    times = abs(number) if abs(number) > 1 else None
    return {"gained" if number > 0 else "lost": {"marker": marker, "value": value, "times": times}}


def _followed(data: Data) -> Said:
    """What followed by the rules, each thing with whom it befell."""
    blows = [
        {"blank": None, "lands" if blow["hit"] else "fails": dict(blow)} for blow in data.get("blows") or ()
    ]
    states = [
        {"model": one["model"], **_marked(one["marker"], one["number"])} for one in data.get("states") or ()
    ]
    return {
        "blows": blows,
        "wounds": _befallen("wounds", data.get("wounds")),
        "ki": _befallen("ki", data.get("ki")),
        "states": states,
        "sp": _befallen("sp", data.get("sp")),
        "vp": _befallen("vp", data.get("vp")),
        "tokens": _befallen("passes", data.get("tokens")),
    }


def _befallen(what: str, numbers: Mapping[str, int] | None) -> list[Said]:
    return [{"model": who, **_change(what, number)} for who, number in (numbers or {}).items()]


def _result(data: Data) -> Said:
    return {
        "turns_played": data.get("last_turn"),
        "vp": _befallen("vp", data.get("vp")) or None,
        "sp": _befallen("sp", data.get("sp")),
    }


def _fact(data: Data) -> Said:
    """What a card says: each number after what it is."""
    stated: Iterable[tuple[str, Any]] = ((name, data.get(name)) for name in FACTS)
    return {"facts": [{"fact": name, "amount": value} for name, value in stated if value is not None]}


def _effect(data: Data) -> Said:
    value = data.get("value")
    signed = data.get("mode") == "plus" and value is not None
    return {"value": f"{value:+d}".replace("-", "−") if signed else value}


FACTS = ("melee", "ranged", "move", "ki", "ki_limit", "wounds", "strength", "bands", "base_mm", "traits")
TOLD: dict[str, Callable[[Data], Said]] = {
    "action_declared": _declared,
    "card_fact_stated": _fact,
    "damage_rolled": _damage,
    "effect_changed": _effect,
    "marker_changed": _marker,
    "match_result_recorded": _result,
    "melee_dice_committed": _committed,
    "melee_rolled": _melee,
    "opposed_test_rolled": _by_roller,
    "ranged_attack_rolled": _dice,
    "rules_applied": _followed,
    "tactical_test_rolled": _by_roller,
    "test_rolled": _dice,
    "tokens_changed": _tokens,
    "vim_assigned": lambda data: {"nobody": "no_vim" if data.get("none_legal") else None},
    "wounds_changed": _wounds,
}

told = said_by_type(TOLD)
"""What the sentence of an event has besides or instead of its fields."""
