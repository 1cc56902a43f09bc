"""Draws through the commands: nobody chooses a seed unseen, and nobody logs a round that the seed does not give."""

from __future__ import annotations

import re
from typing import Any

import msgspec
import pytest
from django.test import Client, override_settings

from games.portable import read_log
from tracker import commands, selectors, warm
from tracker.commands.seeds import ELSEWHERE
from tracker.exchange import transfer
from tracker.handle import CommandRejected
from tracker.models import Event, triggers
from tracker.proof import verify
from tracker.rulesets.tournament import draw_next_round, seeds
from tracker.rulesets.tournament.events import RoundDrawn
from tracker.systems import find_rules
from tracker.tests import hall

pytestmark = pytest.mark.django_db


def state_of(event: Any) -> Any:
    return selectors.current_state(event).state


def rules_of(refused: pytest.ExceptionInfo[CommandRejected]) -> list[str]:
    return [violation.rule for violation in refused.value.violations]


def payload(drawn: RoundDrawn) -> dict[str, Any]:
    data = msgspec.to_builtins(drawn)
    return {"type": data.pop("type"), "data": data}


def test_a_draw_reveals_what_was_committed_to_and_is_made_of_the_log_before_it() -> None:
    who = hall.organiser()
    event, _ = hall.opened(who, 6)
    before = selectors.head(event)
    commitment = state_of(event).commitment
    commands.draw_round(who, event)
    row = Event.objects.get(stream=event, type="round_drawn")
    told = msgspec.json.decode(row.data)
    assert seeds.commitment_of(told["secret"]) == commitment and told["after"] == before.hash
    assert told["seed"] == seeds.mixed(told["secret"], before.hash, 1)
    assert state_of(event).rounds[0].committed
    assert verify.verify_log(transfer.export_stream(event)) == []


def test_whoever_draws_again_gets_a_seed_that_nobody_could_foresee_and_publishes_how_often() -> None:
    who = hall.organiser()
    event, _ = hall.opened(who, 6)
    found = set()
    for _ in range(3):
        commands.draw_round(who, event)
        found.add(state_of(event).rounds[0].seed)
        commands.discard_round(
            who, event, round=1, seed=state_of(event).rounds[0].seed, reason="another one, please"
        )
    commands.draw_round(who, event)
    assert len(found) == 3 and len(state_of(event).seeds) == 4
    commands.publish_round(who, event, round=1)
    assert state_of(event).rounds[0].draws == 4


def test_nobody_forgets_a_draw_by_voiding_it() -> None:
    """Else the round would be published as drawn once, from a seed that could be computed before it was drawn."""
    who = hall.organiser()
    event, _ = hall.opened(who, 6)
    locked = selectors.head(event).version
    commands.draw_round(who, event)
    drawn = selectors.head(event).version
    for tail, seq in ((False, drawn), (True, drawn), (True, locked)):
        with pytest.raises(CommandRejected) as refused:
            commands.void(who, event, [seq], "not this one", tail=tail)
        assert rules_of(refused) == ["WL-VOID-04"]
    assert verify.verify_log(transfer.export_stream(event)) == []


@pytest.mark.parametrize(
    ("language", "words"), [("en", "Discard the draw instead"), ("ru", "Проведите жеребьёвку заново")]
)
def test_the_page_of_corrections_offers_no_draw_and_says_why(language: str, words: str) -> None:
    who = hall.organiser()
    event, _ = hall.opened(who, 6)
    commands.draw_round(who, event)
    drawn = selectors.head(event).version
    commands.publish_round(who, event, round=1)
    desk = Client(headers={"accept-language": language})
    desk.force_login(who.user)
    page = f"/events/{event}/console/logs/{event}/"
    offered = re.findall(r'name="seq" value="(\d+)"', desk.get(page).content.decode())
    assert sorted(map(int, offered)) == [*range(2, drawn), drawn + 1], "the first one founds all"
    told = {"seq": str(drawn), "how": "tail", "reason": "not this one"}
    refused = desk.post(page, told)
    assert refused.status_code == 422 and words in refused.content.decode()


def test_a_typed_seed_needs_a_reason_whatever_way_it_takes() -> None:
    who = hall.organiser()
    event, _ = hall.opened(who, 6)
    with pytest.raises(CommandRejected) as refused:
        commands.draw_round(who, event, seed="mine")
    assert rules_of(refused) == ["TRN-DRAW-15"]
    typed = draw_next_round(state_of(event), "mine")
    with pytest.raises(CommandRejected) as refused:
        commands.append(who, event, [payload(typed)])
    assert rules_of(refused) == ["TRN-DRAW-15"]
    guessed = draw_next_round(
        state_of(event), seeds.mixed("guess", selectors.head(event).hash, 1), secret="guess"
    )
    with pytest.raises(CommandRejected) as refused:
        commands.append(who, event, [payload(guessed)])
    assert rules_of(refused) == ["TRN-DRAW-15"]
    commands.draw_round(who, event, seed="mine", reason="from a hat, before witnesses")
    assert not state_of(event).rounds[0].committed


def test_staff_cannot_log_a_round_that_its_seed_does_not_give() -> None:
    who = hall.organiser()
    event, _ = hall.opened(who, 6)
    true = draw_next_round(state_of(event), "mine", reason="from a hat")
    one, other = true.pairings[0], true.pairings[1]
    sides = tuple(one.sides)
    pairs = (
        {sides[0]: one.sides[sides[0]], sides[1]: other.sides[sides[1]]},
        {sides[0]: other.sides[sides[0]], sides[1]: one.sides[sides[1]]},
    )
    swapped = [
        msgspec.structs.replace(table, sides=pair) for table, pair in zip((one, other), pairs, strict=True)
    ]
    wrong = msgspec.structs.replace(true, pairings=(*swapped, *true.pairings[2:]))
    with pytest.raises(CommandRejected) as refused:
        commands.append(who, event, [payload(wrong)])
    assert "TRN-DRAW-09" in rules_of(refused)
    commands.append(who, event, [payload(true)])


def test_an_author_cannot_commit_to_a_secret_of_their_own() -> None:
    who = hall.organiser()
    event, _ = hall.opened(who, 6)
    commands.draw_round(who, event)
    own = {
        "round": 1,
        "seed": state_of(event).rounds[0].seed,
        "reason": "again",
        "seed_commitment": seeds.commitment_of("x"),
    }
    commands.append(who, event, [{"type": "round_discarded", "data": own}])
    assert state_of(event).commitment != seeds.commitment_of("x")
    commands.draw_round(who, event)
    assert state_of(event).rounds[0].committed


def test_on_another_server_the_draw_says_why_its_seed_is_not_the_committed_one() -> None:
    who = hall.organiser()
    event, _ = hall.opened(who, 6)
    with override_settings(SECRET_KEY="the key of another server"):
        commands.draw_round(who, event)
    round_ = state_of(event).rounds[0]
    assert (round_.committed, round_.reason) == (False, ELSEWHERE)


def test_a_repeated_closing_gets_its_first_answer_after_the_next_draw_too() -> None:
    who = hall.organiser()
    event, _ = hall.opened(who, 4)
    for row in hall.start_round(who, event, 1):
        commands.report_match(who, row.stream_id, hall.summary(1, 0))
    hall.caught_up()
    first = commands.close_round(who, event, round=1, key="close")
    commands.draw_round(who, event)
    again = commands.close_round(who, event, round=1, key="close")
    assert again.repeated and again.first_seq == first.first_seq


def test_a_draw_moved_to_another_place_of_the_log_is_found() -> None:
    """Chained anew, legal, and yet the seed was not made where it stands."""
    from django.db import connection

    from games.chain import link
    from tracker.models import Stream

    who = hall.organiser()
    event, _ = hall.opened(who, 6)
    commands.draw_round(who, event)
    warm.forget()
    rows = list(Event.objects.filter(stream=event).order_by("seq"))
    triggers.remove(connection)
    head = rows[-3].hash
    for row in rows[-2:]:
        row.actor = "organiser:mallory" if row is rows[-2] else row.actor
        row.hash = head = link(head, verify.chain_row(row), row.data.encode())
        row.save()
    Stream.objects.filter(id=event).update(head=head)
    triggers.install(connection)
    whats = [problem.what for problem in verify.verify_stream(Stream.objects.get(id=event))]
    assert whats == [verify.MISPLACED]
    assert [
        problem.what.partition(": ")[2] for problem in verify.verify_log(transfer.export_stream(event))
    ] == [verify.MISPLACED]
    assert read_log(transfer.export_stream(event), find_rules).header.complete
