"""Drafts against a model: of all bans and picks that anybody could try, exactly the legal ones pass, until the end."""

from __future__ import annotations

from itertools import product
from random import Random

import pytest

from games.super_fantasy_brawl import events as e
from games.super_fantasy_brawl.state import side_of
from games.super_fantasy_brawl.tests.tables import POOLS, TRIOS, method, ordered
from games.testing import Case, accepts, refuses

COMMON = {
    "duel": ("anvil", "bramble", "cinder", "drift", "echo", "frost", "glimmer"),
    "superteams": ("anvil", "anvil", "bramble", "bramble", "cinder", "cinder", "drift", "echo", "frost"),
}
PICKS = {
    "duel": {"normal_draft": "brbrbr", "tournament_draft": "rbrbrb"},
    "superteams": {"normal_draft": "brcsbrcs", "tournament_draft": ""},
}
BANS = {
    "duel": (("r", "b"), ("b", "r")),
    "superteams": (("r", "b"), ("b", "r"), ("s", "c"), ("c", "s")),
}


def opened(mode: str, how: str) -> Case:
    """The pools lie open."""
    case = method(ordered(mode, "summary"), how)
    if how == "normal_draft":
        return case.when(e.DraftPoolSet(champions=COMMON[mode]))
    for player, champions in (POOLS if mode == "duel" else TRIOS).items():
        case = case.when(e.DraftPoolSet(player=player, champions=champions))
    return case


def legal_picks(case: Case, mode: str, how: str) -> set[tuple[str, str]]:
    """(player, champion) that may be picked now, by the rules as they are printed."""
    draft, order = case.state.draft, PICKS[mode][how]
    if len(draft.picks) >= len(order) or (how == "tournament_draft" and len(draft.bans) < len(BANS[mode])):
        return set()
    player = order[len(draft.picks)]
    if how == "tournament_draft":
        out = {slug for _, owner, slug in draft.bans if owner == player}
        out |= {slug for picker, slug in draft.picks if picker == player}
        return {(player, slug) for slug in draft.pools[player] if slug not in out}
    left = list(COMMON[mode])
    for _, slug in draft.picks:
        left.remove(slug)
    side = side_of(case.state, player)
    own = {slug for picker, slug in draft.picks if side_of(case.state, picker) == side}
    return {(player, slug) for slug in left if slug not in own}


def legal_bans(case: Case, mode: str, how: str) -> set[tuple[str, str, str]]:
    """(who, whose, champion) that may be banned now."""
    draft = case.state.draft
    if how != "tournament_draft" or len(draft.bans) >= len(BANS[mode]):
        return set()
    by, owner = BANS[mode][len(draft.bans)]
    return {(by, owner, slug) for slug in draft.pools[owner]}


@accepts("SFB-ROSTER-06", "SFB-ROSTER-11", "SFB-ROSTER-13", "SFB-MODE-05", "SFB-MODE-07")
@refuses("SFB-ROSTER-07", "SFB-ROSTER-12", "SFB-ROSTER-13", "SFB-ROSTER-11", "SFB-MODE-05", "SFB-MODE-07")
@pytest.mark.parametrize("mode", ["duel", "superteams"])
@pytest.mark.parametrize("how", ["normal_draft", "tournament_draft"])
@pytest.mark.parametrize("seed", range(3))
def test_exactly_the_legal_steps_pass(mode: str, how: str, seed: int) -> None:
    dice, case = Random(seed), opened(mode, how)
    slugs = sorted({slug for pool in case.state.draft.pools.values() for slug in pool} | {"jolt"})
    while len(case.state.rosters) < len(case.state.order):
        picks, bans = legal_picks(case, mode, how), legal_bans(case, mode, how)
        if not picks and not bans:
            return  # nobody can pick without a repeat: the organisers add a champion
        for player, slug in product(case.state.order, slugs):
            tried = case.when(e.ChampionPicked(player=player, champion=slug))
            assert (not tried.violations) == ((player, slug) in picks), (player, slug, tried.violations)
            for owner in case.state.order:
                tried = case.when(e.ChampionBanned(by=player, owner=owner, champion=slug))
                assert (not tried.violations) == ((player, owner, slug) in bans)
        if bans:
            by, owner, slug = dice.choice(sorted(bans))
            case = case.when(e.ChampionBanned(by=by, owner=owner, champion=slug))
        else:
            player, slug = dice.choice(sorted(picks))
            case = case.when(e.ChampionPicked(player=player, champion=slug))
    sizes = {len(team) for team in case.state.rosters.values()}
    assert sizes == {3 if mode == "duel" else 2}
