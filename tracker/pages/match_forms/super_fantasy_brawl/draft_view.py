"""The draft for everybody who looks: pools, bans, picks, and whose turn it is. Called by the match page and the pad."""

from __future__ import annotations

from typing import Any

from games.super_fantasy_brawl.state import Draft, players_of
from tracker.pages.match_forms.super_fantasy_brawl.base import Desk, champion, letter


def draft(desk: Desk) -> dict[str, Any] | None:
    """{"method", "common", "players", "turn"}; None for a match without a draft, and once it is played."""
    told = desk.play.draft
    if desk.play.phase != "select" or not (told.method or told.pools):
        return None
    return {
        "method": desk.reader.value("method", told.method),
        "common": _pool(desk, told, ""),
        "players": [_player(desk, told, player) for player in players_of(desk.play)],
        "turn": turn(desk),
    }


def turn(desk: Desk) -> dict[str, str]:
    """{"player", "what"}: whose ban or pick is next, as everybody may know."""
    for one in desk.following:
        if one.type in ("champion_banned", "champion_picked") and len(one.players) == 1:
            return {"player": desk.names.player(one.players[0]), "what": one.type}
    return {}


def _player(desk: Desk, told: Draft, player: str) -> dict[str, Any]:
    side = desk.side_of(player)
    picks = [slug for who, slug in told.picks if who == player]
    return {
        "name": desk.names.player(player),
        "side": desk.side(side),
        "letter": letter(desk, side),
        "pool": _pool(desk, told, player),
        "picks": [champion(desk, slug) for slug in picks],
    }


def _pool(desk: Desk, told: Draft, owner: str) -> list[dict[str, Any]]:
    """The champions of a pool: free, banned, or picked."""
    banned = {slug for _by, whose, slug in told.bans if whose == owner}
    taken = {slug for who, slug in told.picks if who == owner or not owner}
    return [
        {
            "name": champion(desk, slug),
            "banned": slug in banned,
            "picked": slug in taken,
        }
        for slug in told.pools.get(owner, ())
    ]
