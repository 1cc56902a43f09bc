"""What an intruder does in its window: who may act, passing, cards, kills (NIN-INT, NIN-CMB, NIN-EFF).

Its way stands in `walk.py`, who sees it in `detection.py`. What a path alone can show is checked when the move is
closed, see `path.py`. Called by `rules.py`.
"""

from __future__ import annotations

from msgspec.structs import replace

from games.codec import tag
from games.gaps import some
from games.judging import first_broken, passing
from games.ninja.facts import INTRUDERS
from games.ninja.full import events as f
from games.ninja.full.character import bare, cards_of, deck_of_card, kind_of_hand, owner_of_card
from games.ninja.full.guards import fallen
from games.ninja.full.listening import cat_asked
from games.ninja.full.ownership import intruder_acts
from games.ninja.full.reach import check_way
from games.ninja.full.setup import check_pool
from games.ninja.full.state import Figure, Hidden, Incident
from games.ninja.full.table import (
    added,
    calm,
    card_spent,
    first_due,
    full_of,
    guards_in,
    map_of,
    present,
    raised,
    window_of,
    with_figures,
    with_full,
    with_shown,
    without_figure,
)
from games.ninja.maps.graph import graph
from games.ninja.permissions import Violations
from games.ninja.state import NinjaState, rivals
from games.remembered import remembered_of_two
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
    return first_broken(intruder_acts(state, by, event.intruder), _check_chance(state, event))


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


@remembered_of_two
def on_intruder_card_played(state: NinjaState, event: f.IntruderCardPlayed) -> NinjaState:
    state = card_spent(state, event.intruder, event.card)
    due = first_due(state)
    if due.kind == "listen":
        return with_full(state, due=(replace(due, cat=True), *full_of(state).due[1:]))
    if bare(event.card) == "kenjutsu":
        state = raised(state, alarm(event.card, event.intruder), "NIN-ALERT-05", "NIN-CMB-02")
    bluff = event.use.bluff if event.use else None
    secret = _secret(event.use)
    played = Incident("card_" + bare(event.card), card=event.card, secret=secret, bluff=bluff)
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
    return first_broken(
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


@remembered_of_two
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
