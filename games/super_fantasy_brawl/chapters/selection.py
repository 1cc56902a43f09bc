"""Choosing champions: the method, registered pools, teams by agreement (SFB-ROSTER-01 to -04, -10, SFB-MODE-03).

Called by `rules.py` at every level of detail. Drafts stand in `draft.py`.
"""

from __future__ import annotations

from msgspec.structs import replace

from games.gaps import some
from games.judging import repeated
from games.ruleset import Actor, RuleViolation
from games.super_fantasy_brawl.chapters.registration import begun
from games.super_fantasy_brawl.events import PoolRegistered, RosterConfirmed, SelectionMethodChosen
from games.super_fantasy_brawl.permissions import Violations, acts, in_phase, passing, seated
from games.super_fantasy_brawl.state import Figure, SfbState, mode_of, other_side, side_of

BEFORE = ("order", "zone", "select")


def check_selection_method_chosen(state: SfbState, event: SelectionMethodChosen, by: Actor) -> Violations:
    """SFB-ROSTER-01: one method, before any champion is chosen."""
    return passing(state, in_phase(state, *BEFORE), seated(state, by), in_method(state, None, event.method))


def in_method(state: SfbState, method: str | None, told: str) -> Violations:
    """SFB-ROSTER-01: the method that was agreed on."""
    if state.draft.method != method:
        params = {"expected": some(state.draft.method), "told": told}
        yield RuleViolation("SFB-ROSTER-01", params)


def on_selection_method_chosen(state: SfbState, event: SelectionMethodChosen) -> SfbState:
    return replace(state, draft=replace(state.draft, method=event.method))


REGISTERED = "SFB-ROSTER-10"
"""The rule that holds a player to what was registered."""


def registered_of(state: SfbState, player: str) -> tuple[str, ...]:
    """SFB-ROSTER-10: the registered champions that a player is held to; none where a ruling lets others be named."""
    return () if REGISTERED in state.lifted else state.draft.registered.get(player, ())


def check_pool_registered(state: SfbState, event: PoolRegistered, by: Actor) -> Violations:
    """SFB-ROSTER-10: once, before anything is laid out; a team, or the pool of a competitive draft."""
    return passing(
        state,
        in_phase(state, *BEFORE),
        acts(state, by, event.player),
        _check_registered_once(state, event),
        _check_registered(state, event),
    )


def _check_registered_once(state: SfbState, event: PoolRegistered) -> Violations:
    player, draft = event.player, state.draft
    if player in draft.told_registered or player in draft.pools or player in state.rosters:
        yield RuleViolation("SFB-ROSTER-10", {"player": player, "told": "registered_twice"})


def _check_registered(state: SfbState, event: PoolRegistered) -> Violations:
    mode, champions = mode_of(state), event.champions
    if champions is None:
        return
    rule = "SFB-ROSTER-09" if state.mode == "duel" else "SFB-MODE-06"
    twice = sorted(repeated(champions))
    yield from check_names(champions)
    if len(champions) not in (mode.team, mode.tournament_pool):
        yield RuleViolation(rule, {"expected": mode.tournament_pool, "told": some(list(champions))})
    elif twice:
        yield RuleViolation(rule, {"expected": mode.tournament_pool, "twice": twice, "absent": True})


def on_pool_registered(state: SfbState, event: PoolRegistered) -> SfbState:
    draft = state.draft
    registered = draft.registered
    if event.champions is not None:
        registered = {**registered, event.player: event.champions}
    told = (*draft.told_registered, event.player)
    return replace(state, draft=replace(draft, registered=registered, told_registered=told))


def check_roster_confirmed(state: SfbState, event: RosterConfirmed, by: Actor) -> Violations:
    """SFB-ROSTER-01 to -04, -10: a team by agreement, once for each player."""
    return passing(
        state,
        in_phase(state, *BEFORE),
        acts(state, by, event.player),
        _check_by_agreement(state, event),
        check_team(state, event.player, event.champions),
        _check_from_registered(state, event),
    )


def _check_by_agreement(state: SfbState, event: RosterConfirmed) -> Violations:
    if state.draft.method not in (None, "agreement") or event.player in state.rosters:
        params = {"expected": state.draft.method or "agreement", "told": "roster_confirmed"}
        yield RuleViolation("SFB-ROSTER-01", params)


def check_names(champions: tuple[str, ...]) -> Violations:
    """SFB-LOG-02: a champion has a name without the colon that parts it from its side in a log."""
    for slug in dict.fromkeys(champions):
        if ":" in slug or not slug:
            yield RuleViolation("SFB-LOG-02", {"misnamed": slug or "nothing", "absent": True})


def check_team(state: SfbState, player: str, champions: tuple[str, ...]) -> Violations:
    """SFB-ROSTER-02, -03 and -04; SFB-MODE-03 for four players. No ruling puts a champion twice into a team: a
    figure is known by its side and its champion."""
    size, duel = mode_of(state).team, state.mode == "duel"
    yield from check_names(champions)
    if len(champions) != size:
        params = {"expected": size, "told": some(list(champions))}
        yield RuleViolation("SFB-ROSTER-02" if duel else "SFB-MODE-03", params)
    for slug in sorted(repeated(champions)):
        yield RuleViolation("SFB-ROSTER-03" if duel else "SFB-MODE-03", {"champion": slug, "absent": True})
    for slug in dict.fromkeys(champions):
        yield from check_side(state, player, slug)


def check_side(state: SfbState, player: str, slug: str) -> Violations:
    """SFB-MODE-03: not twice in a team of two players; SFB-ROSTER-04: on both sides only where it is allowed."""
    side = side_of(state, player)
    if slug in slugs_of(state, side, player):
        yield RuleViolation("SFB-MODE-03", {"champion": slug, "absent": True})
    if slug in slugs_of(state, other_side(state, side)) and not mirrors_allowed(state):
        yield RuleViolation("SFB-ROSTER-04", {"champion": slug})


def mirrors_allowed(state: SfbState) -> bool:
    """SFB-ROSTER-04: as the organisers say; otherwise in a competitive draft and among four players."""
    if state.mirrors is not None:
        return state.mirrors
    return state.mode == "superteams" or state.draft.method == "tournament_draft"


def slugs_of(state: SfbState, side: str, but: str = "") -> tuple[str, ...]:
    """The champions of a side so far, without those of the player `but`."""
    players = state.sides[side].players if side in state.sides else ()
    picked = [slug for player, slug in state.draft.picks if player in players and player != but]
    teams = [slug for player in players if player != but for slug in state.rosters.get(player, ())]
    return (*picked, *teams)


def _check_from_registered(state: SfbState, event: RosterConfirmed) -> Violations:
    """SFB-ROSTER-10: only registered champions."""
    registered = state.draft.registered.get(event.player)
    if registered is not None and not set(event.champions) <= set(registered):
        yield RuleViolation("SFB-ROSTER-10", {"player": event.player, "told": list(event.champions)})


def on_roster_confirmed(state: SfbState, event: RosterConfirmed) -> SfbState:
    if state.draft.method is None:
        state = replace(state, draft=replace(state.draft, method="agreement"))
    return begun(teamed(state, event.player, event.champions))


def teamed(state: SfbState, player: str, champions: tuple[str, ...]) -> SfbState:
    """SFB-SETUP-05: the champions of a player stand ready, on the base side and without damage. Another team that a
    ruling lets a player have takes the place of the first one."""
    side = side_of(state, player)
    others = {key: one for key, one in state.figures.items() if one.player != player}
    figures = {f"{side}:{slug}": Figure(slug, side, player) for slug in champions}
    rosters = {**state.rosters, player: champions}
    return replace(state, rosters=rosters, figures={**others, **figures})
