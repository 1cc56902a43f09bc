"""The intruders keep their secrets on their own device (NIN-HID-12): the log holds commitments, the phone the rest.

Where nobody but they knows where anybody is, a pad lists zones by name, and the device proposes the answers itself, out
of what everybody may know (`question`). Called by the moves, by what may come next and by the faces.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from games.faces import Kept
from games.ninja.facts import LIMITS
from games.ninja.full.answers import goes_on
from games.ninja.full.character import cards_of, mixed
from games.ninja.full.ownership import BOTH, inside_of, own, passages
from games.ninja.full.reveal import closed_secrets
from games.ninja.full.state import Due
from games.ninja.full.table import first_due, full_of, map_of, present, unmet
from games.ninja.maps.graph import OUTSIDE, distances, graph
from games.ninja.state import INTRUDER_SIDE, NinjaState, rivals, side_of

ON_DEVICE = frozenset(
    (
        "intruder_moved",
        "intruder_card_played",
        "guard_neutralised",
        "passage_entered",
        "passage_left",
        "zones_searched",
    )
)
"""What nobody can list who does not know where the intruders are."""
HERE, NEAR = 1, LIMITS.steps_of_intruder


def keeps(state: NinjaState) -> bool:
    """Whether the intruders keep their secrets on their own devices."""
    return state.full is not None and any(one.side == INTRUDER_SIDE for one in state.full.sealed)


def may_begin(state: NinjaState) -> bool:
    """Before an intruder's hand is chosen the side may decide so; a rival's secrets are answered by the server
    (NIN-MODE-DL-06)."""
    full = state.full
    if full is None or rivals(state) or state.phase != "running" or full.step not in ("missions", "hands"):
        return False
    noted = any(one.character for one in full.hidden.values())
    return not keeps(state) and not noted and not set(full.hands) & set(state.intruders)


def unplaced(state: NinjaState, name: str) -> bool:
    """Whether the log does not tell where an intruder on the map is."""
    return full_of(state).hidden[name].zone is None


def kept(state: NinjaState, player: str) -> Kept | None:
    """What the device of an intruders' player has to know; None for everybody else."""
    if state.full is None or side_of(state, player) != INTRUDER_SIDE:
        return None
    if not keeps(state) and not may_begin(state):
        return None
    return Kept(
        side=INTRUDER_SIDE,
        begun=keeps(state),
        commitments=tuple(one.commitment for one in state.full.sealed if one.side == INTRUDER_SIDE),
        closed=closed_secrets(state, INTRUDER_SIDE),
        over=state.phase == "closed",
        question=question(state) if keeps(state) and state.phase == "running" else {},
    )


def question(state: NinjaState) -> dict[str, Any]:
    """What is asked now, as everybody knows it. `there`: the intruders that may be hidden on the map. Of a listen
    `heard`: zone -> the least distance moved that is heard from there (NIN-LIS-02); of a movement `path`, and
    `entrance`: the zone where an entrance would be found (NIN-PASS-06, -15), `ropes`: those that are known, where one
    at the `end` would be found (NIN-MODE-BAL-06); on a `printed` board a zone that is called alike is the same, and one
    that is not may be (NIN-MAP-12); after a search `letters`, until the searcher has shown its mission
    card; the zone of an `ambush`, with those whom it may still show (`unmet`). For the next step of a way `open` and
    `walls`: zone -> its neighbours. `alone`: what the one intruder of a mixed hand is called now."""
    full, due = full_of(state), first_due(state)
    told: dict[str, Any] = {
        "there": [name for name in state.intruders if present(state, name) and not full.shown[name].inside],
        "inside": inside_of(BOTH),
        "alone": next(iter(state.intruders), "") if mixed(state) else "",
    }
    if full.window is not None:
        done = state.intruders[full.window.intruder].mission
        told |= {"letters": [] if done else list(full.window.letters), "searcher": full.window.intruder}
        told |= {"ambush": full.window.ambushed or "", "unmet": list(unmet(state))}
    if due.kind == "answer":
        return told | _asked_of_a_way(state, due)
    if state.map is None:
        return told
    if due.kind == "listen":
        return told | _asked_to_listen(state, due)
    if full.step == "intruder_action" and not full.due:
        board = graph(map_of(state))
        told |= {"kind": "way", "open": _near(board.open), "walls": _near(board.walls)}
    return told


def _asked_to_listen(state: NinjaState, due: Due) -> dict[str, Any]:
    far = distances(map_of(state), full_of(state).figures[due.guards[0]].zone)
    heard = {zone: max(HERE, way) for zone, way in far.items() if way <= NEAR}
    return {"kind": "listen", "heard": {} if due.cat else heard}


def _asked_of_a_way(state: NinjaState, due: Due) -> dict[str, Any]:
    """Whom guards met on their way, and what they found at its end."""
    shown, both = own(state, BOTH).discovered, own(state, BOTH).both_known
    end, awake = due.path[-1], goes_on(due)
    silent = awake or state.options.no_passage_discovery or both or end in shown
    over = due.cause == "stay" or due.found
    told: dict[str, Any] = {
        "kind": "answer",
        "path": [] if over else list(due.path),
        "met": [] if over else list(due.met),
        "entrance": "" if silent else end,
        "known": list(shown),
        "printed": state.map is None,
    }
    if state.options.rope_discovery and not awake:
        told |= {"end": end, "ropes": [list(edge) for edge in full_of(state).ropes_known]}
    return told


def _near(zones: Mapping[str, Any]) -> dict[str, list[str]]:
    return {zone: sorted(others) for zone, others in zones.items()}


def incidents(state: NinjaState) -> dict[str, tuple[Any, ...]]:
    """How many incidents may have happened before a step: nothing is asked where there were none."""
    window = full_of(state).window
    number = len(window.incidents) if window is not None else 0
    return {"steps.after": tuple(range(number + 1)) if number else ()}


def domains(state: NinjaState) -> Mapping[str, tuple[Any, ...]]:
    """Zones, walls, guards and cards by name, for forms whose values nobody can narrow down."""
    full, board = full_of(state), map_of(state)
    zones = tuple(board.zones)
    cards = dict.fromkeys(card for name in state.intruders for card in cards_of(state, name))
    return {
        "start": (*zones, *passages(state)),
        "to": (*zones, *passages(state), OUTSIDE),
        "entrance": zones,
        "from_zone": zones,
        "zones": zones,
        "use.zone": zones,
        "use.edge": tuple(sorted((min(pair), max(pair)) for pair in board.walls)),
        "guard": tuple(full.figures),
        "card": tuple(cards),
        **incidents(state),
    }
