"""Who declares first in a window of a test, an exchange or a ranged attack (BUS-TEST-05, BUS-MEL-06, -23, BUS-RNG-05,
-11; decision 8-60)."""

from __future__ import annotations

from games.bushido.full.common import acting, broken, put, side_of_model, table
from games.bushido.full.fighting.exchange import initiative, the
from games.bushido.full.state import Duel
from games.bushido.full.steps import now
from games.bushido.permissions import Violations
from games.bushido.state import BusState

DUEL = "duel"
"""The window of an opposed Ki test, which may open within another one."""
AIM = "aim"
"""The window of a ranged attack before its dice."""


def window(state: BusState) -> tuple[str, str, str]:
    """The window that is open: its name, its rule, and the side that declares second in it; empty outside."""
    full, step, last = table(state), now(state), _second(state)
    if full.duel is not None:
        return _of_duel(full.duel), "BUS-TEST-05", last
    if full.shot is not None:
        if step == "test" and full.shot.stage == "aim":  # a Disguise that has to be seen through first
            return "", "", ""
        return (AIM, "BUS-RNG-05", last) if step == "aim" else ("hit", "BUS-RNG-11", last)
    if full.exchange is not None:
        if step == "allocate":
            return "allocate", "BUS-MEL-06", last
        return f"blow{the(state).turn}", "BUS-MEL-23", last
    return "", "", ""


def _second(state: BusState) -> str:
    """BUS-TEST-05, BUS-MEL-04: the side that declares second: the active one, in an exchange that of the model with
    Initiative, which stays as it was when the dice were allocated."""
    if table(state).exchange is None:
        return active_side(state)
    return side_of_model(state, the(state).first or initiative(state)[0])


def active_side(state: BusState) -> str:
    """BUS-TURN-14, BUS-KI-04: the side that is active for a test: by the Active feat that is tested, else as the last
    activation or pass was its own, which lasts until the other side acts; empty where no side is."""
    full = table(state)
    begun = full.duel.side if full.duel is not None else ""
    return begun or acting(state).side or full.passed or full.active or ""


def check(state: BusState, side: str) -> Violations:
    """Once the side that declares second has declared, the other is too late."""
    if not table(state).spoken:
        return
    name, rule, last = window(state)
    if name and side != last and f"{name}:{last}" in table(state).spoken:
        yield broken(rule, told=side, expected=last)


def settled(state: BusState) -> bool:
    """BUS-RNG-02, -04, -05: whether somebody has declared something about a shot: whom it is aimed at is settled then,
    for either side."""
    return any(one.startswith(f"{AIM}:") for one in table(state).spoken)


def spoke(state: BusState, side: str) -> BusState:
    """A side has declared something in the window that is open."""
    name, _rule, _last = window(state)
    said = f"{name}:{side}"
    return (
        state if not name or said in table(state).spoken else put(state, spoken=(*table(state).spoken, said))
    )


def _of_duel(one: Duel | None) -> str:
    """The window of an opposed test, another one for each that was begun within another."""
    return DUEL if one is None or one.outer is None else f"{_of_duel(one.outer)}+"


def duel_over(state: BusState) -> BusState:
    """The opposed test in progress is over; what was declared in the window around it counts still."""
    name = _of_duel(table(state).duel)
    return put(state, spoken=tuple(one for one in table(state).spoken if not one.startswith(f"{name}:")))


def may_act(state: BusState, side: str) -> bool:
    """BUS-KI-04, BUS-TURN-14: the side that acts, and once more the one whose activation has just ended, or that has
    just passed."""
    return side in (active_side_now(state), acting(state).side, table(state).passed)


def active_side_now(state: BusState) -> str:
    """BUS-GEN-09: the side that acts."""
    one = acting(state)
    return table(state).active or "" if one.resolved else one.side
