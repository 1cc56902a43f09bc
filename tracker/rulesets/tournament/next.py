"""What may legally come next at a tournament: the organiser's next step, what a player may do. Called by `rules`."""

from __future__ import annotations

from collections.abc import Iterator

from msgspec.structs import replace

from games.ruleset import NextEvent, Viewer
from tracker.formats import format_of
from tracker.rulesets.tournament.captains import choices, step_of, unpaired
from tracker.rulesets.tournament.draws import players_of, too_few
from tracker.rulesets.tournament.elsewhere import takes_brought
from tracker.rulesets.tournament.plans import current_stage, here_for, rounds_to_ask_off
from tracker.rulesets.tournament.rounds import is_deserted
from tracker.rulesets.tournament.scoring import level
from tracker.rulesets.tournament.sheets import disputable
from tracker.rulesets.tournament.stages import may_draw, may_meet, to_begin, withdrawable
from tracker.rulesets.tournament.state import Round, TournamentState
from tracker.rulesets.tournament.teams import may_line_up, public_rounds


def next_events(state: TournamentState, viewer: Viewer) -> tuple[NextEvent, ...]:
    """Legal next events, the step that leads on first. `state` is what the viewer may see."""
    if state.created is None:
        return (NextEvent(type="tournament_created"),)
    if state.finished:
        if viewer.role != "staff":
            return ()
        paid = tuple(state.entrants)
        after = (NextEvent(type="event_described"), _about("fee_marked", paid, False))
        told = (
            (NextEvent(type="correction_noted"), *_brought(state, state.rounds[-1])) if state.rounds else ()
        )
        return (*after, *told)
    if viewer.role == "public":
        return ()
    found = (*_steps(state), *_people(state), *_lists(state), *_desk(state), *_teams(state, viewer))
    if viewer.role == "staff":
        return (*found, *_ties(state))
    own = viewer.player or ""
    return tuple(_only(state, event, own) for event in found if own in event.players)


def _only(state: TournamentState, event: NextEvent, player: str) -> NextEvent:
    """The offer as one player may take it up: for themselves and, of teams, for their own."""
    choices = {**event.choices, "player": (player,)}
    if event.type == "lineup_told":
        own = tuple(team for team in event.choices["team"] if state.teams[str(team)].captain == player)
        choices |= {"team": own, "players": state.teams[str(own[0])].members}
    return replace(event, players=(player,), choices=choices)


def _steps(state: TournamentState) -> Iterator[NextEvent]:
    last = state.current
    if last is None or last.status == "closed":
        yield from _between(state)
    else:
        yield from _within(state, last)


def _between(state: TournamentState) -> Iterator[NextEvent]:
    if state.owing() is not None:
        return
    played, stage = len(state.rounds), current_stage(state)
    present = players_of(state, stage)
    scheduled = stage is not None and format_of(stage.plan).scheduled
    enough = (scheduled or len(present) > 1) and not too_few(state)
    unlisted = state.options.list_required and any(entrant.roster is None for entrant in present)
    if may_draw(state) and enough and not unlisted:
        yield NextEvent(type="round_drawn", choices={"round": (played + 1,)})
    if to_begin(state) is not None and len(here_for(state)) > 1:
        number = stage.number + 1 if stage is not None else 1
        yield NextEvent(type="stage_begun", choices={"number": (number,)})
    if withdrawable(state):
        yield NextEvent(type="stage_withdrawn", choices={"number": (state.stages[-1].number,)})
    if played:
        yield NextEvent(type="tournament_finished")


def _ties(state: TournamentState) -> Iterator[NextEvent]:
    """Players who are level after the last round."""
    last = state.current
    if last is None or last.status != "closed" or state.owing() is not None or state.plays_in_teams:
        return
    if tied := level(state):
        everyone = tuple(player for players in tied for player in players)
        yield NextEvent(type="tie_ordered", choices={"round": (last.round,), "players": everyone})


def _within(state: TournamentState, last: Round) -> Iterator[NextEvent]:
    steps = {"draft": "round_published", "published": "round_started"}
    this = {"round": (last.round,)}
    if last.status in steps:
        ready = last.status == "draft" or not unpaired(state, last)
        if ready and not is_deserted(state, last):
            yield NextEvent(type=steps[last.status], choices=this)
        yield NextEvent(type="round_discarded", choices={**this, "seed": (last.seed,)})
        return
    unopened = tuple(one.table for one in last.pairings if one.match is None and not one.settled)
    if unopened:
        yield NextEvent(type="match_opened", choices={**this, "table": unopened})
    if not last.missing() and not last.disputed():
        yield NextEvent(type="round_closed", choices=this)


def _people(state: TournamentState) -> Iterator[NextEvent]:
    everyone = state.entrants.values()
    yield NextEvent(type="player_registered")
    for kind, players, self_service in (
        ("player_checked_in", state.away(), True),
        ("player_check_in_withdrawn", [e.player for e in everyone if e.checked_in], True),
        ("player_dropped", [e.player for e in everyone if not e.dropped], True),
        ("player_reinstated", [e.player for e in everyone if e.dropped], False),
    ):
        if players:
            yield _about(kind, tuple(players), self_service)


def _lists(state: TournamentState) -> Iterator[NextEvent]:
    if state.lists_locked:
        yield NextEvent(type="lists_unlocked")
        late = tuple(e.player for e in state.entrants.values() if e.roster is None)
        if late:
            yield _about("list_submitted", late, False)
        return
    yield NextEvent(type="lists_locked")
    handed_in = tuple(e.player for e in state.entrants.values() if e.roster is not None)
    if state.entrants:
        yield _about("list_submitted", tuple(state.entrants), True)
    if handed_in:
        yield _about("list_withdrawn", handed_in, True)


def _desk(state: TournamentState) -> Iterator[NextEvent]:
    """What staff may do beside the rounds, and a player's call for a judge."""
    for kind in ("settings_changed", "event_described", "lists_due", "registration_opened"):
        yield NextEvent(type=kind)
    if state.registration.open:
        yield NextEvent(type="registration_closed")
    if state.unsanctioned is None:
        yield NextEvent(type="sanction_left")
    if not state.lists_public:
        yield NextEvent(type="lists_revealed")
    yield from _places(state)
    last = state.current
    if last is not None and last.status in ("started", "closed"):
        yield from _tables(state, last)


def _places(state: TournamentState) -> Iterator[NextEvent]:
    everyone = tuple(state.entrants)
    waiting = tuple(e.player for e in state.entrants.values() if e.waiting and not e.dropped)
    playing = tuple(e.player for e in state.entrants.values() if not e.dropped)
    if waiting:
        yield _about("player_admitted", waiting, False)
    if everyone:
        for kind in ("fee_marked", "note_given", "player_described"):
            yield _about(kind, everyone, False)
        yield NextEvent(type="players_rated")
        yield from _drawn_alone(state, everyone)
    coming = len(state.rounds) + 1
    rounds = rounds_to_ask_off(state)
    if playing and rounds and not state.plays_in_teams:
        yield NextEvent(type="bye_granted", choices={"player": playing, "round": rounds})
    asked = tuple(e.player for e in state.entrants.values() if any(bye.round >= coming for bye in e.byes))
    if asked:
        yield _about("bye_withdrawn", asked, False)
    if len(everyone) > 1:
        yield NextEvent(type="pair_kept_apart")
    if state.prohibited or state.friends:
        yield NextEvent(type="pair_allowed")


def _drawn_alone(state: TournamentState, everyone: tuple[str, ...]) -> Iterator[NextEvent]:
    """What only the draw of single players knows (TRN-TEAM-14): from members of teams an old mark is taken back."""
    if not state.plays_in_teams:
        yield _about("ringer_marked", everyone, False)
        yield _about("table_fixed", everyone, False)
        return
    for kind, field, gone, marked in (
        ("ringer_marked", "ringer", (False,), [e.player for e in state.entrants.values() if e.ringer]),
        ("table_fixed", "table", (), [e.player for e in state.entrants.values() if e.table is not None]),
    ):
        if marked:
            yield NextEvent(type=kind, choices={"player": tuple(marked), field: gone})


def _tables(state: TournamentState, last: Round) -> Iterator[NextEvent]:
    tables = tuple(table.table for table in last.pairings)
    this: dict[str, tuple[object, ...]] = {"round": (last.round,)}
    yield NextEvent(type="table_awarded", choices={**this, "table": tables})
    given = tuple(table.table for table in last.pairings if table.award is not None)
    if given:
        yield NextEvent(type="award_lifted", choices={**this, "table": given})
    yield from _brought(state, last)
    yield NextEvent(type="correction_noted")
    if last.status != "started":
        return
    yield NextEvent(type="clock_started", choices=this)
    if state.clock is not None:
        yield NextEvent(type="clock_extended", choices=this)
        yield NextEvent(type="clock_paused" if state.clock.paused is None else "clock_resumed", choices=this)
    calling = {call.table for call in state.calls}
    free = [table for table in last.pairings if table.table not in calling]
    if free:
        seated = tuple(one for table in free for side in table.sides.values() for one in side)
        yield _about("judge_called", seated, True)
    if calling:
        yield NextEvent(type="judge_came", choices={**this, "table": tuple(sorted(calling))})


def _brought(state: TournamentState, last: Round) -> Iterator[NextEvent]:
    if elsewhere := tuple(table.table for table in takes_brought(state, last.round)):
        yield NextEvent(type="result_brought", choices={"round": (last.round,), "table": elsewhere})


def _teams(state: TournamentState, viewer: Viewer) -> Iterator[NextEvent]:
    """Who belongs to which team, and what captains tell."""
    if not state.plays_in_teams:
        return
    yield NextEvent(type="team_entered")
    here = tuple(team.team for team in state.teams.values() if not team.dropped)
    gone = tuple(team.team for team in state.teams.values() if team.dropped)
    if state.teams:
        yield NextEvent(type="team_changed", choices={"team": tuple(state.teams)})
    if here:
        yield NextEvent(type="team_dropped", choices={"team": here})
        yield from _lineups(state, here, is_staff=viewer.role == "staff")
    if gone:
        yield NextEvent(type="team_reinstated", choices={"team": gone})
    if (last := state.current) is not None:
        yield from _sheets(state, last)
        yield from _pairing(state, last)


def _lineups(state: TournamentState, here: tuple[str, ...], is_staff: bool) -> Iterator[NextEvent]:
    """Of the coming round, or by staff of the one that is published (TRN-TEAM-10)."""
    last = state.current
    published = last is not None and last.status == "published"
    number = public_rounds(state) + (not published)
    teams = tuple(
        team for team in here if may_line_up(state, team, number, is_staff) and may_meet(state, team, number)
    )
    if teams:
        captains = tuple(state.teams[team].captain or "" for team in teams)
        choices: dict[str, tuple[object, ...]] = {"team": teams, "round": (number,)}
        yield NextEvent(type="lineup_told", players=captains, choices=choices)


def _sheets(state: TournamentState, last: Round) -> Iterator[NextEvent]:
    """The captains say that a sheet is wrong, staff settle it."""
    this: dict[str, tuple[object, ...]] = {"round": (last.round,)}
    for table in disputable(state, last):
        captains = tuple(
            state.teams[team].captain or "" for team in table.sides.values() if team in state.teams
        )
        choices = {**this, "table": (table.table,), "player": captains}
        yield NextEvent(type="sheet_disputed", players=captains, choices=choices)
    if disputed := last.disputed():
        tables = tuple(table.table for table in disputed)
        yield NextEvent(type="sheet_settled", choices={**this, "table": tables})


def _pairing(state: TournamentState, last: Round) -> Iterator[NextEvent]:
    """What captains put forward at the tables that are not paired yet."""
    if last.status != "published" or not unpaired(state, last):
        return
    for table in last.teams:
        step = step_of(state, table)
        for side, team in table.sides.items():
            if step is None or side in table.pending or team not in state.teams:
                continue
            allowed, _count = choices(state, table, side)
            this: dict[str, tuple[object, ...]] = {"round": (last.round,), "table": (table.table,)}
            captain = (state.teams[team].captain or "",)
            yield NextEvent(
                type="put_forward", players=captain, choices={**this, "step": (step,), "players": allowed}
            )


def _about(kind: str, players: tuple[str, ...], self_service: bool) -> NextEvent:
    return NextEvent(type=kind, players=players if self_service else (), choices={"player": players})
