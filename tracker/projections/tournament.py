"""The tournament's head, entrants and pairings as rows. Read by lists, the console and the public pages."""

from __future__ import annotations

from typing import Any

import msgspec

from games.ruleset import EVERYONE
from tracker.models import EntrantRow, PairingRow, Player, Stream, TournamentRow
from tracker.projections.described import said
from tracker.projections.source import Source, differs, overtaken, put
from tracker.rulesets.tournament import RULES
from tracker.rulesets.tournament.plans import planned_stages, rounds_planned, stages_of
from tracker.rulesets.tournament.state import Entrant, Round, Table, TournamentState
from tracker.systems import uuids

BYE_TABLE = 0


def save(source: Source) -> None:
    """Writes all rows of a tournament; before its first event there is nothing to show."""
    state: TournamentState = source.state
    if state.created is None or overtaken(TournamentRow, source):
        return
    put(TournamentRow, source, _head(state))
    _save_entrants(state, source)
    _save_pairings(state, source)


def _head(state: TournamentState) -> dict[str, Any]:
    """The row is everybody's: it holds the options that the public may know."""
    created = RULES.visible_to(state, EVERYONE).created
    assert created is not None
    return {
        "name": created.name,
        "system": created.system,
        "status": status_of(state),
        "round": state.current.round if state.current else 0,
        "rounds": rounds_planned(state),
        "players": sum(not entrant.dropped for entrant in state.entrants.values()),
        "options": {
            **msgspec.to_builtins(created.options),
            "stages": _stages(state),
            **_lists_due(state),
            **said(state),
            **({"lists_public": True} if state.lists_public else {}),
        },
    }


def _stages(state: TournamentState) -> list[Any]:
    """How the event is played, the stages that have begun as they are; nothing for a plain Swiss."""
    begun = [stage.plan for stage in stages_of(state)]
    plans = [*begun, *planned_stages(state.options)[len(begun) :]]
    plain = len(plans) == 1 and plans[0].format == "swiss"
    return [] if plain else [msgspec.to_builtins(plan) for plan in plans]


def _lists_due(state: TournamentState) -> dict[str, Any]:
    """The times at which the server locks and shows the lists, where there are any; everybody may know them."""
    if not state.lock_at and not state.reveal_at:
        return {}
    return {"lists_due": {"lock_at": state.lock_at, "reveal_at": state.reveal_at}}


def status_of(state: TournamentState) -> str:
    """`registration` before the first draw, `finished` at the end, else the current round's status."""
    if state.finished:
        return "finished"
    return state.current.status if state.current else "registration"


def _save_entrants(state: TournamentState, source: Source) -> None:
    known = set(Player.objects.filter(id__in=uuids(state.entrants)).values_list("id", flat=True))
    wanted = {
        player: _entrant(entrant, source) for player in known for entrant in [state.entrants[str(player)]]
    }
    kept = {row.player_id: row for row in EntrantRow.objects.filter(tournament_id=source.stream.id)}
    if gone := [row.id for player, row in kept.items() if player not in known]:
        EntrantRow.objects.filter(id__in=gone).delete()
    new = [
        EntrantRow(tournament_id=source.stream.id, player_id=player, **fields)
        for player, fields in wanted.items()
        if player not in kept
    ]
    EntrantRow.objects.bulk_create(new)
    _update_changed(EntrantRow, kept, wanted)


def _entrant(entrant: Entrant, source: Source) -> dict[str, Any]:
    roster = entrant.roster
    return {
        "number": entrant.number,
        "checked_in": entrant.checked_in,
        "dropped": entrant.dropped,
        "list_ok": roster.ok if roster else None,
        "list_revision": f"{roster.warband}:{roster.revision}" if roster else "",
        "version": source.version,
    }


def _update_changed(model: Any, kept: dict[Any, Any], wanted: dict[Any, dict[str, Any]]) -> None:
    """Writes only the rows whose fields differ, `version` aside."""
    changed = []
    for key in kept.keys() & wanted.keys():
        row, fields = kept[key], wanted[key]
        if differs(row, fields):
            for name, value in fields.items():
                setattr(row, name, value)
            changed.append(row)
    if changed:
        model.objects.bulk_create(
            changed,
            update_conflicts=True,
            unique_fields=["id"],
            update_fields=list(next(iter(wanted.values()))),
            batch_size=100,
        )


def _save_pairings(state: TournamentState, source: Source) -> None:
    wanted = {
        (round_.round, table.table): _pairing(round_, table, source)
        for round_ in state.rounds
        for table in (*round_.pairings, *_bye(state, round_))
    }
    rows = PairingRow.objects.filter(tournament_id=source.stream.id)
    kept = {(row.round, row.table): row for row in rows}
    if gone := [row.id for key, row in kept.items() if key not in wanted]:
        PairingRow.objects.filter(id__in=gone).delete()
    kept = {key: row for key, row in kept.items() if key in wanted}
    _leave_out_absent(wanted, kept)
    reseated = {key for key, row in kept.items() if row.sides != wanted[key]["sides"]}
    new = {
        key: PairingRow(tournament_id=source.stream.id, round=key[0], table=key[1], **fields)
        for key, fields in wanted.items()
        if key not in kept
    }
    PairingRow.objects.bulk_create(new.values())
    _update_changed(PairingRow, kept, wanted)
    _seat([*new.values(), *(kept[key] for key in reseated)])


def _leave_out_absent(wanted: dict[Any, dict[str, Any]], kept: dict[Any, PairingRow]) -> None:
    """A tournament may be imported without its matches: a table leads to none that is not here."""
    linked = {row.match_id for row in kept.values()}
    asked = {fields["match_id"] for fields in wanted.values()} - linked - {None}
    here = set(Stream.objects.filter(id__in=asked).values_list("id", flat=True)) if asked else set()
    for fields in wanted.values():
        if fields["match_id"] in asked - here:
            fields["match_id"] = None


def _bye(state: TournamentState, round_: Round) -> tuple[Table, ...]:
    """Who has no game, as table 0."""
    without = round_.without_game()
    return (Table(table=BYE_TABLE, sides={state.options.sides[0]: without}),) if without else ()


def _pairing(round_: Round, table: Table, source: Source) -> dict[str, Any]:
    return {
        "round_status": round_.status,
        "scenario": table.scenario or round_.scenario or "",
        "sides": {side: list(players) for side, players in table.sides.items()},
        "match_id": next(iter(uuids([table.match or ""])), None),
        "result": table.counted(),
        "version": source.version,
    }


def _seat(rows: list[PairingRow]) -> None:
    """Links tables to their players, for "my day". Two statements, however many tables."""
    if not rows:
        return
    through = PairingRow.players.through
    through.objects.filter(pairingrow_id__in=[row.id for row in rows]).delete()
    seats = [(row.id, player) for row in rows for side in row.sides.values() for player in uuids(side)]
    known = set(Player.objects.filter(id__in={player for _, player in seats}).values_list("id", flat=True))
    links = [through(pairingrow_id=row, player_id=player) for row, player in seats if player in known]
    through.objects.bulk_create(links)
