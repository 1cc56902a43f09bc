"""One example of every event, and the vocabulary page that is made of them. Used by docs, tests and the API."""

from __future__ import annotations

from collections.abc import Iterator

from games.ninja import events as e
from games.ninja.facts import suggested
from games.ninja.full import events as f
from games.ruleset import Event
from games.vocabulary import closing, section

EXAMPLES: tuple[Event, ...] = (
    e.MatchCreated(sides={"guards": ("p-1",), "intruders": ("p-2",)}),
    e.TurnSummarised(
        turn=3,
        alert_end=3,
        cards_alert=1,
        cards_action=2,
        killed=1,
        wounds={"ninja": 1},
        missions_completed=("traitor",),
        searches={"traitor": 2},
    ),
    e.ResultReported(
        last_turn=14,
        intruders={"ninja": e.Fared(mission_done=True, left=True), "traitor": e.Fared(deaths=(6, 12))},
        winner="draw",
    ),
    e.MatchConceded(side="intruders"),
    e.GameEnded(reason="no_intruders", result="draw"),
    f.SeedCommitted(seed="11" * 32),
    f.MissionsDrawn(letters={"ninja": "B", "traitor": "D"}),
    f.CharacterChosen(character="traitor"),
    f.HandChosen(hand="ninja", size=8, cards=suggested("ninja")),
    f.GuardsDeployed(
        sentries=("F1", "B2", "J6", "D5", "H3", "C3", "I5", "F7"),
        patrols=(f.Patrol("G2", "H2"), f.Patrol("D6", "E6"), f.Patrol("I6", "H6")),
    ),
    f.GuardMapMarked(
        marks=f.Marks(
            sleepers={"D2": 2, "H2": 2, "D6": 2, "H6": 1, "F4": 1},
            targets={"A": "D3", "B": "C4", "C": "E4", "D": "I3", "E": "G4", "F": "H5"},
            traps=("D4", "G5"),
            ambushes=("C5", "I4"),
        )
    ),
    f.IntruderStartMarked(intruder="ninja", zone="A3"),
    f.PassageMarked(entrance="B5", other="J3"),
    f.SetupCompleted(),
    f.TurnStarted(turn=2),
    f.GuardCardsDrawn(count=2, cards={"kenjutsu": 1, "awaken": 1}),
    f.DrawnCardsShared(
        counts={"guard_a": 2, "guard_b": 1}, shares={"guard_a": {"kenjutsu": 2}, "guard_b": {"awaken": 1}}
    ),
    f.WoundCardsReturned(counts={"guard_a": 2}),
    f.PhaseStarted(phase="guard_action"),
    f.GuardCardPlayed(card="sentry_listen", guard="g2"),
    f.FreeListenOrdered(patrol="P1"),
    f.ListenAnswered(heard=True),
    f.GuardsMoved(guards=("g3", "g4"), path=("H2", "I2"), cause="patrol", facing="J2"),
    f.MovementCleared(),
    f.GuardAwakened(zone="F4", guard="g15"),
    f.GuardSobered(guard="g2"),
    f.PatrolReformed(patrol="P4", guards=("g2", "g5"), facing="C2"),
    f.AlertRecorded(level=2),
    f.IntruderDetected(intruder="traitor", zone="J4", cause="guard_entered"),
    f.PassageDiscovered(zone="B5"),
    f.GuardAttacked(guard="g2", intruder="ninja"),
    f.IntruderDied(intruder="traitor"),
    f.IntruderRespawned(
        intruder="traitor",
        size=5,
        zone="J4",
        cards={"rope": 1, "potent_sake": 2, "kenjutsu": 2},
        mission="E",
    ),
    f.RespawnBonusTaken(count=2, sleepers=3, cards={"kenjutsu": 2}, zones={"D2": 2, "H2": 1}),
    f.IntruderCardPlayed(
        intruder="ninja", card="rope", use=f.CardSecret(bluff=False, edge=("A3", "B3"), zone=None)
    ),
    f.GuardNeutralised(intruder="ninja", guard="g2", by="shuriken", from_zone="B3"),
    f.IntruderHidden(intruder="ninja"),
    f.PassageEntered(intruder="traitor", entrance="J3"),
    f.PassageLeft(intruder="traitor", entrance="B5"),
    f.IntruderLeftMap(intruder="ninja"),
    f.IntruderMoved(intruder="ninja", start="A3", steps=(f.Step(to="B3", via="rope", after=1),)),
    f.IntruderPassed(intruder="traitor"),
    f.ZonesSearched(intruder="ninja", zones=("C4", "C5")),
    f.SearchAnswered(
        results=(f.Found(zone="C4", found="target", letter="B"), f.Found(zone="C5", found="ambush"))
    ),
    f.MissionCompleted(intruder="ninja", letter="B"),
    f.HazardWaived(zone="C5"),
    f.HazardResolved(zone="C5", hazard="ambush", outcome="guard_placed", guard="g15"),
    f.TurnEnded(turn=3),
    f.SecretRevealed(
        side="intruders", number=1, value={"letters": {"ninja": "B", "traitor": "D"}}, salt="5a" * 16
    ),
)


def vocabulary() -> str:
    """The page of events: every event, what it says, and one line of a log."""
    return "\n".join(
        [*_head(), *(line for example in EXAMPLES for line in section(example)), *closing(EXAMPLES)]
    )


def _head() -> Iterator[str]:
    yield "# Events of Ninja: Legend of the Scorpion Clan"
    yield ""
    yield "Every event of a match told by its result, turn by turn or action by action, each with one line as a"
    yield "client sends it. Zones are those of the board that the match pins, guards are `g1`, `g2`, ... in the order"
    yield "in which they came. A secret field is told to its side alone: everybody else sees a commitment, until the"
    yield "match is over and both sides have confirmed the result."
    yield ""


assert {type(example) for example in EXAMPLES} == {*e.EVENT_TYPES, *f.EVENT_TYPES}
