"""Secrets that stay on a device: their commitments, and how they are opened after the end (NIN-HID-03, -12)."""

from __future__ import annotations

from typing import Any

from msgspec.structs import replace

from games.audit import judge_log
from games.match import EventVoided, Match
from games.ninja import RULES
from games.ninja.events import MatchConceded
from games.ninja.full import events as f
from games.ninja.full.reveal import closed_secrets
from games.ninja.play.simulate import simulate
from games.ninja.state import NinjaState
from games.ninja.tests.demo import SETUP, hand, in_action, setup_to
from games.ninja.tests.laid import refused
from games.ninja.tests.tables import INTRUDER, G
from games.portable import PortableLog, log_of, read_log, write_log
from games.ruleset import Ruleset
from games.secrets import concealed, sealed
from games.testing import accepts, refuses

MATCH: Ruleset[Any, Any] = Match(RULES, NinjaState)
HEADER, LINES = log_of(MATCH, "match", *simulate(4, "turns"))


def log(*places: int, **changes: Any) -> PortableLog:
    lines = [replace(LINES[place], **changes) for place in places]
    return read_log(write_log(HEADER, lines), lambda kind, system: MATCH)


@accepts("NIN-LOG-02")
def test_a_log_in_order_is_accepted() -> None:
    assert judge_log(log(*range(len(LINES)))).refused == []


@refuses("NIN-LOG-02")
def test_a_key_on_two_events_is_refused() -> None:
    broken = judge_log(log(*range(len(LINES)), key="again")).refused
    assert [violation.rule for violation in broken[-1].violations] == ["NIN-LOG-02", "WL-LOG-02"]


@accepts("NIN-HID-03", "NIN-HID-05", "NIN-HID-07")
@refuses("NIN-HID-03", "NIN-HID-05", "NIN-HID-07")
def test_a_secret_fits_its_commitment() -> None:
    case = setup_to(1)
    told = sealed(hand("ninja"), "5a" * 16)
    case.when(told).then_accepted()
    case.when(concealed(told)).then_accepted()
    for wrong in ({"commitment": "0" * 64}, {"salt": None}, {"cards": {"rope": 8}}):
        refused(case, replace(told, **wrong), "NIN-HID-03", "NIN-HID-05", "NIN-HID-07")


@accepts("NIN-HID-15")
@refuses("NIN-HID-15")
def test_a_question_is_taken_back_by_the_organisers_alone() -> None:
    """And what a side has opened after the end, by nobody."""
    asked = in_action().when(f.GuardCardPlayed(card="sentry_listen", guard="g2"))
    back = EventVoided(seqs=(len(asked.entries),), reason="the wrong sentry")
    asked.when(back, G).then_refused("WL-VOID-01")
    asked.when(back).then_accepted()
    assert f.SecretRevealed(side="guards", number=1, value={}, salt="").lasting


@accepts("NIN-HID-12", "NIN-AUD-01")
@refuses("NIN-HID-12", "NIN-AUD-01")
def test_what_was_kept_is_opened_after_the_end() -> None:
    missions = sealed(SETUP[0], "5a" * 16)
    start = sealed(f.IntruderStartMarked(intruder="ninja", zone="A3"), "6b" * 16)
    case = setup_to(0).when(concealed(missions))
    for event in SETUP[1:6]:
        case = case.when(event)
    case = case.when(concealed(start))
    value: dict[str, Any] = {"letters": {"ninja": "B", "traitor": "D"}}
    first = f.SecretRevealed(side="intruders", number=1, value=value, salt="5a" * 16)
    refused(case, first, "NIN-HID-12", by=INTRUDER)
    over = case.when(MatchConceded(side="guards"))
    assert closed_secrets(over.state, "intruders") == (1, 2)
    refused(over, first, "NIN-TURN-03", by=G)
    refused(over, replace(first, value={"letters": {"ninja": "A", "traitor": "D"}}), "NIN-AUD-01")
    refused(over, replace(first, number=3), "NIN-LOG-06")
    opened = over.when(first, INTRUDER)
    assert closed_secrets(opened.state, "intruders") == (2,)
    refused(opened, first, "NIN-LOG-06", by=INTRUDER)
    refused(opened, MatchConceded(side="intruders"), "NIN-LOG-03")
