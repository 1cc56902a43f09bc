"""Warbands: all violations of the hiring rules (LB-ROSTER), and warnings where a fact is unknown.

A roster's body is `{"leader": id, "figures": [id or figure, ...], "battlefield": key, "side": key,
"available": [ids]}`; only `leader` is needed. Facts of a figure come from its entry, else from the imported cards.
Called by `rules.py` for every form and command line that checks a roster, and by commands that hire from one.
"""

from __future__ import annotations

from typing import Any, Literal

import msgspec

from games.last_battle.chapters.hiring import check_squad, leader_apart, unknown_facts
from games.last_battle.events import BattlefieldKey, Figure, SquadHired
from games.ruleset import Cards, Roster, RosterReport, RuleViolation

LEADER = "Leader"


class Body(msgspec.Struct, frozen=True, omit_defaults=True, forbid_unknown_fields=True):
    """The body of a warband. `available` is the owner's list of figures (Support), where the organisers keep one."""

    leader: str | None = None
    figures: tuple[str | Figure, ...] = ()
    battlefield: BattlefieldKey | None = None
    side: Literal["serpent", "alliance"] = "alliance"
    available: tuple[str, ...] | None = None


def list_report(body: Body, cards: Cards) -> RosterReport:
    """Every violation of LB-ROSTER-02 to -07; unknown facts are warnings."""
    leader, figures = squad_of(body, cards)
    preset = body.side == "serpent"
    violations = [*check_squad(leader, figures, preset, body.battlefield)]
    if body.available is not None and not preset:
        ids = {figure.figure_id for figure in (*([leader] if leader else []), *figures)}
        strange = sorted(ids - set(body.available))
        violations.extend(RuleViolation("LB-ROSTER-05", {"figure": figure_id}) for figure_id in strange)
    warnings = tuple(unknown_facts(leader, figures, preset, body.battlefield))
    return RosterReport(tuple(violations), warnings)


def squad_of(body: Body, cards: Cards) -> tuple[Figure | None, tuple[Figure, ...]]:
    """(leader, other figures) with every fact that the entries or the cards know."""
    figures = [_figure(entry, cards) for entry in body.figures]
    leader, others = leader_apart(body.leader, figures)
    if leader is not None:
        leader = _figure(leader, cards)
    return leader, others


def _figure(entry: str | Figure, cards: Cards) -> Figure:
    figure = Figure(entry) if isinstance(entry, str) else entry
    card = cards.get(figure.figure_id)
    return figure if card is None else _completed(figure, card)


def _completed(figure: Figure, card: Any) -> Figure:
    """The entry's own facts win; the card fills the gaps."""
    traits = figure.traits
    if traits is None and card.get("is_leader_trait") is not None:
        traits = (LEADER,) if card["is_leader_trait"] else ()
    told = {name: getattr(figure, name) for name in figure.__struct_fields__}
    printed = {name: card.get(name) for name in figure.__struct_fields__}
    merged = {name: printed[name] if value is None else value for name, value in told.items()}
    return msgspec.convert({**merged, "figure_id": figure.figure_id, "traits": traits}, Figure)


def squad_hired(player: str, roster: Roster, cards: Cards) -> SquadHired:
    """The event by which `player` hires this roster. Raises `msgspec.ValidationError` for a body of another form."""
    body = msgspec.convert(roster.body, Body)
    leader, figures = squad_of(body, cards)
    return SquadHired(player=player, leader=body.leader, figures=(*([leader] if leader else []), *figures))
