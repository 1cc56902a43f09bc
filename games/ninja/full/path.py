"""A secret path against the board and against what was told on the way (NIN-INT-02 to -07, NIN-ROPE, NIN-DET).

The guards as they stood at each step are those of now, with those that later incidents of the window removed.
Judged for the intruders' side alone; called by `walk.py`.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from itertools import pairwise
from typing import Any

from msgspec.structs import replace

from games.gaps import known, some
from games.judging import passing
from games.ninja.facts import LIMITS
from games.ninja.full.events import Step
from games.ninja.full.ownership import inside_of, own_ways, owner_of_ways, passages
from games.ninja.full.state import Figure, Incident, Window
from games.ninja.full.table import full_of, guards_in, map_of
from games.ninja.maps.graph import OUTSIDE, graph
from games.ninja.permissions import Violations
from games.ninja.state import NinjaState, rivals
from games.ruleset import RuleViolation

KILLS = ("kenjutsu", "shuriken", "potent_sake")
Stay = tuple[str, int, int]
"""(zone, first incident there, first incident after it)."""
FIRST_STEP = 2
"""Zones of a way of one step."""
INCIDENT_OF = {"enter_passage": "entered", "leave_passage": "came_out", "exit": "left"}


def walked(state: NinjaState, window: Window, start: str, steps: tuple[Step, ...]) -> Violations:
    """The steps alone, then each with its incidents; without a map their number, and how they end."""
    if state.map is None:
        yield from passing(
            _check_number(window, steps), _check_steps(state, window, start, steps), _check_tickets(window)
        )
        return
    yield from passing(
        *_of_steps(state, window, start, steps),
        _check_incidents(state, window, start, steps),
        check_bluffs(window, start, steps),
    )


def arrived(state: NinjaState, window: Window, start: str, steps: tuple[Step, ...]) -> Violations:
    """As `walked` on a map, but for the bluffs, of a way whose zones `left_behind` has judged, all but the last: what
    is told in later zones changes nothing of them."""
    stays = _stays(steps, start, len(window.incidents))
    here = _check_stay(state, window, steps, stays, last=True)
    yield from passing(*_of_steps(state, window, start, steps), here)


def _of_steps(
    state: NinjaState, window: Window, start: str, steps: tuple[Step, ...]
) -> tuple[Violations, ...]:
    """What is judged of the steps alone, in its order."""
    return (
        _check_start(state, window, start, steps),
        _check_steps(state, window, start, steps),
        _check_doors(window, start, steps),
    )


def check_bluffs(window: Window, start: str, steps: tuple[Step, ...]) -> Violations:
    """NIN-INT-13: a passage card opens the passage or is a bluff; a Shadow Walk passes the zone that it was for."""
    if not window.incidents:
        return
    yield from _check_tickets(window)
    aims = shadowed(window.incidents)
    if not aims:
        return
    ways = pairwise(_stays(steps, start, len(window.incidents)))
    passed = {zone for (_, low, high), (zone, _, _) in ways if _shadowed(window, zone, low, high)}
    for aim in aims:
        if aim not in passed:
            yield RuleViolation("NIN-INT-13", {"card": "shadow_walk"})


def shadowed(incidents: Iterable[Incident]) -> list[str]:
    """The zones for which a Shadow Walk was played."""
    return [one.secret[0] for one in incidents if one.kind == "card_shadow_walk" and one.secret]


def _check_tickets(window: Window) -> Violations:
    """NIN-INT-13: the last passage card before the entry opens the passage, any other is a bluff."""
    kinds = [one.kind for one in window.incidents]
    if "card_secret_passage" not in kinds:
        return
    before = kinds[: kinds.index("entered")] if "entered" in kinds else []
    opened = max((place for place, kind in enumerate(before) if kind == "card_secret_passage"), default=None)
    for place, one in enumerate(window.incidents):
        if one.kind == "card_secret_passage" and one.bluff is (place == opened):
            yield RuleViolation("NIN-INT-13", {"card": "secret_passage"})
            return


def _check_start(state: NinjaState, window: Window, start: str, steps: tuple[Step, ...]) -> Violations:
    """NIN-INT-16, then the number of steps."""
    zone = full_of(state).hidden[window.intruder].zone
    if zone is not None and start != zone:
        yield RuleViolation("NIN-INT-16", {"told": some(start), "expected": zone})
    yield from _check_number(window, steps)


def _check_number(window: Window, steps: tuple[Step, ...]) -> Violations:
    """NIN-INT-02, -15."""
    thrown = bool(window.incidents) and any(one.kind == "shuriken" for one in window.incidents)
    if len(steps) > LIMITS.steps_of_intruder:
        yield RuleViolation("NIN-INT-02", {"told": len(steps), "limit": LIMITS.steps_of_intruder})
    elif thrown and len(steps) > 1:
        yield RuleViolation("NIN-INT-15", {"told": len(steps)})
    afters = [step.after for step in steps]
    ordered = afters == sorted(afters)
    if not ordered or (afters and not 0 <= afters[0] <= afters[-1] <= len(window.incidents)):
        yield RuleViolation("NIN-LOG-06", {"told": known(afters), "legal": len(window.incidents)})


def _check_steps(state: NinjaState, window: Window, start: str, steps: tuple[Step, ...]) -> Violations:
    at = start
    for place, step in enumerate(steps):
        last = place + 1 == len(steps)
        if state.map is not None:
            yield from _check_step(state, window, at, step)
        if not last and (ended := _ended_by(state, window, step)):
            yield ended
        at = step.to
    vias: list[str] = [step.via for step in steps if step.via in INCIDENT_OF]
    kinds = [one.kind for one in window.incidents]
    for via, kind in INCIDENT_OF.items() if vias or kinds else ():
        if vias.count(via) != kinds.count(kind):
            yield RuleViolation("NIN-INT-03", {"via": f"via_{via}"})


def _ended_by(state: NinjaState, window: Window, step: Step) -> RuleViolation | None:
    """NIN-INT-04 to -07: what a move breaks that goes on from a canal, after a rope, in the passage, off the map."""
    if step.via in ("open", "leave_passage"):
        wet = step.to in map_of(state).canals
        return RuleViolation("NIN-INT-04", {"told": step.to}) if wet else None
    if step.via == "rope":
        return RuleViolation("NIN-INT-05", {"told": step.to})
    rule = "NIN-INT-06" if step.via == "enter_passage" else "NIN-INT-07"
    return RuleViolation(rule, {"intruder": window.intruder})


def doors_told(window: Window) -> dict[str, str]:
    """Kind of an incident -> the zone that was told of it: of `entered` and `came_out` the entrance."""
    return {one.kind: one.secret[0] for one in window.incidents if one.secret}


def _check_doors(window: Window, start: str, steps: tuple[Step, ...]) -> Violations:
    """NIN-PASS-02, -04: the entrance that was told is the one on the way."""
    told = doors_told(window)
    if not told:
        return
    for before, step in zip((start, *(one.to for one in steps)), steps, strict=False):
        door = before if step.via == "enter_passage" else step.to
        kind = INCIDENT_OF.get(step.via, "")
        if kind in ("entered", "came_out") and told.get(kind, door) != door:
            rule = "NIN-PASS-02" if kind == "entered" else "NIN-PASS-04"
            yield RuleViolation(rule, {"intruder": window.intruder, "told": told[kind]})


def _check_step(state: NinjaState, window: Window, at: str, step: Step) -> Violations:
    """NIN-INT-03, NIN-ROPE-05, NIN-MODE-DL-02, NIN-PASS-02, -04, NIN-END-04."""
    board = map_of(state)
    if step.via == "open":
        near = graph(board)
        if step.to in near.walls.get(at, ()):
            yield _unroped(state, [at, step.to], wall=True)
        elif step.to not in near.open.get(at, ()):
            yield RuleViolation("NIN-INT-03", {"told": some(step.to), "at": at})
    elif step.via == "rope":
        if tuple(sorted((at, step.to))) not in _ropes(state, window, step.after):
            yield _unroped(state, [at, some(step.to)])
    elif step.via in ("enter_passage", "leave_passage"):
        yield from _check_passage(state, window, at, step)
    elif step.to != OUTSIDE or at not in board.edge:
        yield RuleViolation("NIN-END-04", {"intruder": window.intruder, "told": at})


def _unroped(state: NinjaState, edge: list[Any], wall: bool = False) -> RuleViolation:
    """Of rivals, one rule wherever the other's ropes hang: a refusal tells nothing of them."""
    if rivals(state):
        return RuleViolation("NIN-MODE-DL-02", {"told": edge, "expected": "via_rope"})
    return RuleViolation("NIN-ROPE-05", {"wall" if wall else "told": edge})


def _check_passage(state: NinjaState, window: Window, at: str, step: Step) -> Violations:
    """NIN-PASS-02, NIN-PASS-04."""
    entrances = own_ways(state, window.intruder).entrances
    inside = inside_of(owner_of_ways(state, window.intruder))
    if step.via == "enter_passage":
        if step.to != inside or (entrances is not None and at not in entrances):
            yield RuleViolation("NIN-PASS-02", {"intruder": window.intruder, "told": at})
    elif at != inside or (entrances is not None and step.to not in entrances):
        yield RuleViolation("NIN-PASS-04", {"intruder": window.intruder, "told": some(step.to)})


def _ropes(state: NinjaState, window: Window, after: int) -> set[tuple[str, ...]]:
    """The walls with a rope when a step is made (NIN-ROPE-02, -03)."""
    return {tuple(sorted(edge)) for edge in ropes_hung(state, window, after)}


def ropes_hung(state: NinjaState, window: Window, after: int) -> tuple[tuple[str, ...], ...]:
    """The walls with a rope of the intruder's: those that hung before, and of this turn so many incidents."""
    hung = (one.secret for one in window.incidents[:after] if one.kind == "card_rope" and one.secret)
    return (*own_ways(state, window.intruder).ropes, *hung)


def guards_at(state: NinjaState, window: Window, zone: str, after: int) -> dict[str, Figure]:
    """The guards of a zone when so many incidents had happened."""
    here = guards_in(state, zone)
    for one in reversed(window.incidents[after:]):
        if one.zone != zone:
            continue
        if one.kind in ("kenjutsu", "shuriken"):
            here[one.guard] = Figure(zone, drunk=one.was_drunk)
        elif one.kind == "potent_sake":
            here[one.guard] = replace(here.get(one.guard, Figure(zone)), drunk=False)
    return here


def _stays(steps: tuple[Step, ...], start: str, count: int) -> list[Stay]:
    """Every zone of the way, the start first."""
    stays, zone, low = [], start, 0
    for step in steps:
        stays.append((zone, low, step.after))
        zone, low = step.to, step.after
    return [*stays, (zone, low, count)]


def _check_incidents(state: NinjaState, window: Window, start: str, steps: tuple[Step, ...]) -> Violations:
    """Each stay in its order. Where nothing was told and no guard stands, an unseen intruder has nothing to tell."""
    if not window.incidents and window.seen_at is None:
        guarded = {one.zone for one in full_of(state).figures.values()}
        if guarded.isdisjoint([step.to for step in steps]):
            return
    stays = _stays(steps, start, len(window.incidents))
    for place in range(1, len(stays) + 1):
        yield from _check_stay(state, window, steps, stays[:place], place == len(stays))


def left_behind(
    state: NinjaState, window: Window, start: str, steps: tuple[Step, ...], after: int
) -> Violations:
    """What is wrong with the last zone of a way that goes on from there after so many incidents."""
    return _check_stay(state, window, steps, _stays(steps, start, after), last=False)


def _check_stay(
    state: NinjaState, window: Window, steps: tuple[Step, ...], stays: Sequence[Stay], last: bool
) -> Violations:
    """NIN-DET-02, -03, -05, -08, NIN-EFF-01, -02, -04, NIN-CMB-01: what is told of the last of these zones. `last`: the
    way ends there."""
    (start, _, _), (zone, low, high) = stays[0], stays[-1]
    here = window.incidents[low:high]
    off = _taken_off(state, window, steps, stays)
    if here or off:
        yield from _check_hidden(window, here, off)
    if here:
        yield from _check_deeds(state, window, zone, here, start if len(stays) > 1 else None)
    shadow = _in_shadow(window, stays)
    if shadow:
        yield from _check_shadow(state, window, zone, low, last)
    expected = None if shadow else _cause(state, window, stays)
    if not here and expected is None:
        return
    told = [(one.zone, one.cause) for one in here if one.kind == "detected"]
    if told != ([(zone, expected)] if expected else []):
        rule = "NIN-DET-08" if told else "NIN-DET-02" if expected == "intruder_entered" else "NIN-DET-03"
        also = ("NIN-DET-04",) if any(one.kind in KILLS for one in here) else ()
        inside = ("NIN-PASS-12",) if zone in passages(state) else ()
        for broken in (rule, *also, *inside):
            yield RuleViolation(broken, {"intruder": window.intruder, "told": zone})


def untold(state: NinjaState, window: Window, start: str, steps: tuple[Step, ...]) -> tuple[Incident, ...]:
    """What the last zone of a way has still to tell: that the figure was taken off, that it was put here."""
    stays = _stays(steps, start, len(window.incidents))
    zone, low, high = stays[-1]
    told = {one.kind for one in window.incidents[low:high]}
    off = _taken_off(state, window, steps, stays) and "hidden" not in told
    silent = "detected" in told or _in_shadow(window, stays)
    cause = None if silent else _cause(state, window, stays)
    return (
        *([Incident("hidden")] if off else []),
        *([Incident("detected", zone=zone, cause=cause)] if cause else []),
    )


def _taken_off(state: NinjaState, window: Window, steps: tuple[Step, ...], stays: Sequence[Stay]) -> bool:
    """NIN-DET-05: whether the figure is taken off when the last of these zones is entered: it stood in the one before,
    beside a guard or as nobody came to an ambush."""
    if len(stays) < 2 or steps[len(stays) - 2].via in ("enter_passage", "exit"):
        return False
    (before, low, high), entered = stays[-2], stays[-1][1]
    shown = low < high and any(one.kind == "detected" for one in window.incidents[low:high])
    seen = before if shown else window.seen_at if len(stays) == FIRST_STEP else None
    return seen is not None and bool(guards_at(state, window, seen, entered) or window.exposed)


def _in_shadow(window: Window, stays: Sequence[Stay]) -> bool:
    """Whether a Shadow Walk was played for the last of these zones in the one before."""
    if len(stays) < FIRST_STEP:
        return False
    (_, low, high), zone = stays[-2], stays[-1][0]
    return low < high and _shadowed(window, zone, low, high)


def _cause(state: NinjaState, window: Window, stays: Sequence[Stay]) -> str | None:
    """NIN-DET-02, -03: why entering the last of these zones, for which no Shadow Walk was played, shows the intruder;
    None where it does not."""
    if len(stays) < FIRST_STEP:
        return None
    zone, low, high = stays[-1]
    return _expected(state, window, zone, low, window.incidents[low:high])


def _check_hidden(window: Window, here: tuple[Incident, ...], due: bool) -> Violations:
    """NIN-DET-05: once where it is due, and before the figure is put on the board again."""
    kinds = [one.kind for one in here if one.kind in ("hidden", "detected")]
    if kinds.count("hidden") != due or (due and kinds[0] != "hidden"):
        yield RuleViolation("NIN-DET-05", {"intruder": window.intruder})


def _shadowed(window: Window, zone: str, low: int, high: int) -> bool:
    """Whether a Shadow Walk was played for this zone just before it was entered."""
    return any(one.kind == "card_shadow_walk" and one.secret == (zone,) for one in window.incidents[low:high])


def _check_shadow(state: NinjaState, window: Window, zone: str, low: int, last: bool) -> Violations:
    """NIN-EFF-02."""
    if last or len(guards_at(state, window, zone, low)) != 1:
        yield RuleViolation("NIN-EFF-02", {"told": zone})


def _check_deeds(
    state: NinjaState, window: Window, zone: str, here: tuple[Incident, ...], start: str | None
) -> Violations:
    """From where a guard was neutralised, and where a rope was thrown. `start`: where the move began, for whose guards
    no Sake is poured (NIN-EFF-04); None where the zone was not entered in this move."""
    figures = full_of(state).figures
    for one in here:
        near = one.zone == zone or one.zone in graph(map_of(state)).open.get(zone, ())
        if one.kind == "kenjutsu" and one.zone != zone:
            yield RuleViolation("NIN-CMB-01", {"intruder": window.intruder, "told": one.guard})
        elif one.kind == "shuriken" and (not near or one.secret not in (None, (zone,))):
            yield RuleViolation("NIN-EFF-01", {"told": one.guard})
        elif one.kind == "potent_sake" and (
            start is None or one.zone != zone or figures.get(one.guard, Figure(zone)).began == start
        ):
            yield RuleViolation("NIN-EFF-04", {"told": one.guard})
        elif one.kind == "card_rope" and one.secret and zone not in one.secret:
            yield RuleViolation("NIN-ROPE-01", {"told": list(one.secret)})


def _expected(
    state: NinjaState, window: Window, zone: str, low: int, here: tuple[Incident, ...]
) -> str | None:
    """NIN-DET-02, -03: the cause of the detection that entering this zone brings; None where it brings none."""
    found = guards_at(state, window, zone, low)
    if not found:
        return None
    gone = {one.guard for one in here if one.kind in KILLS}
    left = {name: one for name, one in found.items() if name not in gone}
    if any(not one.drunk for one in left.values()):
        return "intruder_entered"
    return "drunk_guard" if left else None
