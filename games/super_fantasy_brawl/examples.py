"""One example of every event, and the vocabulary page that is made of them.

`docs/events/super_fantasy_brawl.md` is `vocabulary()`; a test asserts that it is current. Used by docs, tests and the
API.
"""

from __future__ import annotations

from collections.abc import Iterator

from games.ruleset import Event
from games.super_fantasy_brawl import events as e
from games.super_fantasy_brawl.full.examples import FULL_EXAMPLES
from games.super_fantasy_brawl.full.table import EVENT_TYPES
from games.vocabulary import closing, section

EXAMPLES: tuple[Event, ...] = (
    e.MatchCreated(mode="duel", sides={"red": ("p-1",), "blue": ("p-2",)}, track=(0, 1, 1, 2)),
    e.FirstPlayerDetermined(player="p-1"),
    e.TurnOrderSet(order=("p-1", "p-2", "p-3", "p-4")),
    e.PoolRegistered(player="p-1", champions=("goldarr", "gwaien", "kilgore", "deryn", "dougrun")),
    e.SelectionMethodChosen(method="tournament_draft"),
    e.DraftPoolSet(player="p-1", champions=("goldarr", "gwaien", "kilgore", "deryn", "dougrun")),
    e.ChampionBanned(by="p-2", owner="p-1", champion="gwaien"),
    e.ChampionPicked(player="p-1", champion="goldarr"),
    e.RosterConfirmed(player="p-1", champions=("goldarr", "kilgore", "deryn")),
    e.ChallengeCardLaid(cell=0, card="t_centre"),
    e.TurnRecorded(
        round=2,
        player="p-1",
        challenges=(e.Claimed(cell=1, vp=1),),
        knockouts=(e.Knockout(champion="blue:tsu_xiao", by="red:goldarr"),),
        levelled_up=("red:goldarr",),
        vp_after={"red": 2, "blue": 0},
    ),
    e.RoundRecorded(round=2, track=("?", None, "?", None), deck_left=8),
    e.MatchResultRecorded(
        winner="red",
        vp={"red": 5, "blue": 3},
        challenge_vp={"red": 3, "blue": 2},
        knockout_vp={"red": 2, "blue": 1},
        rounds=6,
    ),
    e.GameEnded(winner="red", vp={"red": 5, "blue": 3}),
    e.MatchConceded(side="blue"),
    e.RulingRecorded(organiser="judge-1", note="The arena's corner is no cell.", rule="SFB-HEX-01"),
    *FULL_EXAMPLES,
)


def vocabulary() -> str:
    """The page `docs/events/super_fantasy_brawl.md`: every event, what it says, and one line of a log."""
    return "\n".join(
        [*_head(), *(line for example in EXAMPLES for line in section(example)), *closing(EXAMPLES)]
    )


def _head() -> Iterator[str]:
    yield "# Events of Super Fantasy Brawl"
    yield ""
    yield "Every event of a match, each with one line as a client sends it: first what every level of detail has, then,"
    yield "from `zone_chosen` on, what full detail adds; from `action_card_played` on, what happens inside an action."
    yield "A champion is named by its slug until the teams are made, from then on by its figure, `side:slug`."
    yield "A secret field is told to its side alone: everybody else sees a commitment until the rules reveal it."
    yield "Rule IDs are those of `manage.py rules super_fantasy_brawl`; JSON Schemas:"
    yield "`docs/schema/super_fantasy_brawl.json`."
    yield ""


assert {type(example) for example in EXAMPLES} == {*e.EVENT_TYPES, *EVENT_TYPES}
