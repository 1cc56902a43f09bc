"""Setup at full detail: missions, hands, guards, the guard's map, starts, the passage (NIN-SETUP)."""

from __future__ import annotations

from collections import Counter

from msgspec.structs import replace

from games.codec import tag
from games.gaps import some
from games.ninja.facts import DECKS, LIMITS, Name
from games.ninja.full import events as f
from games.ninja.full.state import Figure, Shown
from games.ninja.full.table import full_of, guards_in, map_of, with_full, with_hidden, with_shown
from games.ninja.hands import check_feasible, check_missions, check_names, check_size, size_of
from games.ninja.state import NinjaState, numbers
from games.ninja.who import Violations, passing, side_acts, staff_only
from games.ruleset import Actor, Event, RuleViolation


def in_step(state: NinjaState, event: Event, step: str) -> Violations:
    """NIN-SETUP-01."""
    if full_of(state).step != step:
        yield RuleViolation(
            "NIN-SETUP-01", {"told": tag(type(event)), "expected": f"step_{full_of(state).step}"}
        )


def check_missions_drawn(state: NinjaState, event: f.MissionsDrawn, by: Actor) -> Violations:
    """NIN-SETUP-03."""
    yield from passing(
        side_acts(state, by, "intruders"), in_step(state, event, "missions"), _check_letters(state, event)
    )


def _check_letters(state: NinjaState, event: f.MissionsDrawn) -> Violations:
    if event.letters is None:
        return
    if set(event.letters) != set(state.intruders):
        yield RuleViolation(
            "NIN-LOG-06", {"told": sorted(event.letters) or "nothing", "legal": list(state.intruders)}
        )
    letters = {str(name): letter for name, letter in event.letters.items()}
    yield from check_missions(letters)


def on_missions_drawn(state: NinjaState, event: f.MissionsDrawn) -> NinjaState:
    letters: dict[Name, str] = event.letters or {}
    for name in state.intruders:
        told = next((letter for key, letter in letters.items() if key == name), None)
        state = with_hidden(state, name, mission=told)
    return with_full(state, step="hands")


def hands_due(state: NinjaState) -> tuple[str, ...]:
    """The hands that nobody has chosen yet."""
    return tuple(hand for hand in (*state.intruders, "guard") if hand not in full_of(state).hands)


def check_hand_chosen(state: NinjaState, event: f.HandChosen, by: Actor) -> Violations:
    """NIN-SETUP-04 to -06, NIN-MODE-BAL-01."""
    side = "guards" if event.hand == "guard" else "intruders"
    yield from passing(
        side_acts(state, by, side),
        in_step(state, event, "hands"),
        _check_due(state, event),
        _check_cards(state, event),
    )


def _check_due(state: NinjaState, event: f.HandChosen) -> Violations:
    if event.hand not in hands_due(state):
        yield RuleViolation("NIN-SETUP-01", {"told": event.hand, "expected": list(hands_due(state))})


def _check_cards(state: NinjaState, event: f.HandChosen) -> Violations:
    delta = 0 if event.hand == "guard" else state.options.intruder_hand_delta
    due = size_of(event.hand, delta)
    if event.size != due:
        rule = "NIN-SETUP-05" if event.hand == "guard" else "NIN-SETUP-04"
        yield RuleViolation(rule, {"expected": due, "told": event.size})
    if event.cards is not None:
        yield from check_names(event.hand, event.cards)
        yield from check_size(event.hand, event.cards, due)
        yield from check_feasible(event.hand, event.cards, copies=copies_of(state, event.hand))


def copies_of(state: NinjaState, deck: str) -> dict[str, int] | None:
    return (state.copies or {}).get(deck)


def on_hand_chosen(state: NinjaState, event: f.HandChosen) -> NinjaState:
    full = full_of(state)
    if event.hand == "guard":
        deck = DECKS["guard"].total - event.size
        state = with_full(
            state, cards=replace(full.cards, hand=event.size, hand_cards=event.cards, deck=deck)
        )
    else:
        state = with_hidden(state, event.hand, cards=event.cards)
        state = with_shown(state, event.hand, hand=event.size)
    state = with_full(state, hands=(*full.hands, event.hand))
    return state if hands_due(state) else with_full(state, step="deploy")


def check_guards_deployed(state: NinjaState, event: f.GuardsDeployed, by: Actor) -> Violations:
    """NIN-SETUP-07 to -10."""
    yield from passing(
        side_acts(state, by, "guards"),
        in_step(state, event, "deploy"),
        _check_ids(event),
        _check_sentries(state, event),
        _check_patrols(state, event),
        _check_number(state, event),
    )


def _check_ids(event: f.GuardsDeployed) -> Violations:
    """NIN-LOG-06: every figure and every patrol has its own name."""
    guards = [one.guard for one in event.sentries] + [name for one in event.patrols for name in one.guards]
    due = {f"g{n}" for n in range(1, len(guards) + 1)}
    patrols = Counter(one.patrol for one in event.patrols)
    if set(guards) != due or any(number > 1 or not name for name, number in patrols.items()):
        yield RuleViolation("NIN-LOG-06", {"told": some(guards), "legal": sorted(due) or "nothing"})


def _check_sentries(state: NinjaState, event: f.GuardsDeployed) -> Violations:
    """NIN-SETUP-07."""
    zones = [one.zone for one in event.sentries]
    for zone in sorted(
        {zone for zone in zones if zone not in map_of(state).guard_posts or zones.count(zone) > 1}
    ):
        yield RuleViolation("NIN-SETUP-07", {"told": some(zone), "legal": list(map_of(state).guard_posts)})
    if len(zones) != numbers(state)[0]:
        yield RuleViolation("NIN-SETUP-07", {"told": len(zones), "legal": numbers(state)[0]})


def _check_patrols(state: NinjaState, event: f.GuardsDeployed) -> Violations:
    """NIN-SETUP-08, NIN-SETUP-09."""
    path, posts = map_of(state).guard_path, map_of(state).guard_posts
    for one in event.patrols:
        if len(one.guards) != 2 or one.facing not in path.get(one.zone, ()):
            legal = list(path.get(one.zone, ())) or sorted(path)
            yield RuleViolation("NIN-SETUP-08", {"told": {some(one.zone): some(one.facing)}, "legal": legal})
        elif one.zone in posts:
            yield RuleViolation("NIN-SETUP-09", {"told": one.zone})
    if len(event.patrols) != numbers(state)[1]:
        yield RuleViolation("NIN-SETUP-08", {"told": len(event.patrols), "legal": numbers(state)[1]})


def _check_number(state: NinjaState, event: f.GuardsDeployed) -> Violations:
    """NIN-SETUP-10."""
    sentries, patrols, _ = numbers(state)
    told = len(event.sentries) + sum(len(one.guards) for one in event.patrols)
    if told != sentries + 2 * patrols:
        yield RuleViolation("NIN-SETUP-10", {"told": told, "expected": sentries + 2 * patrols})


def on_guards_deployed(state: NinjaState, event: f.GuardsDeployed) -> NinjaState:
    figures = {one.guard: Figure(one.zone) for one in event.sentries}
    for one in event.patrols:
        figures |= {name: Figure(one.zone, one.patrol) for name in one.guards}
    facings = {one.patrol: one.facing for one in event.patrols}
    following = len(figures) + 1
    return with_full(state, step="guard_map", figures=figures, facings=facings, next_guard=following)


def check_guard_map_marked(state: NinjaState, event: f.GuardMapMarked, by: Actor) -> Violations:
    """NIN-SETUP-11 to -14."""
    yield from passing(
        side_acts(state, by, "guards"), in_step(state, event, "guard_map"), _check_marks(state, event)
    )


def _check_marks(state: NinjaState, event: f.GuardMapMarked) -> Violations:
    if event.marks is None:
        return
    yield from check_sleepers(state, event.marks.sleepers, numbers(state)[2], {})
    yield from _check_objects(state, event.marks)


def check_sleepers(state: NinjaState, told: dict[str, int], due: int, there: dict[str, int]) -> Violations:
    """NIN-SETUP-11: so many marks, in barracks, at most two in a zone with those that are there."""
    most = LIMITS.sleepers_in_zone
    wrong = [
        zone
        for zone, number in sorted(told.items())
        if zone not in map_of(state).barracks or number < 1 or number + there.get(zone, 0) > most
    ]
    if wrong or sum(told.values()) != due:
        params = {"told": told or "nothing", "expected": due, "legal": list(map_of(state).barracks)}
        yield RuleViolation("NIN-SETUP-11", params)


def _check_objects(state: NinjaState, marks: f.Marks) -> Violations:
    """NIN-SETUP-12, -13, -14."""
    board = map_of(state)
    zones = [*marks.targets.values(), *marks.traps, *marks.ambushes]
    numbers_told = (sorted(marks.targets), len(marks.traps), len(marks.ambushes))
    if (
        numbers_told != (sorted(LIMITS.letters), LIMITS.traps, LIMITS.ambushes)
        or len(set(zones)) != LIMITS.objects
    ):
        yield RuleViolation("NIN-SETUP-12", {"told": some(zones)})
    for zone in sorted({zone for zone in zones if zone not in board.object_legal}):
        yield RuleViolation("NIN-SETUP-13", {"told": some(zone), "legal": list(board.object_legal)})
    castles = Counter(board.castle_of(zone) for zone in marks.targets.values())
    if any(castles[castle] != LIMITS.targets_in_castle for castle in board.castles):
        told = {castle: castles[castle] for castle in board.castles}
        yield RuleViolation("NIN-SETUP-14", {"told": told, "expected": LIMITS.targets_in_castle})


def on_guard_map_marked(state: NinjaState, event: f.GuardMapMarked) -> NinjaState:
    return with_full(state, step="starts", marks=event.marks, sleepers=numbers(state)[2])


def check_intruder_start_marked(state: NinjaState, event: f.IntruderStartMarked, by: Actor) -> Violations:
    """NIN-SETUP-16, NIN-SETUP-17."""
    yield from passing(
        side_acts(state, by, "intruders"), in_step(state, event, "starts"), _check_starter(state, event)
    )


def _check_starter(state: NinjaState, event: f.IntruderStartMarked) -> Violations:
    due = next(name for name in state.intruders if name not in full_of(state).starts)
    if event.intruder != due:
        yield RuleViolation("NIN-SETUP-01", {"told": event.intruder, "expected": due})
    elif event.zone is not None:
        yield from check_start(state, event.intruder, event.zone)


def check_start(state: NinjaState, name: str, zone: str) -> Violations:
    """NIN-SETUP-16, NIN-SETUP-17: a start zone without guards."""
    legal = starts_of(state, name)
    if zone not in legal:
        rule = "NIN-SETUP-16" if name == "ninja" else "NIN-SETUP-17"
        yield RuleViolation(rule, {"told": some(zone), "legal": list(legal)})


def starts_of(state: NinjaState, name: str) -> tuple[str, ...]:
    """Where an intruder may start now."""
    board = map_of(state)
    zones = board.ninja_start if name == "ninja" else board.traitor_start
    return tuple(zone for zone in zones if not guards_in(state, zone))


def on_intruder_start_marked(state: NinjaState, event: f.IntruderStartMarked) -> NinjaState:
    starts = (*full_of(state).starts, event.intruder)
    state = with_hidden(state, event.intruder, zone=event.zone, distance=0)
    return with_full(state, starts=starts, step="starts" if len(starts) < len(state.intruders) else "passage")


def check_passage_marked(state: NinjaState, event: f.PassageMarked, by: Actor) -> Violations:
    """NIN-SETUP-18."""
    yield from passing(
        side_acts(state, by, "intruders"), in_step(state, event, "passage"), _check_entrances(state, event)
    )


def _check_entrances(state: NinjaState, event: f.PassageMarked) -> Violations:
    board = map_of(state)
    for zone in event.entrances or ():
        if zone not in board.zones or zone in board.canals:
            yield RuleViolation("NIN-SETUP-18", {"told": some(zone)})


def on_passage_marked(state: NinjaState, event: f.PassageMarked) -> NinjaState:
    return with_full(state, step="ready", entrances=event.entrances)


def check_setup_completed(state: NinjaState, event: f.SetupCompleted, by: Actor) -> Violations:
    """NIN-SETUP-19."""
    yield from staff_only(by)
    if full_of(state).step != "ready":
        yield RuleViolation("NIN-SETUP-19", {"expected": f"step_{full_of(state).step}"})


def on_setup_completed(state: NinjaState, event: f.SetupCompleted) -> NinjaState:
    shown = {name: full_of(state).shown.get(name, Shown()) for name in state.intruders}
    return with_full(state, step="between", shown=shown)
