"""Hidden Secrets on the table: its compromat markers, and the markers that a scheme's text lets others remove
(LB-COMM-02, -11, -12, LB-UNIQ-03, LB-COMM-04).

Called through `rules.py`; `markers.py` judges what an Interaction does to scheme markers.
"""

from __future__ import annotations

from typing import NamedTuple

import msgspec

from games.judging import passing as first
from games.last_battle.facts import FOES
from games.last_battle.full import markers
from games.last_battle.full.events import CompromatPlaced, CompromatRemoved, SchemeMarkerRemoved
from games.last_battle.full.markers import interacting, used
from games.last_battle.full.moves import FREE_STEPS
from games.last_battle.full.preconditions import commands, in_step, put, side_acts, table
from games.last_battle.full.schemes.measures import SCORED
from games.last_battle.full.schemes.since_action import compromat_taken
from games.last_battle.full.schemes.unplaced import bare_figures, waiting
from games.last_battle.full.state import FullState, Happened, Marker, changed, flagged
from games.last_battle.permissions import NOBODY, Violations, seated
from games.last_battle.state import LastBattleState
from games.ruleset import Actor, RuleViolation

GRAVE, TREASURES, TRAP = "LB-COMM-01", "LB-UNIQ-02", "LB-COMM-03"


class Removing(NamedTuple):
    """What the text of a scheme removes once it scored: by which rule, from how near in cm, `own` markers alone."""

    rule: str
    cm: int
    own: bool


REMOVING = {
    GRAVE: Removing("LB-COMM-02", 10, True),
    TREASURES: Removing("LB-UNIQ-03", 6, False),
    TRAP: Removing("LB-COMM-04", 10, True),
}


def check_compromat_placed(state: LastBattleState, event: CompromatPlaced, by: Actor) -> Violations:
    """LB-COMM-11: the opponent of the reveal, to one of their figures, each once."""
    full = table(state)
    piece = full.pieces.get(event.figure)
    if piece is None:
        yield RuleViolation("LB-COMM-11", {"absent": event.figure})
        return
    yield from first(
        side_acts(state, by, piece.side),
        in_step(state, "start"),
        _check_placing(state, event, piece.side),
    )


def _check_placing(state: LastBattleState, event: CompromatPlaced, side: str) -> Violations:
    full = table(state)
    players = waiting(state, full, side)
    if not players:
        yield RuleViolation("LB-COMM-11", {"unmarked": side})
    elif event.figure not in (free := bare_figures(full, players[0], side)):
        yield RuleViolation("LB-COMM-11", {"marked": event.figure, "free": list(free)})
    elif event.marker_id in full.markers:
        yield RuleViolation("LB-COMM-11", {"twice": event.marker_id})


def on_compromat_placed(state: LastBattleState, event: CompromatPlaced) -> LastBattleState:
    full = table(state)
    player = waiting(state, full, full.pieces[event.figure].side)[0]
    left = full.secrets[player] - 1
    secrets = {name: count for name, count in full.secrets.items() if name != player}
    marker = Marker("compromat", state.squads[player].side, player, event.figure)
    return put(
        state,
        changed(
            full,
            secrets={**secrets, player: left} if left else secrets,
            markers={**full.markers, event.marker_id: marker},
        ),
    )


def check_compromat_removed(state: LastBattleState, event: CompromatRemoved, by: Actor) -> Violations:
    """LB-COMM-12: by Interaction of a figure of the revealing squad, and of no other."""
    return first(
        commands(state, by, event.figure, "LB-COMM-12"),
        in_step(state, *FREE_STEPS),
        _check_taking(table(state), event),
    )


def _check_taking(full: FullState, event: CompromatRemoved) -> Violations:
    player = full.pieces[event.figure].player
    if event.marker_id not in (own := compromat_of(full, player)):
        told = {"marker": event.marker_id, "owner": player, "legal": list(own) or NOBODY}
        yield RuleViolation("LB-COMM-12", told)
    elif not interacting(full, event.figure):
        yield RuleViolation("LB-COMM-12", {"idle": event.figure})


def compromat_of(full: FullState, player: str) -> list[str]:
    """The compromat markers on the table of the player who revealed Hidden Secrets."""
    return [
        name for name, marker in full.markers.items() if (marker.kind, marker.player) == ("compromat", player)
    ]


def on_compromat_removed(state: LastBattleState, event: CompromatRemoved) -> LastBattleState:
    full = used(table(state), event.figure)
    taken = compromat_taken(full.pieces[event.figure], event.marker_id)
    full = markers.without_marker(full, event.marker_id)
    return put(state, changed(full, window=(*full.window, taken)))


def check_scheme_marker_removed(state: LastBattleState, event: SchemeMarkerRemoved, by: Actor) -> Violations:
    """By the text of a scheme, or by Interaction (LB-MARK-04)."""
    scheme = event.reason == "scheme"
    yield from (_check_by_scheme if scheme else markers.check_removal_by_figure)(state, event, by)


def on_scheme_marker_removed(state: LastBattleState, event: SchemeMarkerRemoved) -> LastBattleState:
    scheme = event.reason == "scheme"
    return (_removed_by_scheme if scheme else markers.on_removal_by_figure)(state, event)


def _check_by_scheme(state: LastBattleState, event: SchemeMarkerRemoved, by: Actor) -> Violations:
    """LB-COMM-02, LB-UNIQ-03, LB-COMM-04: right after the scheme scored, a marker that its text means; one that went
    with the award may be logged once more.
    """
    full = table(state)
    marker = full.markers.get(event.marker_id)
    done = [one for one in full.window if one.kind == SCORED]
    if any(event.marker_id in one.markers for one in done):
        yield from seated(state, by)
        return
    if marker is None:
        yield RuleViolation("LB-MARK-05", {"absent": event.marker_id})
        return
    if marker.kind != "scheme" or not done:
        yield RuleViolation("LB-MARK-05", {"stays": event.marker_id})
        return
    refused = [[*_check_text(state, by, one, marker, event)] for one in done]
    if all(refused):
        yield from refused[-1]


def _check_text(
    state: LastBattleState, by: Actor, done: Happened, marker: Marker, event: SchemeMarkerRemoved
) -> Violations:
    removing = REMOVING.get(done.figure_id)
    if removing is None:
        yield RuleViolation("LB-MARK-05", {"stays": event.marker_id})
        return
    if done.figure_id == GRAVE and done.how == "answered":
        yield RuleViolation(removing.rule, {"answered": done.player})
    elif removing.own and marker.player != done.player:
        yield RuleViolation(removing.rule, {"foreign": event.marker_id, "owner": done.player})
    elif event.distance_cm is not None and event.distance_cm > removing.cm:
        told = {"far": event.marker_id, "cm": event.distance_cm, "limit": removing.cm}
        yield RuleViolation(removing.rule, told)
    yield from side_acts(state, by, FOES[done.side]) if done.figure_id == GRAVE else seated(state, by)


def _removed_by_scheme(state: LastBattleState, event: SchemeMarkerRemoved) -> LastBattleState:
    """The marker goes; Gravediggers is answered once."""
    full = table(state)
    if event.marker_id not in full.markers:
        return put(state, changed(full, window=tuple(_without(one, event.marker_id) for one in full.window)))
    owner = full.markers[event.marker_id].player
    window = tuple(
        msgspec.structs.replace(one, how="answered")
        if (one.kind, one.figure_id, one.player) == (SCORED, GRAVE, owner)
        else one
        for one in full.window
    )
    full = changed(markers.without_marker(full, event.marker_id), window=window)
    return put(state, flagged(full, "LB-MARK-05") if event.distance_cm is None else full)


def _without(one: Happened, marker: str) -> Happened:
    left = tuple(name for name in one.markers if name != marker)
    return msgspec.structs.replace(one, markers=left)
