"""The score of a match by source and turn, and what a player may look up: the table's facts and their own secrets."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from typing import Any

from django.utils.translation import gettext as _

from games.last_battle.events import Note
from games.last_battle.facts import LIMITS, SCHEMES
from games.last_battle.state import in_play
from games.ruleset import ScoreLine
from tracker.pages.match_forms.last_battle.base import Desk
from tracker.pages.match_forms.last_battle.full.view import own_hands
from tracker.pages.match_forms.last_battle.words import scheme_name, source_name

Seqs = Mapping[tuple[Any, ...], int]


def line_key(side: str, player: str | None, source: str, turn: int | None) -> tuple[Any, ...]:
    """What a score line is known by in the match row, where it carries the seq of its event."""
    return (side, player, source, turn)


def score(desk: Desk, seqs: Seqs) -> dict[str, Any]:
    """{"turns", "sides": [{"name", "letter", "total", "rows": [{"label", "who", "cells", "total"}]}]}."""
    last = max(LIMITS.regular_turns, desk.outcome.turn)
    turns: list[int | None] = [*range(1, last + 1), None]
    return {
        "turns": [turn for turn in turns if turn],
        "sides": [
            _side(desk, side, name, letter, turns, seqs)
            for letter, (side, name) in zip("ab", desk.sides().items(), strict=False)
        ],
    }


def _side(
    desk: Desk, side: str, name: str, letter: str, turns: list[int | None], seqs: Seqs
) -> dict[str, Any]:
    lines = [line for line in desk.outcome.lines if line.side == side]
    sources = dict.fromkeys([("strategy", None), *((line.source, line.player) for line in lines)])
    players = [desk.names.player(s.player) for s in desk.play.squads.values() if s.side == side]
    return {
        "side": side,
        "name": name,
        "letter": letter,
        "players": players,
        "total": desk.outcome.vp.get(side, 0),
        "rows": [_row(desk, side, source, player, lines, turns, seqs) for source, player in sources],
    }


def _row(
    desk: Desk,
    side: str,
    source: str,
    player: str | None,
    lines: Iterable[ScoreLine],
    turns: list[int | None],
    seqs: Seqs,
) -> dict[str, Any]:
    by_turn = {line.turn: line.vp for line in lines if (line.source, line.player) == (source, player)}
    cells = [
        {"turn": turn, "vp": by_turn.get(turn), "seq": seqs.get(line_key(side, player, source, turn))}
        for turn in turns
    ]
    label = (
        _("Scheme") if source == "scheme" else source_name(source, desk.play.battlefield, desk.names.language)
    )
    return {
        "label": label,
        "who": desk.names.player(player) if player else "",
        "cells": cells,
        "total": sum(by_turn.values()),
    }


def secrets(desk: Desk) -> list[dict[str, Any]]:
    """What this person knows and others do not, schemes with notes and hands: [{"whose", "text", "label"}]."""
    hands = [
        {"whose": side, "text": cards, "label": _("Hold to view your hand")}
        for side, cards in own_hands(desk)
    ]
    return hands + [
        {"whose": desk.names.player(squad.player), "text": _secret(desk, held.scheme, held.note), "label": ""}
        for squad in desk.play.squads.values()
        for held in squad.schemes
        if not desk.final
        and not (held.public and (held.note is None or held.note_public or not SCHEMES[held.scheme].note))
    ]


def _secret(desk: Desk, scheme: str, note: Note | None) -> str:
    name = scheme_name(scheme, desk.names.language)
    figures = [*note.own_figures, *note.enemy_figures] if note else []
    return f"{name}: {desk.names.some(figures)}" if figures else name


def squads(desk: Desk) -> list[dict[str, Any]]:
    """Every hired squad with its figures in play and fallen, for the match page."""
    return [
        {
            "player": desk.names.player(squad.player),
            "side": desk.side(squad.side),
            "leader": desk.names.figure(squad.leader.figure_id) if squad.leader else "",
            "figures": [
                {
                    "name": desk.names.figure(figure.figure_id),
                    "cost": figure.cost,
                    "fallen": not in_play(desk.play, squad, figure.figure_id),
                }
                for figure in squad.figures or ()
            ],
        }
        for squad in desk.squads()
        if squad.hired
    ]
