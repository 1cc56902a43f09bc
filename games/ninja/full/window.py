"""What an intruder does in its window: cards, kills, detections, the passage, leaving, the move (NIN-INT, NIN-DET).

What a path alone can show is checked when the move is closed, see `path.py`. Called by `rules.py`.
"""

from __future__ import annotations

from msgspec.structs import replace

from games.codec import tag
from games.gaps import some
from games.judging import passing
from games.ninja.facts import INTRUDERS
from games.ninja.full import events as f
from games.ninja.full.answers import check_met, on_met
from games.ninja.full.character import bare, cards_of, deck_of_card, kind_of_hand, owner_of_card
from games.ninja.full.guards import cat_asked, fallen
from games.ninja.full.ownership import answers_act, intruder_acts, own_ways, owner_of_ways, with_own
from games.ninja.full.path import walked
from games.ninja.full.piles import wounds_returned
from games.ninja.full.reach import check_way
from games.ninja.full.setup import check_pool
from games.ninja.full.state import Figure, Hidden, Incident, Window
from games.ninja.full.table import (
    added,
    alarmed,
    ambushed,
    calm,
    card_spent,
    first_due,
    full_of,
    guards_in,
    map_of,
    off_board,
    present,
    raised,
    unmet,
    window_of,
    with_figures,
    with_full,
    with_hidden,
    with_shown,
    without_figure,
)
from games.ninja.maps.graph import graph
from games.ninja.permissions import Violations
from games.ninja.state import NinjaState, all_out, rivals, with_fate
from games.ruleset import Actor, Event, RuleViolation


def acting(state: NinjaState, event: Event, by: Actor, name: str) -> Violations:
    """NIN-TURN-03, NIN-INT-01, -09, -10, -14: this intruder may act now, the other has finished."""
    yield from passing(
        intruder_acts(state, by, name),
        _check_phase(state, event),
        _check_alive(state, name),
        _check_there(state, event, name),
        _check_alone(state, name),
    )


def _check_phase(state: NinjaState, event: Event) -> Violations:
    if full_of(state).step != "intruder_action":
        yield RuleViolation("NIN-INT-10", {"told": tag(type(event)), "phase": f"step_{full_of(state).step}"})


def _check_alive(state: NinjaState, name: str) -> Violations:
    if name not in state.intruders or not present(state, name):
        yield RuleViolation("NIN-INT-14", {"intruder": name})
    elif full_of(state).shown[name].moved:
        yield RuleViolation("NIN-INT-01", {"intruder": name})


def _check_there(state: NinjaState, event: Event, name: str) -> Violations:
    """NIN-INT-07, -14: whoever has left the map only closes its move."""
    if not isinstance(event, f.IntruderMoved) and has_left(state, name):
        again = isinstance(event, f.IntruderLeftMap)
        yield RuleViolation("NIN-INT-07" if again else "NIN-INT-14", {"intruder": name})


def has_left(state: NinjaState, name: str) -> bool:
    """Whether an intruder has said in its window that it left the map."""
    return any(one.kind == "left" for one in window_of(state, name).incidents)


def _check_alone(state: NinjaState, name: str) -> Violations:
    """NIN-INT-09."""
    window = full_of(state).window
    if window is not None and window.intruder != name and not finished(state):
        yield RuleViolation("NIN-INT-09", {"intruder": name, "told": window.intruder})


def finished(state: NinjaState) -> bool:
    """NIN-INT-09: whether the open window is done with. No rival closes the other's: it has searched, or passed."""
    window = full_of(state).window
    shown = full_of(state).shown
    if window is None:
        return True
    return shown[window.intruder].moved and (shown[window.intruder].searched or not rivals(state))


def check_intruder_passed(state: NinjaState, event: f.IntruderPassed, by: Actor) -> Violations:
    """NIN-MODE-DL-06: a rival passes where it alone is asked: the traitor at a listen, who has moved at a search."""
    yield from passing(intruder_acts(state, by, event.intruder), _check_chance(state, event))


def _check_chance(state: NinjaState, event: f.IntruderPassed) -> Violations:
    window = full_of(state).window
    listens = event.intruder == "traitor" and cat_asked(state)
    searches = (
        window is not None
        and window.intruder == event.intruder
        and full_of(state).shown[event.intruder].moved
        and not finished(state)
    )
    if not rivals(state) or not (listens or searches):
        yield RuleViolation("NIN-MODE-DL-06", {"told": event.intruder})


def on_intruder_passed(state: NinjaState, event: f.IntruderPassed) -> NinjaState:
    due = first_due(state)
    if due.kind == "listen":
        return with_full(state, due=(replace(due, passed=True), *full_of(state).due[1:]))
    return with_shown(state, event.intruder, searched=True)


def with_incident(state: NinjaState, name: str, incident: Incident) -> NinjaState:
    window = window_of(state, name)
    return with_full(state, window=replace(window, incidents=(*window.incidents, incident)))


def check_card(state: NinjaState, name: str, card: str) -> Violations:
    """NIN-LOG-06 a card of the deck, NIN-INT-12 in the hand."""
    shown, deck = full_of(state).shown[name], cards_of(state, name)
    if card not in deck:
        yield RuleViolation("NIN-LOG-06", {"told": card, "legal": list(deck)})
    elif shown.hand < 1 or not _may_hold(state, name, card):
        yield RuleViolation("NIN-INT-12", {"intruder": name, "card": card})
        if shown.played.get(card, 0):
            yield RuleViolation("NIN-INT-11", {"intruder": name, "card": card})


def _may_hold(state: NinjaState, name: str, card: str) -> bool:
    """Whether a card is in the hand; where a device alone has it NIN-SETUP-06: whether a deck holds one more of them
    than its copy has played."""
    known = full_of(state).hidden.get(name, Hidden()).cards
    if known is not None:
        return known.get(card, 0) > 0
    played = added(full_of(state).shown[name].played, {card: 1}) or {}
    return not any(check_pool(state, kind_of_hand(state, name), played))


def check_intruder_card_played(state: NinjaState, event: f.IntruderCardPlayed, by: Actor) -> Violations:
    """NIN-INT-10, -12, -13, NIN-LIS-10, -11, NIN-ROPE-01."""
    if first_due(state).kind == "listen":
        yield from passing(
            intruder_acts(state, by, event.intruder), _check_cat(state, event), _check_use(state, event)
        )
        return
    yield from passing(
        acting(state, event, by, event.intruder),
        check_card(state, event.intruder, event.card),
        _check_use(state, event),
        check_way(state, event, on_intruder_card_played),
    )


def _check_cat(state: NinjaState, event: f.IntruderCardPlayed) -> Violations:
    """NIN-LIS-10, NIN-LIS-11: by a traitor on the map, then from its hand, then once in a listen."""
    name = owner_of_card(state, "it_was_a_cat")
    if bare(event.card) != "it_was_a_cat":
        yield RuleViolation("NIN-INT-10", {"told": event.card, "phase": f"step_{full_of(state).step}"})
    elif event.intruder != name or name not in state.intruders or not present(state, name):
        yield RuleViolation("NIN-LIS-11", {"intruder": event.intruder})
    else:
        yield from check_card(state, name, event.card)
        if first_due(state).cat or first_due(state).passed:
            yield RuleViolation("NIN-LIS-10", {"told": True, "heard": False})


def _check_use(state: NinjaState, event: f.IntruderCardPlayed) -> Violations:
    """NIN-INT-13: what everybody sees to be a bluff is one, but for a cat, whose flag is not judged; a rope hangs over
    a wall, Shadow Walk names a zone."""
    use = event.use
    if use is None:
        return
    card = bare(event.card)
    open_bluff = card in ("kenjutsu", "shuriken", "potent_sake")
    due = () if use.bluff else {"rope": ("edge",), "shadow_walk": ("zone",)}.get(card, ())
    told = tuple(name for name in ("edge", "zone") if getattr(use, name) is not None)
    if (open_bluff and not use.bluff) or told != due:
        yield RuleViolation("NIN-INT-13", {"card": event.card})
    elif (
        state.map is not None
        and use.edge is not None
        and use.edge[1] not in graph(map_of(state)).walls.get(use.edge[0], ())
    ):
        yield RuleViolation("NIN-ROPE-01", {"told": list(use.edge)})


def on_intruder_card_played(state: NinjaState, event: f.IntruderCardPlayed) -> NinjaState:
    state = card_spent(state, event.intruder, event.card)
    due = first_due(state)
    if due.kind == "listen":
        return with_full(state, due=(replace(due, cat=True), *full_of(state).due[1:]))
    if bare(event.card) == "kenjutsu":
        state = raised(state, alarm(event.card, event.intruder), "NIN-ALERT-05", "NIN-CMB-02")
    bluff = event.use.bluff if event.use else None
    played = Incident("card_" + bare(event.card), secret=_secret(event.use), bluff=bluff)
    return with_incident(state, event.intruder, played)


def _secret(use: f.CardSecret | None) -> tuple[str, ...] | None:
    if use is None:
        return None
    return use.edge or ((use.zone,) if use.zone else ())


def alarm(card: str, name: str) -> int:
    """NIN-CMB-02: what a Kenjutsu card raises, by its deck."""
    return INTRUDERS[deck_of_card(card, name)].kenjutsu_alert


def check_guard_neutralised(state: NinjaState, event: f.GuardNeutralised, by: Actor) -> Violations:
    """NIN-CMB-01, NIN-EFF-01, -04, -05: the card, the guard, what everybody sees of them."""
    yield from passing(
        acting(state, event, by, event.intruder),
        check_card(state, event.intruder, event.by),
        _check_target(state, event),
        check_way(state, event, on_guard_neutralised),
    )


def _check_target(state: NinjaState, event: f.GuardNeutralised) -> Violations:
    guard, by = full_of(state).figures.get(event.guard), bare(event.by)
    if guard is None:
        yield RuleViolation("NIN-CMB-01", {"intruder": event.intruder, "told": some(event.guard)})
        yield from fallen(state, event.guard)
    elif by == "shuriken" and len(guards_in(state, guard.zone)) != 1:
        yield RuleViolation("NIN-EFF-01", {"told": event.guard})
    elif by == "potent_sake" and not _thirsty(state, guard, began_at(state, event.intruder)):
        yield RuleViolation("NIN-EFF-04", {"told": event.guard})
    elif by == "potent_sake" and state.drunk >= 3:
        yield RuleViolation("NIN-EFF-05", {"told": state.drunk})


def _thirsty(state: NinjaState, guard: Figure, start: str | None) -> bool:
    """NIN-EFF-04: a guard alone in its zone and sober, which was not in the zone where the traitor began."""
    return not guard.drunk and len(guards_in(state, guard.zone)) == 1 and guard.began != start


def began_at(state: NinjaState, name: str) -> str | None:
    """Where an intruder began its window, as far as the log tells it: by its secrets, or by its figure, which without
    a map says it in the words of whoever met it last."""
    hidden, seen = full_of(state).hidden[name].zone, window_of(state, name).seen_at
    return hidden or seen if state.map is not None else seen or hidden


def on_guard_neutralised(state: NinjaState, event: f.GuardNeutralised) -> NinjaState:
    """NIN-CMB-02, -04, NIN-EFF-01, -04."""
    guard = full_of(state).figures[event.guard]
    secret = None if event.from_zone is None else (event.from_zone,)
    by = bare(event.by)
    incident = Incident(by, event.guard, guard.zone, was_drunk=guard.drunk, secret=secret)
    state = with_incident(card_spent(state, event.intruder, event.by), event.intruder, incident)
    if by == "potent_sake":
        return calm(with_figures(state, (event.guard,), drunk=True))
    state = replace(without_figure(state, event.guard), killed=state.killed + 1)
    if by != "kenjutsu":
        return calm(state)
    return raised(state, alarm(event.by, event.intruder), "NIN-ALERT-05", "NIN-CMB-02")


def check_intruder_detected(state: NinjaState, event: f.IntruderDetected, by: Actor) -> Violations:
    """NIN-DET-01, -02, -03, -08; NIN-HAZ-05 after an ambush."""
    due = first_due(state)
    if due.kind == "answer":
        yield from passing(answers_act(state, by), _check_known(state, event), check_met(state, event))
    elif event.cause == "ambush":
        yield from passing(answers_act(state, by), _check_known(state, event), _check_ambushed(state, event))
    else:
        yield from passing(
            acting(state, event, by, event.intruder),
            _check_entered(state, event),
            check_way(state, event, on_intruder_detected),
        )


def _check_known(state: NinjaState, event: f.IntruderDetected) -> Violations:
    if event.intruder not in state.intruders or not present(state, event.intruder):
        yield RuleViolation("NIN-INT-14", {"intruder": event.intruder})


def _check_ambushed(state: NinjaState, event: f.IntruderDetected) -> Violations:
    window = full_of(state).window
    zone = window.ambushed if window else None
    hidden = full_of(state).hidden[event.intruder].zone
    there = hidden is None or hidden == zone or state.map is None
    if window is None or event.zone != zone or event.intruder not in unmet(state) or not there:
        yield RuleViolation("NIN-DET-08", {"intruder": event.intruder, "told": some(event.zone)})
    elif event.intruder == "ninja" and "traitor" in window.met:
        yield RuleViolation("NIN-DET-07", {"intruder": "traitor", "expected": "ninja"})
    elif (first := ambushed(state)) and event.intruder != first[0]:
        yield RuleViolation("NIN-DET-07", {"intruder": event.intruder, "expected": first[0]})


def _check_entered(state: NinjaState, event: f.IntruderDetected) -> Violations:
    """NIN-DET-08, NIN-DET-06: what everybody sees; the path shows the rest."""
    window = window_of(state, event.intruder)
    if window.seen_at == event.zone and not window.incidents:
        yield RuleViolation("NIN-DET-06", {"intruder": event.intruder, "told": event.zone})
        return
    guards = guards_in(state, event.zone)
    active = any(not one.drunk for one in guards.values())
    due = "intruder_entered" if active else "drunk_guard" if guards else "nothing"
    if event.cause != due:
        yield RuleViolation("NIN-DET-08", {"intruder": event.intruder, "told": some(event.zone)})


def on_intruder_detected(state: NinjaState, event: f.IntruderDetected) -> NinjaState:
    """NIN-ALERT-06: High, but for drunk guards; after an ambush it is High already."""
    if first_due(state).kind == "answer":
        return on_met(state, event)
    if event.cause == "ambush":
        window = window_of(state, event.intruder)
        current = full_of(state).window or window
        state = with_full(state, window=replace(current, met=(*current.met, event.intruder)))
        alone = not guards_in(state, event.zone)
        return with_shown(state, event.intruder, visible=event.zone, exposed=alone)
    state = with_incident(state, event.intruder, Incident("detected", zone=event.zone, cause=event.cause))
    state = with_shown(state, event.intruder, visible=event.zone, exposed=False)
    return alarmed(state) if event.cause == "intruder_entered" else calm(state)


def check_intruder_hidden(state: NinjaState, event: f.IntruderHidden, by: Actor) -> Violations:
    """NIN-DET-05."""
    yield from passing(
        acting(state, event, by, event.intruder),
        _check_shown(state, event),
        check_way(state, event, on_intruder_hidden),
    )


def _check_shown(state: NinjaState, event: f.IntruderHidden) -> Violations:
    if full_of(state).shown[event.intruder].visible is None:
        yield RuleViolation("NIN-DET-05", {"intruder": event.intruder})


def on_intruder_hidden(state: NinjaState, event: f.IntruderHidden) -> NinjaState:
    state = calm(with_incident(state, event.intruder, Incident("hidden")))
    return with_shown(state, event.intruder, visible=None, exposed=False)


def check_passage_entered(state: NinjaState, event: f.PassageEntered, by: Actor) -> Violations:
    """NIN-PASS-02: a card just played or on the table, at an entrance. NIN-INT-06: who came out stays out."""
    yield from passing(
        acting(state, event, by, event.intruder),
        _check_entry(state, event),
        check_way(state, event, on_passage_entered),
    )


def _check_entry(state: NinjaState, event: f.PassageEntered) -> Violations:
    entrances, shown = own_ways(state, event.intruder).entrances, full_of(state).shown[event.intruder]
    happened = window_of(state, event.intruder).incidents
    opened = shown.table or any(one.kind == "card_secret_passage" and not one.bluff for one in happened)
    if any(one.kind == "came_out" for one in happened):
        yield RuleViolation("NIN-INT-06", {"intruder": event.intruder})
    elif shown.inside or not opened:
        yield RuleViolation("NIN-PASS-02", {"intruder": event.intruder, "told": "no_card"})
    elif event.entrance is not None and entrances is not None and event.entrance not in entrances:
        yield RuleViolation("NIN-PASS-02", {"intruder": event.intruder, "told": some(event.entrance)})


def on_passage_entered(state: NinjaState, event: f.PassageEntered) -> NinjaState:
    secret = None if event.entrance is None else (event.entrance,)
    state = with_incident(state, event.intruder, Incident("entered", secret=secret))
    return with_shown(state, event.intruder, inside=True, table=True, visible=None, exposed=False)


def check_passage_left(state: NinjaState, event: f.PassageLeft, by: Actor) -> Violations:
    """NIN-PASS-04, NIN-INT-06: in a later turn, through an entrance."""
    yield from passing(
        acting(state, event, by, event.intruder),
        _check_exit(state, event),
        check_way(state, event, on_passage_left),
    )


def _check_exit(state: NinjaState, event: f.PassageLeft) -> Violations:
    entrances, shown = own_ways(state, event.intruder).entrances, full_of(state).shown[event.intruder]
    just = any(one.kind == "entered" for one in window_of(state, event.intruder).incidents)
    if just:
        yield RuleViolation("NIN-INT-06", {"intruder": event.intruder})
    elif not shown.inside:
        yield RuleViolation("NIN-PASS-04", {"intruder": event.intruder, "told": "nothing"})
    elif event.entrance is not None and entrances is not None and event.entrance not in entrances:
        yield RuleViolation("NIN-PASS-04", {"intruder": event.intruder, "told": some(event.entrance)})


def on_passage_left(state: NinjaState, event: f.PassageLeft) -> NinjaState:
    secret = None if event.entrance is None else (event.entrance,)
    state = with_incident(state, event.intruder, Incident("came_out", secret=secret))
    return with_shown(state, event.intruder, inside=False)


def check_intruder_left_map(state: NinjaState, event: f.IntruderLeftMap, by: Actor) -> Violations:
    """NIN-END-04: from a zone at the edge that the intruder can come to."""
    yield from passing(
        acting(state, event, by, event.intruder), check_way(state, event, on_intruder_left_map)
    )


def on_intruder_left_map(state: NinjaState, event: f.IntruderLeftMap) -> NinjaState:
    return calm(with_incident(state, event.intruder, Incident("left")))


def check_intruder_moved(state: NinjaState, event: f.IntruderMoved, by: Actor) -> Violations:
    """NIN-INT-01 to -07, -15, -16 and what happened on the way, as far as the log tells the path."""
    yield from passing(acting(state, event, by, event.intruder), _check_walk(state, event))


def _check_walk(state: NinjaState, event: f.IntruderMoved) -> Violations:
    if event.start is not None and event.steps is not None:
        yield from walked(state, window_of(state, event.intruder), event.start, event.steps)
        if state.map is None:
            yield from _check_figure(state, event.intruder, event.start, event.steps)


def _check_figure(state: NinjaState, name: str, start: str, steps: tuple[f.Step, ...]) -> Violations:
    """NIN-DET-05: without a map too a figure that stands on the board when a way is over stands where it ends."""
    end, stands = (start, *(step.to for step in steps))[-1], full_of(state).shown[name].visible
    if stands is not None and end != stands and not any(step.via == "exit" for step in steps):
        yield RuleViolation("NIN-DET-05", {"intruder": name, "told": stands})


def on_intruder_moved(state: NinjaState, event: f.IntruderMoved) -> NinjaState:
    window, full, name = window_of(state, event.intruder), full_of(state), event.intruder
    shown = replace(full.shown[name], moved=True)
    hidden = _after_walk(full.hidden.get(name, Hidden()), event)
    state = with_full(
        state, window=window, shown={**full.shown, name: shown}, hidden={**full.hidden, name: hidden}
    )
    return _after_deeds(state, window) if window.incidents else state


def _after_deeds(state: NinjaState, window: Window) -> NinjaState:
    """What the deeds of a window leave behind: NIN-ROPE-02 ropes that hang, NIN-END-04 whoever left the map."""
    name = window.intruder
    hung = [one.secret for one in window.incidents if one.kind == "card_rope" and one.secret]
    ropes = tuple((edge[0], edge[1]) for edge in hung)
    if ropes:
        known = own_ways(state, name).ropes
        state = with_own(state, owner_of_ways(state, name), ropes=(*known, *ropes))
    if not any(one.kind == "left" for one in window.incidents):
        return state
    state = with_fate(off_board(state, name), name, left=state.turn)
    state = with_hidden(state, name, zone=None)
    return wounds_returned(state, name, over=all_out(state))


def _after_walk(hidden: Hidden, event: f.IntruderMoved) -> Hidden:
    """What its side knows of an intruder after its move."""
    if event.start is None or event.steps is None:
        return replace(hidden, zone=None, distance=None, visited=None)
    zones = [event.start, *[step.to for step in event.steps]]
    visited = tuple(dict.fromkeys([zone for zone in zones if zone[:1] != "@"])) if event.steps else ()
    zone = zones[-1]
    return replace(hidden, zone=zone, distance=len(event.steps), visited=visited)
