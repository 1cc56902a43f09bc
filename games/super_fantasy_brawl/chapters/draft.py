"""Drafts: pools, bans, picks (SFB-ROSTER-04 to -14, SFB-MODE-04 to -07). Called by `rules.py` at every level."""

from __future__ import annotations

from collections import Counter
from typing import Any

from msgspec.structs import replace

from games.gaps import some
from games.ruleset import Actor, RuleViolation
from games.super_fantasy_brawl.chapters.registration import begun
from games.super_fantasy_brawl.chapters.selection import (
    check_names,
    check_side,
    in_method,
    mirrors_allowed,
    registered_of,
    slugs_of,
    teamed,
)
from games.super_fantasy_brawl.events import ChampionBanned, ChampionPicked, DraftPoolSet
from games.super_fantasy_brawl.permissions import Violations, acts, in_phase, passing, seated
from games.super_fantasy_brawl.state import SfbState, mode_of, other_side, players_of, seat_of, side_of

NORMAL, TOURNAMENT = "normal_draft", "tournament_draft"
COMMON = ""
"""The key of the common pool."""
USEFUL = 2
"""SFB-MODE-04: how many copies of a champion four players can use."""


def by_mode(state: SfbState, duel: str, superteams: str) -> str:
    """The rule of the mode."""
    return duel if state.mode == "duel" else superteams


def registered_pool(state: SfbState, player: str | None) -> tuple[str, ...]:
    """SFB-ROSTER-10: the pool that a player registered in advance; a registered team is none and binds no draft."""
    registered = registered_of(state, player or COMMON)
    return registered if len(registered) == mode_of(state).tournament_pool else ()


def check_draft_pool_set(state: SfbState, event: DraftPoolSet, by: Actor) -> Violations:
    """SFB-ROSTER-01, -05, -09, -10, SFB-MODE-04, -06."""
    if event.player is None:
        judge = _check_common(state, event, by)
        who, method = seated(state, by), NORMAL
    else:
        judge = _check_own(state, event, event.player)
        who, method = acts(state, by, event.player), TOURNAMENT
    named = check_names(event.champions)
    return passing(
        state, in_phase(state, "select"), who, in_method(state, method, "draft_pool_set"), named, judge
    )


def _check_common(state: SfbState, event: DraftPoolSet, by: Actor) -> Violations:
    """SFB-ROSTER-05: at least six different ones; SFB-MODE-04: enough that four players can use. Once; G26: staff add
    to it where nothing that is left can be picked. SFB-ROSTER-04: without mirrors one copy of each counts."""
    expected, copies = mode_of(state).normal_pool, Counter(event.champions)
    most = 1 if state.mode == "duel" or not mirrors_allowed(state) else USEFUL
    useful = sum(min(count, most) for count in copies.values())
    twice = sorted(slug for slug, count in copies.items() if count > 1) if state.mode == "duel" else []
    again = COMMON in state.draft.pools and not (by.is_staff and _adds(state, copies))
    rule = by_mode(state, "SFB-ROSTER-05", "SFB-MODE-04")
    if again:
        yield RuleViolation(rule, {"laid": len(state.draft.pools[COMMON])})
    elif twice:
        yield RuleViolation(rule, {"twice": twice})
    elif useful < expected:
        single = state.mode == "superteams" and most == 1
        told = {"least": expected, "different": useful} if single else {"expected": expected, "told": useful}
        yield RuleViolation(rule, told)


def _adds(state: SfbState, copies: Counter[str]) -> bool:
    """G26: nothing can be picked, and the pool is the one that lies there with more champions."""
    player, lying = next_pick(state), Counter(state.draft.pools[COMMON])
    return player is not None and not left_of(state, player) and lying <= copies and lying != copies


def _check_own(state: SfbState, event: DraftPoolSet, player: str) -> Violations:
    """SFB-ROSTER-04, -09, -10, SFB-MODE-06."""
    expected, told = mode_of(state).tournament_pool, event.champions
    team = laid_by_mates(state, player)
    twice = sorted({slug for slug in told if told.count(slug) > 1 or slug in team})
    rule = by_mode(state, "SFB-ROSTER-09", "SFB-MODE-06")
    if player in state.draft.pools:
        yield RuleViolation(rule, {"expected": expected, "done": player})
    elif len(told) != expected:
        yield RuleViolation(rule, {"expected": expected, "told": some(list(told))})
    elif twice:
        yield RuleViolation(rule, {"expected": expected, "twice": twice, "absent": True})
    registered = registered_pool(state, player)
    if registered and set(told) != set(registered):
        yield RuleViolation("SFB-ROSTER-10", {"player": player, "told": some(list(told))})
    yield from mirrored(state, player, told)


def laid_by_mates(state: SfbState, player: str) -> tuple[str, ...]:
    """SFB-MODE-06: the pools of the player's team that lie open, without the player's own."""
    mates = [mate for mate in state.sides[side_of(state, player)].players if mate != player]
    return tuple(slug for mate in mates for slug in state.draft.pools.get(mate, ()))


def mirrored(state: SfbState, player: str, champions: tuple[str, ...]) -> Violations:
    """SFB-ROSTER-04, SFB-MODE-07: among four players nobody picks, so that whoever is left of the pools plays."""
    if mode_of(state).picks_tournament or mirrors_allowed(state):
        return
    foes = state.sides[other_side(state, side_of(state, player))].players
    laid = [slug for foe in foes for slug in state.draft.pools.get(foe, ())]
    for slug in dict.fromkeys(champions):
        if slug in laid:
            yield RuleViolation("SFB-ROSTER-04", {"pooled": slug})


def on_draft_pool_set(state: SfbState, event: DraftPoolSet) -> SfbState:
    pools = {**state.draft.pools, event.player or COMMON: event.champions}
    return replace(state, draft=replace(state.draft, pools=pools))


def check_champion_banned(state: SfbState, event: ChampionBanned, by: Actor) -> Violations:
    """SFB-ROSTER-11, SFB-MODE-07: in order, one of the opponent's, once the pools lie open."""
    return passing(
        state,
        _check_over(state),
        in_phase(state, "select"),
        acts(state, by, event.by),
        in_method(state, TOURNAMENT, "champion_banned"),
        check_pools(state),
        _check_ban(state, event),
    )


def check_pools(state: SfbState) -> Violations:
    """SFB-ROSTER-09, SFB-MODE-06: every pool lies open; SFB-ROSTER-05, SFB-MODE-04: the common one."""
    mode = mode_of(state)
    if state.draft.method == NORMAL:
        if COMMON not in state.draft.pools:
            rule = by_mode(state, "SFB-ROSTER-05", "SFB-MODE-04")
            yield RuleViolation(rule, {"expected": mode.normal_pool, "told": 0})
    elif len(state.draft.pools) < len(players_of(state)):
        rule = by_mode(state, "SFB-ROSTER-09", "SFB-MODE-06")
        missing = [player for player in players_of(state) if player not in state.draft.pools]
        yield RuleViolation(rule, {"expected": mode.tournament_pool, "missing": missing})


def next_ban(state: SfbState) -> tuple[str, str] | None:
    """(who bans, whose champion) next; None after the last one."""
    bans = mode_of(state).bans
    done = len(state.draft.bans)
    return (seat_of(state, bans[done][0]), seat_of(state, bans[done][1])) if done < len(bans) else None


def _check_ban(state: SfbState, event: ChampionBanned) -> Violations:
    due = next_ban(state)
    if due != (event.by, event.owner) or event.champion not in state.draft.pools.get(event.owner, ()):
        told = [event.by, event.owner, event.champion]
        params: dict[str, Any] = {"done": len(state.draft.bans)}
        if due is not None:
            params = {"expected": due[0], "owner": due[1], "told": told}
        yield RuleViolation(by_mode(state, "SFB-ROSTER-11", "SFB-MODE-07"), params)


def on_champion_banned(state: SfbState, event: ChampionBanned) -> SfbState:
    """SFB-MODE-07: among four players the champions that are left play, without picks."""
    bans = (*state.draft.bans, (event.by, event.owner, event.champion))
    state = replace(state, draft=replace(state.draft, bans=bans))
    if mode_of(state).picks_tournament or next_ban(state) is not None:
        return state
    for player in players_of(state):
        state = teamed(state, player, left_of(state, player))
    return begun(state)


def left_of(state: SfbState, player: str) -> tuple[str, ...]:
    """What a player may still pick of their pool, or of the common one."""
    draft = state.draft
    if draft.method == NORMAL:
        left = Counter(draft.pools.get(COMMON, ())) - Counter(slug for _, slug in draft.picks)
        gone = {*slugs_of(state, side_of(state, player)), *_barred(state, player)}
        return tuple(slug for slug in left if slug not in gone)
    gone = {slug for _, owner, slug in draft.bans if owner == player}
    gone |= {slug for picker, slug in draft.picks if picker == player}
    return tuple(slug for slug in draft.pools.get(player, ()) if slug not in gone)


def _barred(state: SfbState, player: str) -> tuple[str, ...]:
    """SFB-ROSTER-04: the champions of the other side, where none may be on both; the pool of a duel has one of each."""
    if state.mode == "duel" or mirrors_allowed(state):
        return ()
    return slugs_of(state, other_side(state, side_of(state, player)))


def picks_of(state: SfbState) -> tuple[int, ...]:
    """The seats of the picks, in order."""
    mode = mode_of(state)
    return mode.picks_normal if state.draft.method == NORMAL else mode.picks_tournament


def next_pick(state: SfbState) -> str | None:
    """Who picks next; None when nobody does."""
    picks, done = picks_of(state), len(state.draft.picks)
    return seat_of(state, picks[done]) if done < len(picks) else None


def _check_over(state: SfbState) -> Violations:
    """SFB-ROSTER-08, -14: nothing follows the last pick; SFB-MODE-07: among four players the last ban."""
    picks = picks_of(state) if state.draft.method in (NORMAL, TOURNAMENT) else ()
    if picks and len(state.draft.picks) >= len(picks):
        rule = "SFB-ROSTER-08" if state.draft.method == NORMAL else "SFB-ROSTER-14"
        yield RuleViolation(rule, {"expected": len(picks)})
    elif state.draft.method == TOURNAMENT and not picks and next_ban(state) is None:
        yield RuleViolation("SFB-MODE-07", {"done": len(state.draft.bans)})


def check_champion_picked(state: SfbState, event: ChampionPicked, by: Actor) -> Violations:
    """SFB-ROSTER-04, -06 to -08, -12 to -14, SFB-MODE-05."""
    method = state.draft.method if state.draft.method in (NORMAL, TOURNAMENT) else NORMAL
    judge = _check_normal if method == NORMAL else _check_tournament
    return passing(
        state,
        _check_over(state),
        in_phase(state, "select"),
        acts(state, by, event.player),
        in_method(state, method, "champion_picked"),
        check_pools(state),
        judge(state, event),
    )


def _check_normal(state: SfbState, event: ChampionPicked) -> Violations:
    due = next_pick(state)
    repeated = event.champion in slugs_of(state, side_of(state, event.player))
    if event.player != due:
        rule = by_mode(state, "SFB-ROSTER-06", "SFB-MODE-05")
        yield RuleViolation(rule, {"expected": due or "nobody", "told": event.player})
    elif repeated and state.mode == "superteams":
        yield RuleViolation("SFB-MODE-05", {"repeated": event.champion, "absent": True})
    elif event.champion in _barred(state, event.player):
        yield RuleViolation("SFB-ROSTER-04", {"champion": event.champion})
    elif event.champion not in left_of(state, event.player):
        legal = some(list(left_of(state, event.player)))
        known = "picked" if event.champion in state.draft.pools.get(COMMON, ()) else "champion"
        params = {known: event.champion, "legal": legal}
        yield RuleViolation("SFB-ROSTER-07", {**params, "absent": True} if repeated else params)


def _check_tournament(state: SfbState, event: ChampionPicked) -> Violations:
    due, legal = next_pick(state), left_of(state, event.player)
    waiting = next_ban(state)
    if waiting is not None:
        params = {"expected": waiting[0], "owner": waiting[1], "told": "champion_picked"}
        yield RuleViolation(by_mode(state, "SFB-ROSTER-11", "SFB-MODE-07"), params)
    elif any((owner, slug) == (event.player, event.champion) for _, owner, slug in state.draft.bans):
        yield RuleViolation("SFB-ROSTER-12", {"champion": event.champion, "player": event.player})
    elif event.player != due or event.champion not in legal:
        told = [event.player, event.champion]
        shown = {"expected": due or "nobody", "told": told, "legal": some(list(legal))}
        repeated = (event.player, event.champion) in state.draft.picks
        yield RuleViolation("SFB-ROSTER-13", {**shown, "absent": True} if repeated else shown)
    else:
        yield from check_side(state, event.player, event.champion)


def on_champion_picked(state: SfbState, event: ChampionPicked) -> SfbState:
    """With the last pick the teams are made (SFB-ROSTER-08, -14)."""
    picks = (*state.draft.picks, (event.player, event.champion))
    state = replace(state, draft=replace(state.draft, picks=picks))
    if next_pick(state) is not None:
        return state
    for player in players_of(state):
        state = teamed(state, player, tuple(slug for picker, slug in picks if picker == player))
    return begun(state)
