"""The audit after the game: clean for every honest match, and the first lie is named where it stands (NIN-AUD)."""

from __future__ import annotations

from collections import Counter
from random import Random
from typing import Any

import pytest
from msgspec.structs import replace

from games.ninja import RULES
from games.ninja.events import GameEnded
from games.ninja.facts import PRACTICE
from games.ninja.full import events as f
from games.ninja.play.simulate import on_devices, simulate
from games.ninja.secrets.verdict import audit
from games.ninja.state import NinjaState, rivals
from games.ninja.tests.demo import in_action, led, moved, stood, to, to_intruders
from games.ninja.tests.lies import LIES, secret_mission
from games.rulebook import sentence
from games.ruleset import SYSTEM, Actor, Entry, Event, RuleViolation, Setup
from games.secrets import sealed
from games.system import Audit
from games.testing import Case, accepts, refuses

GAMES, BATCH = 200, 25
BLUFF = f.CardSecret(bluff=True, edge=None, zone=None)


def entries_of(logged: list[tuple[Event, Actor]]) -> list[Entry]:
    return [Entry(seq, event, by) for seq, (event, by) in enumerate(logged, start=1)]


def audited(case: Case, *lies: Event) -> Audit:
    """The audit of a match in which these events were logged, whatever the rules say; each with its own salt."""
    told = [entry.event for entry in case.entries] + [sealed(lie, "x") for lie in lies]
    log = [_own_salt(event, seq) for seq, event in enumerate(told, start=1)]
    return audit(Setup(), [Entry(seq, event, SYSTEM) for seq, event in enumerate(log, start=1)])


def _own_salt(event: Event, seq: int) -> Event:
    if not isinstance(event, f.OwnedSecret) or not event.salt:
        return event
    return sealed(replace(event, commitment="", salt=None), f"{seq:032x}")


def found(case: Case, *lies: Event, check: str) -> None:
    """The first finding is this check, at the first of the lies, in sentences."""
    told = audited(case, *lies)
    first = told.findings[0]
    assert (told.verdict, first.check, first.seq) == ("breach", check, len(case.entries) + 1), told.findings
    for one in told.findings:
        broken = RuleViolation(one.rule, one.params)
        assert "{" not in sentence(broken, "en") + sentence(broken, "ru")


def clean(case: Case) -> None:
    assert audited(case) == Audit(verdict="clean")


@accepts("NIN-AUD-02", "NIN-AUD-03", "NIN-AUD-24")
@refuses("NIN-AUD-01", "NIN-AUD-02", "NIN-AUD-03", "NIN-AUD-24")
def test_what_the_sides_open() -> None:
    """On both devices: opened whole, with a salt twice, with another value, with one left out."""
    setup, logged = next(one for one in map(whole, range(9)) if one[1])
    log = entries_of(on_devices(logged, ("guards", "intruders")))
    assert audit(setup, log).verdict == "clean"
    assert audit(setup, entries_of(logged)).verdict == "clean"
    last: Any = log[-1].event
    short = audit(setup, log[:-1])
    assert (short.verdict, short.findings[0].check, short.findings[0].side) == (
        "incomplete",
        "NIN-AUD-03",
        last.side,
    )
    reveals = [entry for entry in log if isinstance(entry.event, f.SecretRevealed)]
    nothing = audit(setup, [entry for entry in log if entry not in reveals])
    moved = next(
        entry.seq for entry in log if isinstance(entry.event, f.IntruderMoved)
    )  # nobody is heard before
    later = [entry for entry in log if entry.seq > moved]
    asked = [
        entry.seq for entry in later if isinstance(entry.event, f.ListenAnswered) and not entry.event.cat
    ]
    assert nothing.verdict == "incomplete" and set(asked) <= set(nothing.unproven)
    other = replace(last, value={**last.value, next(iter(last.value)): None})
    assert audit(setup, [*log[:-1], Entry(log[-1].seq, other, SYSTEM)]).findings[0].check == "NIN-AUD-01"
    again = audit(setup, [*log, Entry(len(log) + 1, last, SYSTEM)])
    assert (again.verdict, again.findings[-1].check) == ("breach", "NIN-AUD-02")
    salted = [Entry(e.seq, _same_salt(e.event), e.actor) for e in entries_of(logged)]
    assert audit(setup, salted).findings[0].check == "NIN-AUD-02"


def whole(seed: int) -> tuple[Setup, list[tuple[Event, Actor]]]:
    """A match of which the server keeps all secrets; nothing for a seed of which it does not."""
    setup, logged = simulate(seed, "full")
    kept = any(isinstance(event, f.SecretRevealed) for event, _ in logged)
    return setup, [] if kept else logged


def _same_salt(event: Event) -> Event:
    return (
        sealed(replace(event, commitment="", salt=None), "ab" * 16) if getattr(event, "salt", None) else event
    )


@accepts("NIN-AUD-04", "NIN-AUD-05", "NIN-AUD-06", "NIN-AUD-16", "NIN-AUD-18")
@refuses("NIN-AUD-04", "NIN-AUD-05", "NIN-AUD-06", "NIN-AUD-16", "NIN-AUD-18")
def test_setup_cards_and_marks() -> None:
    base = Case(in_action().rules, Setup(), in_action().state, in_action().entries[:2])
    clean(in_action())
    found(base, f.HandChosen(hand="ninja", size=8, cards={"rope": 9}), check="NIN-AUD-04")
    loud = led(to_intruders(), stood("ninja", "A3"))
    loud = loud.when(f.GuardNeutralised(intruder="traitor", guard="g3", by="kenjutsu"))
    drawing = in_action()
    found(drawing, f.GuardCardPlayed(card="secret_passage"), check="NIN-AUD-06")
    woken = drawing.when(f.GuardCardPlayed(card="awaken"))
    found(woken, f.GuardAwakened(zone="F3", guard="g15"), check="NIN-AUD-16")
    found(loud, f.GuardCardsDrawn(count=1, cards={"rope": 1}), check="NIN-AUD-05")
    found(
        loud,
        f.IntruderRespawned(intruder="ninja", size=6, zone="C4", cards={}, mission="B"),
        check="NIN-AUD-18",
    )


@accepts("NIN-AUD-07", "NIN-AUD-13", "NIN-AUD-14", "NIN-AUD-15", "NIN-AUD-17", "NIN-AUD-20")
@refuses("NIN-AUD-07", "NIN-AUD-13", "NIN-AUD-14", "NIN-AUD-15", "NIN-AUD-17", "NIN-AUD-20")
def test_moves_and_what_happened_on_them() -> None:
    night = to_intruders()
    clean(led(night, moved("ninja", "A3", to("A2"))))
    found(night, moved("ninja", "A3", to("C3")), check="NIN-AUD-07")
    still = led(night, stood("ninja", "A3"))
    found(still, moved("traitor", "J4", to("J5"), to("J6")), check="NIN-AUD-13")
    found(night, f.GuardNeutralised(intruder="ninja", guard="g1", by="kenjutsu"), check="NIN-AUD-14")
    ticket = f.IntruderCardPlayed(
        intruder="traitor", card="secret_passage", use=f.CardSecret(bluff=False, edge=None, zone=None)
    )
    found(night.when(ticket), f.PassageEntered(intruder="traitor", entrance="J4"), check="NIN-AUD-15")
    found(night, f.IntruderHidden(intruder="ninja"), check="NIN-AUD-17")
    found(night.when(ticket), stood("traitor", "J4"), check="NIN-AUD-20")


@accepts("NIN-AUD-08", "NIN-AUD-12", "NIN-AUD-19")
@refuses("NIN-AUD-08", "NIN-AUD-12", "NIN-AUD-19")
def test_answers_of_the_intruders() -> None:
    """The traitor runs beside g3: a false no, and a false silence when g3 walks into it."""
    ran = led(to_intruders(), stood("ninja", "A3"), moved("traitor", "J4", to("J5"), to("J4"), to("J5")))
    day = ran.when(f.TurnEnded(turn=1)).when(f.TurnStarted(turn=2)).when(f.PhaseStarted(phase="guard_action"))
    asked = day.when(f.GuardCardPlayed(card="sentry_listen", guard="g3"))
    clean(led(asked))
    found(asked, f.ListenAnswered(heard=False), check="NIN-AUD-08")
    checks = [one.check for one in audited(asked, f.ListenAnswered(heard=False)).findings]
    assert "NIN-AUD-19" in checks
    search = day.when(f.GuardCardPlayed(card="sentry_search", guard="g3"))
    walked = search.when(f.GuardsMoved(guards=("g3",), path=("J5",)))
    clean(led(walked))
    found(walked, f.MovementCleared(), check="NIN-AUD-12")


@accepts("NIN-AUD-09", "NIN-AUD-10", "NIN-AUD-11", "NIN-AUD-21", "NIN-AUD-23")
@refuses("NIN-AUD-09", "NIN-AUD-10", "NIN-AUD-11", "NIN-AUD-21", "NIN-AUD-23")
def test_searches_and_their_answers() -> None:
    walk = f.IntruderMoved(intruder="ninja", start="A3", steps=(f.Step(to="A2"),))
    night = to_intruders().when(walk)
    honest = f.ZonesSearched(intruder="ninja", zones=("A2",))
    clean(led(night, honest))
    far = f.ZonesSearched(intruder="ninja", zones=("C4",))
    found(night, far, check="NIN-AUD-09")
    target = f.SearchAnswered(results=(f.Found(zone="C4", found="target", letter="B"),))
    done = f.MissionCompleted(intruder="ninja", letter="B")
    assert "NIN-AUD-21" in [one.check for one in audited(night, far, target, done).findings]
    found(
        night.when(honest), f.SearchAnswered(results=(f.Found(zone="A2", found="trap"),)), check="NIN-AUD-10"
    )
    hit = Case(night.rules, Setup(), night.state, night.entries)
    silent = audited(hit, far, target, stood("traitor", "J4"))
    assert "NIN-AUD-11" in [one.check for one in silent.findings]
    placed = f.HazardResolved(zone="A2", hazard="ambush", outcome="guard_placed", guard="g15")
    sprung = f.SearchAnswered(results=(f.Found(zone="A2", found="ambush"),))
    shy = audited(night, honest, sprung, placed, stood("traitor", "J4"))
    assert "NIN-AUD-23" in [one.check for one in shy.findings]
    over = audited(night, GameEnded(reason="dawn", result="intruders"))
    assert over.findings[0].check == "NIN-AUD-21"


def lied(seed: int) -> Counter[str]:
    """A match in which one lie is told: the audit names it first, whoever kept the secrets; the honest one is clean."""
    dice = Random(seed)
    setup, logged = simulate(seed, "full", seed % 3 + 1)
    honest = entries_of(logged)
    assert audit(setup, honest) == Audit(verdict="clean")
    lies = dice.sample(LIES, len(LIES))
    kind, (log, seq) = next((kind, lie) for kind in lies if (lie := kind(honest, dice, PRACTICE)) is not None)
    told = audit(setup, log)
    assert told.verdict == "breach" and told.findings[0].seq == seq, (kind, seq, told.findings[:2])
    told = audit(setup, on_phones(log))
    assert told.verdict == "breach" and told.findings[0].seq == seq, (kind, seq, told.findings[:2])
    return Counter([kind.__name__])


def on_phones(log: list[Entry]) -> list[Entry]:
    """The same match with the secrets of the intruders on their phones, opened after the end. Rivals, whom the server
    answers for, keep nothing."""
    if rivals(opened_match(log)):
        return log
    kept = on_devices([(entry.event, entry.actor) for entry in log], ("intruders",))
    seqs = [*(entry.seq for entry in log), *range(log[-1].seq + 1, log[-1].seq + 1 + len(kept) - len(log))]
    return [Entry(seq, event, by) for seq, (event, by) in zip(seqs, kept, strict=True)]


def opened_match(log: list[Entry]) -> NinjaState:
    return RULES.evolve(RULES.initial(Setup()), log[0].event)


def test_a_mission_card_is_missed_whatever_comes_next() -> None:
    """The other intruder is met right after the letter was found: the silence is named there, not at the end."""
    setup, logged = simulate(2, "full", 3)
    log, seq = secret_mission(entries_of(logged), Random(0), PRACTICE) or ([], 0)
    first = audit(setup, log).findings[0]
    assert (first.check, first.seq) == ("NIN-AUD-11", seq)


def test_the_first_lie_of_some_matches_is_named() -> None:
    assert sum((lied(seed) for seed in range(8)), Counter()).total() == 8


@pytest.mark.soak
@pytest.mark.parametrize("batch", range(GAMES // BATCH))
def test_the_first_lie_of_every_match_is_named(batch: int) -> None:
    kinds = sum((lied(1000 + batch * BATCH + n) for n in range(BATCH)), Counter())
    assert kinds.total() == BATCH and len(kinds) > 3
