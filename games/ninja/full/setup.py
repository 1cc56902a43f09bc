"""Setup at full detail: missions, hands, guards, the guard's map, starts, the passage (NIN-SETUP)."""

from __future__ import annotations

from collections import Counter
from typing import Any

from msgspec.structs import replace

from games.codec import tag
from games.gaps import some
from games.judging import first_broken
from games.ninja.chapters.hands import (
    Chosen,
    Kind,
    check_feasible,
    check_missions,
    check_names,
    check_size,
    check_split,
    deck_of,
    parts,
    size_of,
)
from games.ninja.facts import DECKS, LIMITS, Name
from games.ninja.full import events as f
from games.ninja.full.character import SOLO, character_of
from games.ninja.full.ownership import BOTH, intruder_acts, owners, passages, with_own
from games.ninja.full.piles import hand_acts, with_pile
from games.ninja.full.server_draws import check_dealt, first_left
from games.ninja.full.state import Figure, Shown
from games.ninja.full.table import (
    first_due,
    full_of,
    guards_in,
    map_of,
    paid,
    with_full,
    with_guards,
    with_hidden,
    with_shown,
)
from games.ninja.maps.graph import OUTSIDE
from games.ninja.maps.unmapped import ANYWHERE
from games.ninja.permissions import Violations, seated, side_acts
from games.ninja.state import NinjaState, numbers, rivals
from games.ruleset import Actor, Event, RuleViolation

SIZES = {
    "ninja": "NIN-SETUP-04",
    "traitor": "NIN-SETUP-04",
    "solo": "NIN-MODE-SOLO-02",
    "guard": "NIN-SETUP-05",
    "guard_a": "NIN-MODE-4P-01",
    "guard_b": "NIN-MODE-4P-01",
}
PATROL = 2
"""Guards of a patrol at the start."""


def in_step(state: NinjaState, event: Event, step: str) -> Violations:
    """NIN-SETUP-01."""
    if full_of(state).step != step:
        yield RuleViolation(
            "NIN-SETUP-01", {"told": tag(type(event)), "expected": f"step_{full_of(state).step}"}
        )


def check_missions_drawn(state: NinjaState, event: f.MissionsDrawn, by: Actor) -> Violations:
    """NIN-SETUP-03, NIN-MODE-DL-01, NIN-HID-13."""
    acts = intruder_acts(state, by, event.intruder) if event.intruder else side_acts(state, by, "intruders")
    again = first_due(state).kind == "letter"
    return first_broken(
        acts,
        _check_new_copy(state, event) if again else in_step(state, event, "missions"),
        () if again else _check_drawer(state, event),
        () if again else _check_letters(state, event),
        check_dealt(state, event, by) if full_of(state).seeded else (),
    )


def _check_new_copy(state: NinjaState, event: f.MissionsDrawn) -> Violations:
    """NIN-RESP-05: the letter of the copy that came back, and of no other."""
    due = first_due(state).intruder
    if event.intruder != due or (event.letters is not None and set(event.letters) != {due}):
        yield RuleViolation("NIN-RESP-05", {"told": event.intruder or "nobody"})


def undrawn(state: NinjaState) -> tuple[str, ...]:
    """NIN-MODE-DL-01: the rivals that have not drawn their mission."""
    drawn = full_of(state).drawn
    return tuple(name for name in state.intruders if name not in drawn) if rivals(state) else ()


def _check_drawer(state: NinjaState, event: f.MissionsDrawn) -> Violations:
    """NIN-MODE-DL-01: each rival draws for itself, allies draw together."""
    due = undrawn(state)
    if (event.intruder is not None) != bool(due) or (due and event.intruder not in due):
        told = {"told": event.intruder or "nobody", "expected": list(due) or "nobody"}
        yield RuleViolation("NIN-MODE-DL-01", told)


def _check_letters(state: NinjaState, event: f.MissionsDrawn) -> Violations:
    if event.letters is None:
        return
    due = [event.intruder] if event.intruder else list(state.intruders)
    if set(event.letters) != set(due):
        yield RuleViolation("NIN-LOG-06", {"told": sorted(event.letters) or "nothing", "legal": due})
    letters = {str(name): letter for name, letter in event.letters.items()}
    yield from check_missions(letters, disputed=rivals(state))


def on_missions_drawn(state: NinjaState, event: f.MissionsDrawn) -> NinjaState:
    letters: dict[Name, str] = event.letters or {}
    for name in [event.intruder] if event.intruder else state.intruders:
        told = next((letter for key, letter in letters.items() if key == name), None)
        state = with_hidden(state, name, mission=told)
    if first_due(state).kind == "letter":
        return paid(state)
    if event.intruder is not None:
        state = with_full(state, drawn=(*full_of(state).drawn, event.intruder))
    return state if undrawn(state) else with_full(state, step="hands")


def hands_due(state: NinjaState) -> tuple[str, ...]:
    """The hands that nobody has chosen yet; a mixed one waits until its player has noted whose it is."""
    intruders = () if full_of(state).character_due else state.intruders
    return tuple(hand for hand in (*intruders, *full_of(state).piles) if hand not in full_of(state).hands)


def check_hand_chosen(state: NinjaState, event: f.HandChosen, by: Actor) -> Violations:
    """NIN-SETUP-04 to -06, NIN-MODE-BAL-01, NIN-MODE-4P-01."""
    intruder = event.hand in state.intruders
    return first_broken(
        intruder_acts(state, by, event.hand) if intruder else hand_acts(state, by, event.hand),
        in_step(state, event, "hands"),
        _check_due(state, event),
        _check_cards(state, event),
    )


def _check_due(state: NinjaState, event: f.HandChosen) -> Violations:
    if event.hand not in hands_due(state):
        yield RuleViolation("NIN-SETUP-01", {"told": event.hand, "expected": list(hands_due(state))})


def _check_cards(state: NinjaState, event: f.HandChosen) -> Violations:
    delta = state.options.intruder_hand_delta if event.hand in state.intruders else 0
    due = size_of(event.hand, delta)
    if event.size != due:
        yield RuleViolation(SIZES[event.hand], {"expected": due, "told": event.size})
    if event.cards is not None:
        yield from check_names(event.hand, event.cards)
        yield from check_size(event.hand, event.cards, due)
        yield from check_pool(state, event.hand, event.cards)
        yield from _check_halves(state, event)


def check_pool(state: NinjaState, hand: Kind, cards: Chosen, table: Chosen | None = None) -> Violations:
    """NIN-SETUP-06, NIN-MODE-SOLO-02: each deck could hold its part of the hand, and its cards on the table with it."""
    if hand != "solo":
        yield from check_feasible(hand, cards, copies=copies_of(state, deck_of(hand)), table=table)
        return
    lying = parts(hand, table or {})
    for deck, part in parts(hand, cards).items():
        kind: Kind = "traitor" if deck == "traitor" else "ninja"
        yield from check_feasible(kind, part, copies=copies_of(state, deck), table=lying[deck])


def _check_halves(state: NinjaState, event: f.HandChosen) -> Violations:
    """NIN-MODE-4P-01: both halves of the guard deck are alike, so that both hands have to fit into one."""
    others = [one.hand_cards for hand, one in full_of(state).piles.items() if hand != event.hand]
    if event.hand in full_of(state).piles and others and others[0] and event.cards is not None:
        yield from check_split(event.cards, others[0], copies_of(state, "guard"))


def copies_of(state: NinjaState, deck: str) -> dict[str, int] | None:
    return (state.copies or {}).get(deck)


def on_hand_chosen(state: NinjaState, event: f.HandChosen) -> NinjaState:
    full = full_of(state)
    if event.hand in full.piles:
        deck = DECKS["guard"].total // len(full.piles) - event.size
        known = first_left(state, event.cards)
        cards = replace(
            full.piles[event.hand], hand=event.size, hand_cards=event.cards, deck=deck, left=known
        )
        state = with_pile(state, event.hand, cards)
    else:
        state = with_hidden(state, event.hand, cards=event.cards)
        state = with_shown(state, event.hand, hand=event.size)
    state = with_full(state, hands=(*full.hands, event.hand))
    left = hands_due(state) or full.character_due
    return state if left else with_full(state, step="deploy")


def check_guards_deployed(state: NinjaState, event: f.GuardsDeployed, by: Actor) -> Violations:
    """NIN-SETUP-07 to -10."""
    return first_broken(
        side_acts(state, by, "guards"),
        in_step(state, event, "deploy"),
        _check_sentries(state, event),
        _check_patrols(state, event),
        _check_number(state, event),
        _check_weapons(state, event),
    )


def _check_sentries(state: NinjaState, event: f.GuardsDeployed) -> Violations:
    """NIN-SETUP-07."""
    zones = event.sentries
    for zone in sorted(
        {zone for zone in zones if zone not in map_of(state).guard_posts or zones.count(zone) > 1}
    ):
        yield RuleViolation(
            "NIN-SETUP-07", {"told": some(zone), "legal": list(map_of(state).guard_posts) or "other_zone"}
        )
    if len(zones) != numbers(state)[0]:
        yield RuleViolation("NIN-SETUP-07", {"told": len(zones), "legal": numbers(state)[0]})


def _check_patrols(state: NinjaState, event: f.GuardsDeployed) -> Violations:
    """NIN-SETUP-08, NIN-SETUP-09."""
    path, posts = map_of(state).guard_path, map_of(state).guard_posts
    for one in event.patrols:
        if one.facing not in path.get(one.zone, ()):
            legal = list(path.get(one.zone, ())) or sorted(path)
            yield RuleViolation("NIN-SETUP-08", {"told": {some(one.zone): some(one.facing)}, "legal": legal})
        elif one.zone in (posts if state.map is not None else event.sentries):
            yield RuleViolation("NIN-SETUP-09", {"told": one.zone})
    if len(event.patrols) != numbers(state)[1]:
        yield RuleViolation("NIN-SETUP-08", {"told": len(event.patrols), "legal": numbers(state)[1]})


def _check_number(state: NinjaState, event: f.GuardsDeployed) -> Violations:
    """NIN-SETUP-10."""
    sentries, patrols, _ = numbers(state)
    told = len(event.sentries) + PATROL * len(event.patrols)
    if told != sentries + PATROL * patrols:
        yield RuleViolation("NIN-SETUP-10", {"told": told, "expected": sentries + PATROL * patrols})


def _check_weapons(state: NinjaState, event: f.GuardsDeployed) -> Violations:
    """NIN-MODE-4P-02: swords and spears in equal numbers, where two players have the guard."""
    number = len(event.sentries) + PATROL * len(event.patrols) if state.mode == "four" else 0
    swords, known = set(event.swords), {f"g{n}" for n in range(1, number + 1)}
    if not swords <= known or len(swords) < len(event.swords) or abs(2 * len(swords) - number) > number % 2:
        yield RuleViolation("NIN-MODE-4P-02", {"told": len(event.swords), "expected": number})


def on_guards_deployed(state: NinjaState, event: f.GuardsDeployed) -> NinjaState:
    figures = {f"g{number}": Figure(zone) for number, zone in enumerate(event.sentries, start=1)}
    facings: dict[str, str | None] = {}
    for number, one in enumerate(event.patrols, start=1):
        facings[f"P{number}"] = one.facing
        for _ in range(PATROL):
            figures[f"g{len(figures) + 1}"] = Figure(one.zone, f"P{number}")
    if state.mode == "four":
        armed = {name: "sword" if name in event.swords else "spear" for name in figures}
        figures = {name: replace(one, weapon=armed[name]) for name, one in figures.items()}
    following = len(figures) + 1
    return with_guards(state, figures, step="guard_map", facings=facings, next_guard=following)


def check_guard_map_marked(state: NinjaState, event: f.GuardMapMarked, by: Actor) -> Violations:
    """NIN-SETUP-11 to -14."""
    return first_broken(
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
        if zone not in map_of(state).barracks or number < 0 or number + there.get(zone, 0) > most
    ]
    if wrong or sum(told.values()) != due:
        params: dict[str, Any] = {
            "told": {zone: number for zone, number in told.items() if number} or "nothing",
            "expected": due,
        }
        if state.map is not None:
            params["legal"] = list(state.map.barracks)
        yield RuleViolation("NIN-SETUP-11", params)


def _check_objects(state: NinjaState, marks: f.Marks) -> Violations:
    """NIN-SETUP-12, -13, -14."""
    board = map_of(state)
    zones = [*marks.targets.values(), *marks.traps, *marks.ambushes]
    numbers_told = (sorted(marks.targets), len(marks.traps), len(marks.ambushes))
    twice = sorted(zone for zone, number in Counter(zones).items() if number > 1)
    due = (sorted(LIMITS.letters), LIMITS.traps, LIMITS.ambushes)
    if numbers_told != due or len(set(zones)) != LIMITS.objects:
        yield RuleViolation("NIN-SETUP-12", {"twice": twice} if twice else {"told": some(zones)})
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
    return first_broken(
        intruder_acts(state, by, event.intruder),
        in_step(state, event, "starts"),
        _check_starter(state, event),
    )


def _check_starter(state: NinjaState, event: f.IntruderStartMarked) -> Violations:
    due = next(name for name in state.intruders if name not in full_of(state).starts)
    if event.intruder != due:
        yield RuleViolation("NIN-SETUP-01", {"told": event.intruder, "expected": due})
    elif event.zone is not None:
        yield from check_start(state, event.intruder, event.zone)


def check_start(state: NinjaState, name: str, zone: str) -> Violations:
    """NIN-SETUP-16, NIN-SETUP-17: a start zone without guards; without a map, any without guards."""
    legal = starts_of(state, name)
    if zone not in legal or guards_in(state, zone):
        known = character_of(state) if name == SOLO else name
        rule = "NIN-SETUP-17" if known == "traitor" else "NIN-SETUP-16"
        yield RuleViolation(rule, {"told": some(zone), "legal": list(legal) or "other_zone"})


def starts_of(state: NinjaState, name: str) -> tuple[str, ...]:
    """Where an intruder may start now; to those who do not know which it is, wherever either may; without a map
    anywhere."""
    if state.map is None:
        return ANYWHERE
    board = map_of(state)
    known = character_of(state) if name == SOLO else name
    apart = {"ninja": board.ninja_start, "traitor": board.traitor_start}
    zones = (
        apart[known]
        if known is not None
        else tuple(dict.fromkeys((*board.ninja_start, *board.traitor_start)))
    )
    return tuple(zone for zone in zones if not guards_in(state, zone))


def on_intruder_start_marked(state: NinjaState, event: f.IntruderStartMarked) -> NinjaState:
    starts = (*full_of(state).starts, event.intruder)
    state = with_hidden(state, event.intruder, zone=event.zone, distance=0)
    return with_full(state, starts=starts, step="starts" if len(starts) < len(state.intruders) else "passage")


def check_passage_marked(state: NinjaState, event: f.PassageMarked, by: Actor) -> Violations:
    """NIN-SETUP-18, NIN-MODE-DL-02."""
    return first_broken(
        intruder_acts(state, by, event.intruder) if event.intruder else side_acts(state, by, "intruders"),
        in_step(state, event, "passage"),
        _check_owner(state, event),
        _check_entrances(state, event),
    )


def unmarked(state: NinjaState) -> tuple[str, ...]:
    """The owners of the passages that nobody has marked yet."""
    return tuple(owner for owner in owners(state) if owner not in full_of(state).own)


def _check_owner(state: NinjaState, event: f.PassageMarked) -> Violations:
    """NIN-MODE-DL-02: each rival marks a passage of its own."""
    if (event.intruder or BOTH) not in unmarked(state):
        told = {"told": event.intruder or "nobody", "expected": list(unmarked(state))}
        yield RuleViolation("NIN-MODE-DL-02", told)


def _check_entrances(state: NinjaState, event: f.PassageMarked) -> Violations:
    board = map_of(state)
    if (event.entrance is None) != (event.other is None):
        yield RuleViolation("NIN-SETUP-18", {"told": "nothing"})
    for zone in filter(None, (event.entrance, event.other)):
        if zone not in board.zones or zone in board.canals:
            yield RuleViolation("NIN-SETUP-18", {"told": some(zone)})
            if zone in (*passages(state), OUTSIDE):
                yield RuleViolation("NIN-PASS-01", {"told": zone})


def on_passage_marked(state: NinjaState, event: f.PassageMarked) -> NinjaState:
    told = (event.entrance, event.other)
    owner = event.intruder or BOTH
    state = with_own(state, owner, entrances=told if None not in told else None)
    return state if unmarked(state) else with_full(state, step="ready")


def check_setup_completed(state: NinjaState, event: f.SetupCompleted, by: Actor) -> Violations:
    """NIN-SETUP-19."""
    yield from seated(state, by)
    if full_of(state).step != "ready":
        yield RuleViolation("NIN-SETUP-19", {"expected": f"step_{full_of(state).step}"})


def on_setup_completed(state: NinjaState, event: f.SetupCompleted) -> NinjaState:
    shown = {name: full_of(state).shown.get(name, Shown()) for name in state.intruders}
    return with_full(state, step="between", shown=shown)
