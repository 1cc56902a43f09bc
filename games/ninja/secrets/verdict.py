"""The audit after the game (NIN-AUD): a pure function of the log with its opened secrets. It names every lie, in order.

Each event is judged again where it stands, with all secrets known; whatever is wrong becomes a finding, and the replay
goes on with what was recorded, so that one lie does not hide the next. What rests on a secret that nobody opened is
listed as unproven, never as true. Called through the game's descriptor, by tests and by whoever verifies a log.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import Any

from games.match import FRAME_EVENTS
from games.ninja.events import GameEnded
from games.ninja.full import events as f
from games.ninja.full.answers import known_to_log
from games.ninja.full.consequences import follows
from games.ninja.full.listening import heard
from games.ninja.full.sight import owner_of
from games.ninja.full.table import first_due, full_of
from games.ninja.rules import Ninja
from games.ninja.secrets.opened import opened
from games.ninja.state import GUARDS, INTRUDER_SIDE, NinjaState
from games.replay import standing
from games.ruleset import SYSTEM, Entry, Event, RuleViolation, Setup
from games.system import Audit, Finding

RULES = Ninja()
Checks = tuple[tuple[tuple[type[Event], ...], tuple[str, ...], str], ...]
ANY = ("",)
CHECKS: Checks = (
    ((f.MissionsDrawn, f.IntruderRespawned), ("NIN-HID-13",), "NIN-AUD-05"),
    (
        (
            f.MissionsDrawn,
            f.CharacterChosen,
            f.HandChosen,
            f.GuardMapMarked,
            f.IntruderStartMarked,
            f.PassageMarked,
        ),
        ANY,
        "NIN-AUD-04",
    ),
    ((f.GuardCardsDrawn, f.DrawnCardsShared), ANY, "NIN-AUD-05"),
    ((f.RespawnBonusTaken,), ("NIN-CARD",), "NIN-AUD-05"),
    ((f.GuardCardPlayed, f.GuardAttacked), ("NIN-CARD-01", "NIN-CARD-11"), "NIN-AUD-06"),
    (
        (f.IntruderCardPlayed, f.GuardNeutralised, f.HazardResolved),
        ("NIN-INT-12", "NIN-MODE-SOLO-02"),
        "NIN-AUD-06",
    ),
    ((f.IntruderMoved, f.IntruderCardPlayed), ("NIN-INT-13",), "NIN-AUD-20"),
    (
        (f.IntruderMoved, f.IntruderCardPlayed),
        ("NIN-ROPE", "NIN-INT", "NIN-LOG", "NIN-MODE-DL-02"),
        "NIN-AUD-07",
    ),
    ((f.PassageEntered, f.PassageLeft), ("NIN-INT-06",), "NIN-AUD-07"),
    ((f.IntruderMoved,), ("NIN-DET-05", "NIN-END-04"), "NIN-AUD-17"),
    ((f.IntruderMoved,), ("NIN-DET", "NIN-EFF-02", "NIN-PASS-12"), "NIN-AUD-13"),
    (
        (f.IntruderMoved, f.GuardNeutralised, f.HazardResolved),
        ("NIN-CMB-01", "NIN-EFF", "NIN-HAZ-04"),
        "NIN-AUD-14",
    ),
    ((f.IntruderMoved, f.PassageEntered, f.PassageLeft), ("NIN-PASS",), "NIN-AUD-15"),
    ((f.ListenAnswered,), ANY, "NIN-AUD-08"),
    ((f.ZonesSearched,), ("NIN-SRCH-03",), "NIN-AUD-09"),
    ((f.SearchAnswered,), ANY, "NIN-AUD-10"),
    ((f.MissionCompleted,), ANY, "NIN-AUD-11"),
    ((f.PassageDiscovered,), ANY, "NIN-AUD-15"),
    ((f.GuardAwakened, f.GuardSobered), ANY, "NIN-AUD-16"),
    ((f.RespawnBonusTaken,), ("NIN-RESP-08",), "NIN-AUD-16"),
    ((f.IntruderRespawned, f.RespawnBonusTaken), ANY, "NIN-AUD-18"),
    ((f.IntruderHidden, f.IntruderLeftMap), ANY, "NIN-AUD-17"),
    ((GameEnded,), ANY, "NIN-AUD-21"),
)
"""Types of event, the rules that they may break, and the check; the first that fits."""
OWED = {"due_mission": "NIN-AUD-11", "due_ambush": "NIN-AUD-23"}
OF_GUARDS = (
    f.SearchAnswered,
    f.GuardCardsDrawn,
    f.DrawnCardsShared,
    f.GuardCardPlayed,
    f.GuardAttacked,
    f.GuardAwakened,
    f.GuardSobered,
    f.GuardMapMarked,
    f.RespawnBonusTaken,
)


def audit(setup: Setup, entries: Sequence[Entry]) -> Audit:
    """Every finding in the order of the log, and the verdict: `clean`, `breach`, or `incomplete` (NIN-AUD-03)."""
    told = [entry for entry in standing(entries) if not isinstance(entry.event, FRAME_EVENTS)]
    log = opened(told)
    replay = _Replay(setup)
    for entry in log.entries:
        replay.judge(entry)
    findings = sorted((*log.findings, *replay.findings), key=lambda one: one.seq)
    lies = [one for one in findings if one.check != "NIN-AUD-03"]
    verdict: Any = "breach" if lies else "incomplete" if findings else "clean"
    return Audit(verdict=verdict, findings=tuple(findings), unproven=tuple(replay.unproven))


class _Replay:
    """The match once more, with all secrets known."""

    def __init__(self, setup: Setup) -> None:
        self.state: NinjaState = RULES.initial(setup)
        self.findings: list[Finding] = []
        self.unproven: list[int] = []
        self.doubtful = False

    def judge(self, entry: Entry) -> None:
        event, before = entry.event, self.state
        broken = RULES.check(before, event, SYSTEM)
        if before.full is not None and _unproven(before, event):
            self.unproven.append(entry.seq)
        self.state = _folded(before, event) if broken else RULES.evolve(before, event)
        if broken:
            self.findings.append(finding_of(entry, broken[0]))
            self.findings.extend(self._alert(entry, before))
        self.findings.extend(self._result(entry, bool(broken)))

    def _alert(self, entry: Entry, before: NinjaState) -> Iterator[Finding]:
        """NIN-AUD-19: the alert that the truth would have made."""
        true = (
            follows(before)
            if before.full is not None and first_due(before).kind in ("listen", "answer")
            else None
        )
        due = _folded(before, true).alert if true is not None else self.state.alert
        if due != self.state.alert:
            yield _finding("NIN-AUD-19", entry, "NIN-LOG-05", {"expected": due, "told": self.state.alert})

    def _result(self, entry: Entry, broken: bool) -> Iterator[Finding]:
        """NIN-AUD-21: a mission that rests on a false search or a false answer; the organisers decide."""
        if isinstance(entry.event, f.ZonesSearched):
            self.doubtful = broken
        elif isinstance(entry.event, f.SearchAnswered):
            self.doubtful = self.doubtful or broken
        elif isinstance(entry.event, f.MissionCompleted) and self.doubtful:
            params = {"intruder": entry.event.intruder, "told": entry.event.letter}
            yield _finding("NIN-AUD-21", entry, "NIN-SRCH-06", params)


IMPOSSIBLE = (AssertionError, AttributeError, LookupError, StopIteration, TypeError, ValueError)
"""What a fold may meet in an event of which figures, zones or debts do not exist."""


def _folded(state: NinjaState, event: Event) -> NinjaState:
    """A wrong event as it was recorded; one that cannot be placed on this table at all changes nothing."""
    try:
        return RULES.evolve(state, event)
    except IMPOSSIBLE:
        return state


def _unproven(state: NinjaState, event: Event) -> bool:
    """NIN-AUD-24: whether an answer rests on a secret that the log does not tell."""
    if isinstance(event, f.ListenAnswered):
        return not event.cat and first_due(state).kind == "listen" and heard(state, first_due(state)) is None
    if isinstance(event, f.SearchAnswered):
        return full_of(state).marks is None
    answers = event.cause == "guard_entered" if isinstance(event, f.IntruderDetected) else False
    met = answers or (isinstance(event, f.IntruderDetected) and state.map is None)
    return (met or isinstance(event, f.MovementCleared | f.PassageDiscovered)) and not known_to_log(state)


def finding_of(entry: Entry, broken: RuleViolation) -> Finding:
    """The finding that a broken rule is: the check that looks for it, and the side that told it."""
    return _finding(_check(entry.event, broken), entry, broken.rule, broken.params)


def _check(event: Event, broken: RuleViolation) -> str:
    owed = OWED.get(str(broken.params.get("expected")))
    if broken.rule == "NIN-TURN-04" and owed:
        return owed
    if isinstance(event, f.IntruderDetected):
        return (
            f"NIN-AUD-{'12' if event.cause == 'guard_entered' else '23' if event.cause == 'ambush' else '13'}"
        )
    if isinstance(event, f.MovementCleared):
        return "NIN-AUD-15" if broken.params.get("told") == "due_entrance" else "NIN-AUD-12"
    fits = (
        check for types, rules, check in CHECKS if isinstance(event, types) and broken.rule.startswith(rules)
    )
    return next(fits, broken.rule)


def _finding(check: str, entry: Entry, rule: str, params: dict[str, Any]) -> Finding:
    return Finding(check=check, seq=entry.seq, side=side_of_event(entry.event), rule=rule, params=params)


def side_of_event(event: Event) -> str:
    """The side whose word an event is."""
    if isinstance(event, f.OwnedSecret):
        return owner_of(event)
    if isinstance(event, f.SecretRevealed):
        return event.side
    return GUARDS if isinstance(event, OF_GUARDS) else INTRUDER_SIDE
