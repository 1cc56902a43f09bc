"""What the sentences of a log of Last Battle have besides the fields of its events: points side by side, figures with
their copies, how a check came out.

Called through `faces`.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterable, Mapping
from typing import Any

from games.faces import said_by_type
from games.last_battle.state import LastBattleState, Squad

Data = Mapping[str, Any]
SHOWN = ("alliance", "serpent")
"""The order of the sides on every page: side A, side B."""


def shown_squads(state: LastBattleState) -> list[Squad]:
    """The squads in the order of the sides."""
    return sorted(state.squads.values(), key=lambda squad: SHOWN.index(squad.side))


def some(figures: Iterable[str]) -> list[dict[str, Any]]:
    """Figures with how many copies of each there are."""
    return [
        {"figure_id": id_, "copies": number if number > 1 else None}
        for id_, number in Counter(figures).items()
    ]


def by_side(points: Mapping[str, int]) -> list[dict[str, Any]]:
    """Points side by side, in the order in which they were told."""
    return [{"side": side, "vp": str(vp)} for side, vp in points.items()]


def _note(note: Data) -> dict[str, Any]:
    figures = [*(note.get("own_figures") or ()), *(note.get("enemy_figures") or ())]
    return {"scheme": note.get("scheme"), "figures": some(figures) or None}


def _noted(data: Data) -> dict[str, Any]:
    return {"notes": [_note(note) for note in (data, *(data.get("more") or ()))]}


def _hired(data: Data) -> dict[str, Any]:
    figures = [figure["figure_id"] for figure in data.get("figures") or ()]
    leader = data.get("leader")
    if leader in figures:
        figures.remove(leader)
    return {"squad": some(figures)}


def _elsewhere(data: Data) -> dict[str, Any]:
    return {"squad": some(data["figures"])}


def _turn(data: Data) -> dict[str, Any]:
    scored: list[dict[str, Any]] = []
    for player, points in (data.get("schemes") or {}).items():
        by_scheme = points if isinstance(points, Mapping) else {None: points}
        scored += [{"player": player, "scheme": key, "vp": str(vp)} for key, vp in by_scheme.items() if vp]
    portals, prolong = data.get("portals_closed") or {}, data.get("prolong")
    flip = [{**prolong, "card": str(prolong["card"])}] if prolong else []
    return {
        "points": by_side(data["strategy"]),
        "scored": scored,
        "portals": by_side(portals) if any(portals.values()) else [],
        "casualties": fallen_of(data),
        "another": flip if prolong and prolong["success"] else [],
        "last": flip if prolong and not prolong["success"] else [],
    }


def fallen_of(data: Data) -> list[dict[str, Any]]:
    """The casualties of a report, as a sentence lists them."""
    return [
        {"figure_id": one["figure_id"], "how": one.get("how", "killed")}
        for one in data.get("casualties") or ()
    ]


def _match(data: Data) -> dict[str, Any]:
    scored = [{**one, "vp": str(one["vp"])} for one in data.get("schemes") or () if one["vp"]]
    return {"points": by_side(data["strategy"]), "scored": scored, "casualties": fallen_of(data)}


def _strategy(data: Data) -> dict[str, Any]:
    return {"points": by_side({side: data[side] for side in SHOWN})}


def _ended(data: Data) -> dict[str, Any]:
    return {"points": by_side({side: data[f"{side}_vp"] for side in SHOWN})}


def _fates(data: Data) -> dict[str, Any]:
    return {
        fate: some(one["figure_id"] for one in data["figures"] if one["fate"] == fate)
        for fate in ("saved", "lost")
    }


def _initiative(data: Data) -> dict[str, Any]:
    told = [(side, data.get(f"{side}_card")) for side in SHOWN]
    return {"flips": [{"side": side, "card": card} for side, card in told if card]}


def _declared(data: Data) -> dict[str, Any]:
    return {
        "ap": data.get("ap") or 0,
        "source": data.get("source") or None,
        "seen": [fact for fact in ("cover", "engaged") if data.get(fact)],
    }


def _moved(data: Data) -> dict[str, Any]:
    told = {"hazard": data.get("hazard_touched"), "reach": data.get("final_reach_ok") is False}
    return {"aside": [fact for fact, is_so in told.items() if is_so]}


def _flipped(data: Data) -> dict[str, Any]:
    others = list(data["cards"])
    if data["chosen"] in others:
        others.remove(data["chosen"])
    return {"others": others, "modifier": modifier(data.get("pluses") or 0, data.get("minuses") or 0)}


def modifier(pluses: int, minuses: int) -> str:
    """`++ -`: the pluses and minuses of a flip as players say them; empty without any."""
    return " ".join(filter(None, ("+" * pluses, "\N{MINUS SIGN}" * minuses)))


def _resolved(data: Data) -> dict[str, Any]:
    """What came of a check, as far as its totals are told. LB-CHK-11: the margin follows from them."""
    success, attack, defence = data["success"], data.get("attack_total"), data.get("defence_total")
    if attack is None or defence is None:
        return {"case": ("" if attack is None else "total_") + ("success" if success else "failure")}
    return {"case": "hit" if success else "miss", "margin": abs(attack - defence)}


def _arcanum(data: Data) -> dict[str, Any]:
    return {"case": "choice" if data.get("choice") else ""}


def _damage(data: Data) -> dict[str, Any]:
    return {"dealt": data["tier"], "amount": data.get("amount") or None}


def _lives(data: Data) -> dict[str, Any]:
    lost, cause = data["delta"] < 0, data.get("cause")
    return {
        "lost_lives": -data["delta"] if lost else None,
        "regained": None if lost else data["delta"],
        "cause": None if cause == "damage" else cause,
    }


def _size(data: Data) -> dict[str, Any]:
    case = "climb" if data["delta"] > 0 else "drop"
    return {"case": case + ("" if data.get("size") is not None else "_by"), "delta": abs(data["delta"])}


def _removed(data: Data) -> dict[str, Any]:
    """By whom a figure fell, where somebody did it."""
    return {"case": "" if data.get("by_figure") else data["how"]}


def _unplaced(data: Data) -> dict[str, Any]:
    return {"by": None if data.get("reason") == "scheme" else data.get("by")}


TOLD: dict[str, Callable[[Data], dict[str, Any]]] = {
    "action_declared": _declared,
    "arcana_resolved": _arcanum,
    "check_flipped": _flipped,
    "check_resolved": _resolved,
    "damage_resolved": _damage,
    "fates_published": _fates,
    "figure_moved": _moved,
    "figure_removed": _removed,
    "figures_hired_elsewhere": _elsewhere,
    "game_ended": _ended,
    "initiative_flipped": _initiative,
    "lives_changed": _lives,
    "match_reported": _match,
    "scheme_marker_removed": _unplaced,
    "scheme_noted": _noted,
    "scheme_revealed": _noted,
    "size_changed": _size,
    "squad_hired": _hired,
    "strategy_scored": _strategy,
    "turn_reported": _turn,
}

told = said_by_type(TOLD)
"""What the sentence of an event has besides or instead of its fields."""
