"""Small steps on the table that several chapters take: figures, alert, cards, hiding. Called by the chapters."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from typing import Any

from msgspec.structs import replace

from games.ninja.facts import LIMITS
from games.ninja.full.state import Due, Figure, FullState, Hidden, Shown, Window
from games.ninja.maps.graph import PASSAGE, ZoneMap
from games.ninja.maps.unmapped import UNKNOWN
from games.ninja.state import NinjaState, with_fate

HIGH = 3
NOTHING_DUE = Due("draw", cause="none")
"""A due of no unit, for where nothing is owed."""


def full_of(state: NinjaState) -> FullState:
    """The table of a match at full detail."""
    assert state.full is not None
    return state.full


def window_of(state: NinjaState, name: str) -> Window:
    """The open window of an intruder, or a new one."""
    full = full_of(state)
    if full.window is not None and full.window.intruder == name:
        return full.window
    shown = full.shown[name]
    return Window(name, shown.visible, shown.exposed)


def map_of(state: NinjaState) -> ZoneMap:
    """The board of a match at full detail; without a map one that takes every zone and knows no borders."""
    return UNKNOWN if state.map is None else state.map


def with_full(state: NinjaState, **changes: Any) -> NinjaState:
    """The state with the table changed. Guards may get marks or stand elsewhere by it; who comes, falls or gets drunk
    goes through `with_guards`."""
    assert state.full is not None
    return replace(state, full=replace(state.full, **changes))


def with_guards(state: NinjaState, figures: dict[str, Figure], **changes: Any) -> NinjaState:
    """The state with other guards on the map, what else of the table changes with them, and their public numbers."""
    full = replace(full_of(state), figures=figures, **changes)
    drunk = sum([one.drunk for one in figures.values()])
    return replace(state, full=full, guards=len(figures), drunk=drunk)


def shifted(state: NinjaState, figures: dict[str, Figure], **table: Any) -> NinjaState:
    """NIN-DET-05: the guards of the map, each in the patrol in which it was, stand elsewhere or have other marks."""
    full = full_of(state)
    return with_full(state, **table, figures=figures, shown=watched(full.shown, figures))


def at_once(state: NinjaState) -> NinjaState:
    """Whoever heard somebody, or came out of the passage, moves at once or not at all."""
    full = state.full
    assert full is not None
    if full.may_move or full.may_step or full.may_share:
        return with_full(state, may_move=(), may_step=(), may_share=False)
    return state


def with_shown(state: NinjaState, name: str, **changes: Any) -> NinjaState:
    full = full_of(state)
    shown = {**full.shown, name: replace(full.shown.get(name, Shown()), **changes)}
    return with_full(state, shown=shown)


def with_hidden(state: NinjaState, name: str, **changes: Any) -> NinjaState:
    full = full_of(state)
    hidden = {**full.hidden, name: replace(full.hidden.get(name, Hidden()), **changes)}
    return with_full(state, hidden=hidden)


def with_figures(state: NinjaState, guards: Iterable[str], **changes: Any) -> NinjaState:
    """The state with some guards changed; a patrol of one becomes a sentry, figures left alone are hidden."""
    return laid(state, changed(full_of(state).figures, guards, **changes))


def changed(figures: Mapping[str, Figure], guards: Iterable[str], **changes: Any) -> dict[str, Figure]:
    """The figures with some of them changed."""
    after = dict(figures)
    for one in guards:
        after[one] = replace(figures[one], **changes)
    return after


def without_figure(state: NinjaState, guard: str) -> NinjaState:
    """NIN-CMB-04: a guard leaves the map for good."""
    full = full_of(state)
    figures = {name: one for name, one in full.figures.items() if name != guard}
    return laid(state, figures, fallen=(*full.fallen, guard))


def laid(state: NinjaState, figures: dict[str, Figure], **table: Any) -> NinjaState:
    """NIN-CMB-04, NIN-DET-05: these figures on the map, and what else of the table changes with them.

    Patrols of one dissolve; an intruder without a guard in its zone is hidden.
    """
    full = full_of(state)
    sizes = _sizes(figures)
    if 1 in sizes.values():
        figures = {
            name: replace(one, patrol=None) if one.patrol is not None and sizes[one.patrol] < 2 else one
            for name, one in figures.items()
        }
    facings = table.pop("facings", full.facings)
    kept = {patrol: to for patrol, to in facings.items() if sizes.get(patrol, 0) > 1}
    return with_guards(state, figures, **table, facings=kept, shown=watched(full.shown, figures))


def _sizes(figures: Mapping[str, Figure]) -> dict[str, int]:
    """Patrol -> how many guards it has."""
    sizes: dict[str, int] = {}
    for one in figures.values():
        if one.patrol is not None:
            sizes[one.patrol] = sizes.get(one.patrol, 0) + 1
    return sizes


def watched(shown: dict[str, Shown], figures: Mapping[str, Figure]) -> dict[str, Shown]:
    """NIN-DET-05: the intruders without the figures of those beside whom no guard stands."""
    seen = [name for name, one in shown.items() if one.visible is not None and not one.exposed]
    if not seen:
        return shown
    zones = {one.zone for one in figures.values()}
    alone = [name for name in seen if shown[name].visible not in zones]
    if not alone:
        return shown
    return {**shown, **{name: replace(shown[name], visible=None) for name in alone}}


def raised(state: NinjaState, by: int, *rules: str) -> NinjaState:
    """NIN-ALERT-01: a rise above High stays at High. `rules` made it rise, or, with 0, leave it as it is."""
    full = replace(full_of(state), alert_by=rules)
    return replace(state, full=full, alert=min(HIGH, state.alert + by))


def alarmed(state: NinjaState, *rules: str) -> NinjaState:
    """NIN-ALERT-06: High."""
    return raised(state, HIGH, "NIN-ALERT-06", *rules)


def calm(state: NinjaState, *rules: str) -> NinjaState:
    """NIN-ALERT-07: what leaves the alert as it is."""
    return with_full(state, alert_by=calmly(*rules))


def calmly(*rules: str) -> tuple[str, ...]:
    """NIN-ALERT-07: the rules that leave the alert as it is, where more of the table changes with it (`alert_by`)."""
    return ("NIN-ALERT-07", *rules)


def first_due(state: NinjaState) -> Due:
    """What is owed first; a due of no unit when nothing is."""
    assert state.full is not None
    due = state.full.due
    return due[0] if due else NOTHING_DUE


def owing(state: NinjaState, *dues: Due) -> NinjaState:
    """The dues come first, before what was owed already."""
    return with_full(state, due=(*dues, *full_of(state).due))


def paid(state: NinjaState) -> NinjaState:
    """What was owed first is settled."""
    return with_full(state, due=full_of(state).due[1:])


def spent(cards: Mapping[str, int] | None, card: str) -> dict[str, int] | None:
    """The cards without one; None stays unknown."""
    if cards is None:
        return None
    left = {**cards, card: cards.get(card, 0) - 1}
    return {key: number for key, number in left.items() if number > 0}


def added(cards: Mapping[str, int] | None, more: Mapping[str, int] | None) -> dict[str, int] | None:
    if cards is None or more is None:
        return None
    return {key: cards.get(key, 0) + more.get(key, 0) for key in {**cards, **more}}


def card_spent(state: NinjaState, name: str, card: str) -> NinjaState:
    """NIN-INT-11: an intruder's card is gone."""
    full = full_of(state)
    shown, hidden = full.shown[name], full.hidden.get(name, Hidden())
    shown = replace(shown, hand=shown.hand - 1, played=added(shown.played, {card: 1}) or {})
    hidden = replace(hidden, cards=spent(hidden.cards, card))
    return with_full(state, shown={**full.shown, name: shown}, hidden={**full.hidden, name: hidden})


def guards_in(state: NinjaState, zone: str) -> dict[str, Figure]:
    """The guards of a zone, drunk ones too."""
    return {name: one for name, one in full_of(state).figures.items() if one.zone == zone}


def present(state: NinjaState, name: str) -> bool:
    """Whether an intruder is on the map (in the passage too): neither out nor waiting to come back."""
    fate = state.intruders[name]
    return not fate.out and not fate.awaited


def figures_at(state: NinjaState, zone: str) -> tuple[str, ...]:
    """The intruders that everybody knows to be in a zone: by a figure on the board, or on its passage card."""
    shown = full_of(state).shown
    if zone.startswith(PASSAGE):
        # `@P` is everybody's, `@P-ninja` that rival's own.
        whose = zone.removeprefix(PASSAGE).removeprefix("-")
        seen = [name for name in state.intruders if whose in ("", name) and shown[name].inside]
    else:
        seen = [name for name in state.intruders if shown[name].visible == zone and not shown[name].inside]
    return tuple([name for name in seen if present(state, name)]) if seen else ()


def intruders_at(state: NinjaState, zone: str) -> tuple[str, ...]:
    """NIN-DET-07: the intruders in a zone, the ninja first; as far as everybody sees or the log tells it."""
    seen, hidden = figures_at(state, zone), full_of(state).hidden
    hiding = [name for name, one in hidden.items() if one.zone == zone and _unseen(state, name)]
    if not seen and not hiding:
        return ()
    return tuple([name for name in state.intruders if name in seen or name in hiding])


def _unseen(state: NinjaState, name: str) -> bool:
    """Whether an intruder is somewhere on the map without its figure."""
    shown = full_of(state).shown[name]
    return not shown.inside and shown.visible is None and present(state, name)


def ambushed(state: NinjaState) -> tuple[str, ...]:
    """NIN-HAZ-05, -07: who has still to be shown after an ambush: all there, without a guard the searcher."""
    window = full_of(state).window
    if window is None or window.ambushed is None or state.map is None:
        return ()
    there = intruders_at(state, window.ambushed)
    alone = window.intruder if window.alone else None
    return tuple(name for name in there if name not in window.met and alone in (None, name))


def unmet(state: NinjaState) -> tuple[str, ...]:
    """NIN-HAZ-05, -07: who may still be shown after an ambush, by what everybody sees: nobody whose figure stands
    elsewhere, without a guard the searcher alone."""
    window, shown = full_of(state).window, full_of(state).shown
    if window is None or window.ambushed is None:
        return ()
    there = (window.intruder,) if window.alone else tuple(state.intruders)
    here = figures_at(state, window.ambushed)
    placed = [name for name, one in shown.items() if one.inside or one.visible is not None]
    away = [name for name in placed if name not in here]
    return tuple(name for name in there if present(state, name) and name not in (*window.met, *away))


def members(state: NinjaState, patrol: str) -> tuple[str, ...]:
    return tuple([name for name, one in full_of(state).figures.items() if one.patrol == patrol])


def off_board(state: NinjaState, name: str) -> NinjaState:
    """An intruder that dies or leaves: its figure is taken off, its wounds are gone (NIN-CMB-10)."""
    state = with_shown(state, name, visible=None, inside=False, exposed=False)
    return with_fate(state, name, wounds=0)


def room_for_sleepers(state: NinjaState) -> int:
    """NIN-RESP-08: marks that still fit into the barracks; without a map as many as may be asked for."""
    if state.map is None:
        return LIMITS.bonus_sleepers
    return LIMITS.sleepers_in_zone * len(map_of(state).barracks) - full_of(state).sleepers
