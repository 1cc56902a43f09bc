"""Hidden Secrets on the table: its compromat markers, and the markers that a scheme's text lets others remove
(LB-COMM-02, -11, -12, LB-UNIQ-03, LB-COMM-04).

Called through `rules.py`; `markers.py` judges what an Interaction does to scheme markers.
"""

from __future__ import annotations

import msgspec

from games.judging import passing as first
from games.last_battle.facts import FOES
from games.last_battle.full import markers
from games.last_battle.full.events import CompromatPlaced, CompromatRemoved, SchemeMarkerRemoved
from games.last_battle.full.found import SCORED
from games.last_battle.full.frame import commands, in_step, put, side_acts, table
from games.last_battle.full.happened import compromat_taken
from games.last_battle.full.markers import interacting, used
from games.last_battle.full.state import FullState, Happened, Marker, changed, flagged
from games.last_battle.full.waiting import bare_figures, waiting
from games.last_battle.state import LastBattleState
from games.last_battle.who import Violations, seated
from games.ruleset import Actor, RuleViolation

GRAVE_CM, LINE_CM, TRAP_CM = 10, 6, 10
GRAVE, TREASURES, TRAP = "LB-COMM-01", "LB-UNIQ-02", "LB-COMM-03"


def check_compromat_placed(state: LastBattleState, event: CompromatPlaced, by: Actor) -> Violations:
    """LB-COMM-11: the opponent of the reveal, to one of their figures, each once."""
    full = table(state)
    piece = full.pieces.get(event.figure)
    params = {"scheme": "hidden_secrets", "turn": full.turn}
    if piece is None:
        yield RuleViolation("LB-COMM-11", params)
        return
    yield from first(
        side_acts(state, by, piece.side),
        in_step(state, "start"),
        _check_placing(state, event, piece.side),
    )


def _check_placing(state: LastBattleState, event: CompromatPlaced, side: str) -> Violations:
    full = table(state)
    players = waiting(state, full, side)
    free = bool(players) and event.figure in bare_figures(full, players[0], side)
    if not free or event.marker_id in full.markers:
        yield RuleViolation("LB-COMM-11", {"scheme": "hidden_secrets", "turn": full.turn})


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
        in_step(state, "activations"),
        _check_taking(table(state), event),
    )


def _check_taking(full: FullState, event: CompromatRemoved) -> Violations:
    own = event.marker_id in compromat_of(full, full.pieces[event.figure].player)
    if not own or not interacting(full, event.figure):
        yield RuleViolation("LB-COMM-12", {"scheme": "hidden_secrets", "marker": event.marker_id})


def compromat_of(full: FullState, player: str) -> list[str]:
    """The compromat markers on the table of the player who revealed Hidden Secrets."""
    return [
        name for name, marker in full.markers.items() if (marker.kind, marker.player) == ("compromat", player)
    ]


def on_compromat_removed(state: LastBattleState, event: CompromatRemoved) -> LastBattleState:
    full = used(table(state), event.figure)
    taken = compromat_taken(full.pieces[event.figure], event.marker_id)
    left = {name: marker for name, marker in full.markers.items() if name != event.marker_id}
    return put(state, changed(full, markers=left, window=(*full.window, taken)))


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
    params = {"marker": event.marker_id, "cm": event.distance_cm}
    done = [one for one in full.window if one.kind == SCORED]
    if any(event.marker_id in one.markers for one in done):
        yield from seated(state, by)
        return
    if marker is None or marker.kind != "scheme" or not done:
        yield RuleViolation("LB-MARK-05", params)
        return
    refused = [[*_check_text(state, by, one, marker, event.distance_cm)] for one in done]
    if all(refused):
        yield from refused[-1]


def _check_text(
    state: LastBattleState, by: Actor, done: Happened, marker: Marker, cm: float | None
) -> Violations:
    params = {"cm": cm, "player": done.player}
    own = marker.player == done.player
    if done.figure_id == GRAVE:
        far = cm is not None and cm > GRAVE_CM
        if not own or far or done.how == "answered":
            yield RuleViolation("LB-COMM-02", params)
        yield from side_acts(state, by, FOES[done.side])
    elif done.figure_id == TREASURES:
        if cm is not None and cm > LINE_CM:
            yield RuleViolation("LB-UNIQ-03", params)
        yield from seated(state, by)
    elif done.figure_id == TRAP:
        if not own or (cm is not None and cm > TRAP_CM):
            yield RuleViolation("LB-COMM-04", params)
        yield from seated(state, by)
    else:
        yield RuleViolation("LB-MARK-05", params)


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
    left = {name: marker for name, marker in full.markers.items() if name != event.marker_id}
    full = changed(full, markers=left, window=window)
    return put(state, flagged(full, "LB-MARK-05") if event.distance_cm is None else full)


def _without(one: Happened, marker: str) -> Happened:
    left = tuple(name for name in one.markers if name != marker)
    return msgspec.structs.replace(one, markers=left)
