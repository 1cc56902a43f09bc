"""One example of every event, and the vocabulary page that is made of them.

`docs/events/senjutsu.md` is `vocabulary()`; a test asserts that it is current. Used by docs, tests and the API.
"""

from __future__ import annotations

from collections.abc import Iterator

from games.ruleset import Event
from games.senjutsu import events as e
from games.senjutsu.facts import SIGNATURES
from games.senjutsu.full.examples import FULL_EXAMPLES
from games.senjutsu.full.table import EVENT_TYPES
from games.vocabulary import closing, section

EXAMPLES: tuple[Event, ...] = (
    e.MatchCreated(mode="duel", sides={"red": ("p-1",), "blue": ("p-2",)}, format="competitive"),
    e.SideRegistered(
        player="p-1",
        character="student",
        core_card="A-038",
        weapons=("katana",),
        weapon_cards=("A-070",),
        advantage=5,
        hand_limit=5,
        wound_limit=7,
    ),
    e.DeckRegistered(
        player="p-1",
        signature=True,
        cards=dict(SIGNATURES["student"].cards),
        schools=("jade_river",),
        poison_cards=(),
        facts={},
    ),
    e.VoDeckRegistered(
        vo_deck="katana-1",
        vo_type="katana",
        cards=("S-002", "S-014", "S-015", "S-026", "S-027"),
        substitutions=(),
    ),
    e.VoJoined(
        vo="vo-1",
        vo_type="katana",
        wound_limit=7,
        vo_deck="katana-1",
        behaviour="left",
        stance="offensive",
    ),
    e.VoWithdrawn(vo="vo-1"),
    e.TerrainPlaced(object="corpse", hex=(3, 3), start=(3, 4)),
    e.WaveStarted(
        level=1,
        wave=2,
        vos=(
            e.WaveOpponent(vo="k1", slot="k1", hex="A", wound_limit=1, behaviour="left"),
            e.WaveOpponent(vo="k2", slot="k2", hex="D", wound_limit=1, behaviour="right"),
        ),
    ),
    e.TurnRecorded(
        turn=3,
        characters={
            "p-1": e.Turn(wounds=2, bleeding=1, played="A-048", focus=1, hand=5, deck=22, discard=3),
            "p-2": e.Turn(wounds=7, stuns=1, defeated="wounds"),
        },
        opponents={},
    ),
    e.WaveCleared(level=1, wave=2, turn=5),
    e.LevelCompleted(level=1),
    e.RecoveryApplied(
        steps=("cards_returned", "decks_built", "hand_kept", "to_start", "conditions", "discard_pile"),
        stuns_removed=1,
        bleeding_converted=1,
        discard_before=9,
        returned=5,
        discard_after=4,
    ),
    e.LordAttacked(vo="k1", ignored=True),
    e.SideConceded(player="p-2"),
    e.MatchFinished(
        winner="red",
        turns=9,
        defeats=(e.Defeat("p-2", "wounds", 9),),
        finals={"p-1": e.Final(4, 1), "p-2": e.Final(7, 0, 1)},
    ),
    e.MatchAnnulled(reason="The wrong players sat down."),
    *FULL_EXAMPLES,
)


def vocabulary() -> str:
    """The page `docs/events/senjutsu.md`: every event, what it says, its secret fields, and one line of a log."""
    return "\n".join(
        [*_head(), *(line for example in EXAMPLES for line in section(example)), *closing(EXAMPLES)]
    )


def _head() -> Iterator[str]:
    yield "# Events of Senjutsu"
    yield ""
    yield "Every event of a match, in the order in which a match meets them, each with one line as a client sends it:"
    yield "first what every level of detail has, then, from `advantage_set` on, what full detail adds."
    yield "A secret field is told to its side alone: everybody else sees a commitment until the rules reveal it."
    yield "Rule IDs are those of `manage.py rules senjutsu`; JSON Schemas: `docs/schema/senjutsu.json`."
    yield ""


assert {type(example) for example in EXAMPLES} == {*e.EVENT_TYPES, *EVENT_TYPES}
