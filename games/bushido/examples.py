"""One example of every event, and the vocabulary page that is made of them. Used by docs, tests and the API."""

from __future__ import annotations

from collections.abc import Iterator

from games.bushido import events as e
from games.bushido.full.examples import TABLE_EXAMPLES
from games.bushido.rules import Bushido
from games.ruleset import Event
from games.vocabulary import closing, section

EXAMPLES: tuple[Event, ...] = (
    e.MatchCreated(sides={"red": ("p-1",), "blue": ("p-2",)}, rice_limit=100),
    e.WarbandRegistered(
        player="p-1",
        faction="Cult of Yurei",
        models=(
            e.Model(id="kaihime", unique=True, animal=False, rice=14),
            e.Model(id="kairai", card="kairai"),
        ),
    ),
    e.ScenarioSelected(scenario="muzukashi", deployment="baseline", vim="hidden"),
    e.ObjectivesPlaced(near="red", base_mm=30),
    e.VimAssigned(side="red", model="red:kaihime"),
    e.VimRevealed(side="red", model="red:kaihime", inches=4.5),
    e.FlankPlanRecorded(side="red", model="red:kairai", turn=3, edge="east"),
    e.FlankRevealed(side="red", model="red:kairai", turn=3, edge="east"),
    e.TurnRecorded(
        turn=3,
        first_side="blue",
        pass_tokens={"red": 0, "blue": 1},
        prayers=(e.Prayer(side="red", objective="neutral_left", alignment="neutral", model="red:kaihime"),),
        alignment={"far_left": "red"},
        casualties=(e.Casualty(model="blue:ashigaru", by="red:kaihime"),),
        awards={"turn_3": "red"},
        removals=(e.Removal(award="turn_3", objective="near_left"),),
        sp_after={"red": 4, "blue": 2},
        vp_after={"red": 1, "blue": 0},
    ),
    e.MatchResultRecorded(
        last_turn=6, reason="last_turn", vp={"red": 2, "blue": 1}, sp={"red": 9, "blue": 7}, winner="red"
    ),
    e.MatchEnded(reason="conceded", by_side="blue"),
    *TABLE_EXAMPLES,
)


def vocabulary() -> str:
    """The page of events: every event, what it says, and one line of a log."""
    return "\n".join(
        [*_head(), *(line for example in EXAMPLES for line in section(example)), *closing(EXAMPLES)]
    )


def _head() -> Iterator[str]:
    yield "# Events of Bushido: Risen Sun"
    yield ""
    yield "Every event of a match told by its result, turn by turn or action by action, each with one line as a client"
    yield "sends it. A model is named by its side and its ID in the warband, `side:id`. What the rules determine may be"
    yield "left out; told, it must agree. A secret field is told to its side alone:"
    yield "everybody else sees a commitment until the rules reveal it."
    yield ""


assert {type(example) for example in EXAMPLES} == set(Bushido.event_types)
