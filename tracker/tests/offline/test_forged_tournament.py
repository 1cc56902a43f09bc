"""A forged log of a tournament that never was legal, with stages, and something taken back: it is judged to its end."""

from __future__ import annotations

from itertools import count

import pytest
from django.core.files.uploadedfile import SimpleUploadedFile
from django.test import Client
from msgspec.structs import replace

from games.match import EventVoided
from games.portable import log_of, write_log
from games.ruleset import SYSTEM, Actor, Event, Setup
from tracker.formats.structs import Stage
from tracker.proof.verify import verify_file
from tracker.rulesets import tournament
from tracker.rulesets.tournament import events as ev
from tracker.rulesets.tournament.stages import going, may_draw, to_begin

pytestmark = pytest.mark.django_db(transaction=True)
STAGES = (Stage(format="swiss", rounds=2), Stage(format="single_elimination", cut=4))
OPTIONS = ev.Options(
    rounds=2, sides=("alliance", "serpent"), list_required=False, check_in=False, stages=STAGES
)
CREATED = ev.TournamentCreated(
    name="Forged cup", system="last_battle", preset="last_battle_swiss", options=OPTIONS
)
PLAYERS = [f"player {number}" for number in range(8)]


def whole() -> list[Event]:
    """Two Swiss rounds and a bracket of four, as the rules have them."""
    events: list[Event] = [CREATED, *(ev.PlayerRegistered(player=name) for name in PLAYERS)]
    state = tournament.RULES.fold(tournament.RULES.initial(Setup()), events)
    for number in count(1):
        told: list[Event] = []
        plan = to_begin(state)
        if plan is not None:
            field = going(state, plan).field
            told.append(ev.StageBegun(number=2, stage=plan, field=field, reason="drawn"))
            state = tournament.RULES.fold(state, told)
        if not may_draw(state):
            return [*events, *told]
        played = a_round(tournament.draw_next_round(state, f"seed {number}"))
        state = tournament.RULES.fold(state, played)
        events += [*told, *played]
    raise AssertionError


def a_round(drawn: ev.RoundDrawn) -> list[Event]:
    number = drawn.round
    told: list[Event] = [drawn, ev.RoundPublished(round=number), ev.RoundStarted(round=number)]
    for table in drawn.pairings:
        match, vp = f"match {number}.{table.table}", {"alliance": 3, "serpent": 1}
        told += [
            ev.MatchOpened(round=number, table=table.table, match=match),
            ev.ResultRecorded(
                round=number,
                table=table.table,
                match=match,
                match_seq=1,
                vp=vp,
                winner="alliance",
                turns=5,
            ),
        ]
    return [*told, ev.RoundClosed(round=number)]


def file_of(events: list[Event]) -> bytes:
    told = [
        (event, Actor("organiser", "1") if isinstance(event, EventVoided) else SYSTEM) for event in events
    ]
    return write_log(*log_of(tournament.RULES, "tournament", Setup(), told, system="last_battle"))


def test_the_log_is_legal_before_it_is_forged() -> None:
    assert not verify_file(file_of(whole()))


@pytest.mark.parametrize("options", [{"tiebreaks": ("nothing",)}, {"sides": ("left", "right")}])
def test_stages_after_an_illegal_creation_are_judged_and_the_page_says_so(options: dict[str, object]) -> None:
    """A voiding is judged by what stood before it, refused or not: standings of a made-up figure, sides of nobody."""
    wrong = replace(CREATED, options=replace(OPTIONS, **options))
    _judged([wrong, *whole()[1:]])


def test_games_of_players_who_never_entered_are_judged_and_the_page_says_so() -> None:
    created, _first, *rest = whole()
    _judged([created, *rest])


def _judged(events: list[Event]) -> None:
    """With somebody who registered after the first round and was taken back: then all that followed is asked again."""
    late = next(at for at, event in enumerate(events, start=1) if isinstance(event, ev.RoundClosed))
    taken_back = EventVoided(seqs=(late + 1,), reason="mistyped")
    content = file_of([*events[:late], ev.PlayerRegistered(player="late"), *events[late:], taken_back])
    assert any("TRN-" in problem.what for problem in verify_file(content))
    page = Client(headers={"accept-language": "en"}).post(
        "/verify/", {"file": SimpleUploadedFile("forged.jsonl", content)}
    )
    assert page.status_code == 422 and "TRN-" in page.content.decode()
