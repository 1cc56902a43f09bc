"""What the match page shows of Super Fantasy Brawl: points by source and round, the champions, own secrets.

Every figure opens down to its event: points by the read model's sequence numbers.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from typing import Any

from django.utils.translation import gettext as _

from games.rulebook import title
from games.ruleset import ScoreLine
from games.super_fantasy_brawl.state import Figure, SfbState, mode_of
from tracker.pages.match_forms.super_fantasy_brawl import words as w
from tracker.pages.match_forms.super_fantasy_brawl.base import Desk

Seqs = Mapping[tuple[Any, ...], int]
SOURCES = ("challenge", "knockout")


def line_key(side: str, player: str | None, source: str, turn: int | None) -> tuple[Any, ...]:
    """What a score line is known by in the match row, where it carries the seq of its event."""
    return (side, player, source, turn)


def score(desk: Desk, seqs: Seqs) -> dict[str, Any]:
    """{"rounds", "target", "whole", "sides": [{"name", "letter", "players", "total", "rows", "champions"}], ...}."""
    rounds = list(range(1, desk.outcome.turn + 1))
    whole = any(line.turn is None for line in desk.outcome.lines)
    return {
        "rounds": rounds,
        "whole": whole,
        "target": mode_of(desk.play).target,
        "sides": [_side(desk, side, [*rounds, *([None] if whole else [])], seqs) for side in desk.play.sides],
        "unverified": [(rule, title(rule, desk.names.language)) for rule in desk.outcome.unverified],
    }


def _side(desk: Desk, side: str, rounds: list[int | None], seqs: Seqs) -> dict[str, Any]:
    lines = [line for line in desk.outcome.lines if line.side == side]
    return {
        "side": side,
        "name": desk.side(side),
        "letter": desk.letter(side),
        "players": [desk.names.player(player) for player in desk.play.sides[side].players],
        "total": desk.outcome.vp.get(side, 0),
        "rows": [_row(source, side, lines, rounds, seqs) for source in SOURCES],
        "champions": [_champion(desk, one) for _key, one in desk.figures(side)],
    }


def _row(
    source: str, side: str, lines: Iterable[ScoreLine], rounds: list[int | None], seqs: Seqs
) -> dict[str, Any]:
    by_round = {line.turn: line.vp for line in lines if line.source == source}
    cells = [
        {"vp": by_round.get(number), "seq": seqs.get(line_key(side, None, source, number))}
        for number in rounds
    ]
    return {"label": w.source_words()[source], "cells": cells, "total": sum(by_round.values())}


def _champion(desk: Desk, one: Figure) -> dict[str, Any]:
    """A champion with what it did: shown where no arena tells it."""
    return {
        "name": w.slug_name(one.slug, desk.names),
        "levelled": one.levelled,
        "knockouts": one.knockouts,
        "out": one.knocked_out,
    }


def scoreboard(desk: Desk) -> tuple[str, list[tuple[str, int]]]:
    """(what the numbers on the pad count, each side with its points); victory points need no word."""
    return "", [(desk.side(side), desk.outcome.vp.get(side, 0)) for side in desk.play.sides]


def headline(play: SfbState, language: str) -> dict[str, str]:
    """The match in words: what is played, and on which arena."""
    if not play.sides:
        return {}
    ground = play.full.ground if play.full is not None else None
    facts = [w.mode_name(play.mode, language), w.arena_name(ground, language) if ground is not None else ""]
    return {"title": " · ".join(fact for fact in facts if fact)}


def secrets(desk: Desk) -> list[dict[str, str]]:
    """What this person knows and the other side does not: [{"whose", "text", "label"}]."""
    if desk.final:
        return []
    return [told for player in desk.players for told in (*_pool(desk, player), *_hand(desk, player))]


def _pool(desk: Desk, player: str) -> Iterable[dict[str, str]]:
    champions = desk.play.draft.registered.get(player)
    if not champions or player in desk.play.draft.pools or player in desk.play.rosters:
        return
    yield {
        "whose": desk.names.player(player),
        "text": w.champions(champions, desk.names),
        "label": _("Hold to look at my champions"),
    }


def _hand(desk: Desk, player: str) -> Iterable[dict[str, str]]:
    """The cards in hand as far as they were noted, and planned cards on top of the deck."""
    seat = desk.play.full.seats.get(player) if desk.play.full is not None else None
    if seat is None:
        return
    planned = w.card_names([card for card in seat.top if card], desk.names)
    told = [
        w.card_names(seat.held, desk.names),
        _("on top of the deck: %(cards)s") % {"cards": planned} if planned else "",
    ]
    text = "; ".join(part for part in told if part)
    if text:
        yield {
            "whose": desk.names.player(player),
            "text": text,
            "label": _("Hold to look at the hand"),
        }


def squads(desk: Desk) -> list[dict[str, Any]]:
    """The teams, for the side of the match page: champions, and what was banned or left over."""
    bans = {(owner, champion) for _by, owner, champion in desk.play.draft.bans}
    return [
        {
            "player": desk.names.player(player),
            "side": desk.side(desk.side_of(player)),
            "letter": desk.letter(desk.side_of(player)),
            "champions": [w.slug_name(slug, desk.names) for slug in champions],
            "banned": [w.slug_name(slug, desk.names) for owner, slug in sorted(bans) if owner == player],
        }
        for player, champions in desk.play.rosters.items()
    ]
