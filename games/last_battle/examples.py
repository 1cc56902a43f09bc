"""One example of every event, and the vocabulary page that is made of them.

`docs/events/last_battle.md` is `vocabulary()`; a test asserts that it is current. Used by docs, tests and the API.
"""

from __future__ import annotations

import re
from collections.abc import Iterator

import msgspec

from games.last_battle.events import (
    EVENT_TYPES,
    Casualty,
    FatesPublished,
    Figure,
    FigureFate,
    FigureFellElsewhere,
    FiguresHiredElsewhere,
    GameEnded,
    MatchConceded,
    MatchReported,
    Note,
    PlayStopped,
    Prolong,
    SchemeChosen,
    SchemeNoted,
    SchemeNotePublished,
    SchemeResult,
    SchemeRevealed,
    SchemeScored,
    SchemesDealt,
    SchemeShared,
    SerpentSchemesPreset,
    SquadHired,
    StrategyScored,
    TableOpened,
    TurnReported,
)
from games.last_battle.full import told
from games.last_battle.full.examples import FULL_EXAMPLES
from games.last_battle.full.told import FACTS_OF, Fact
from games.ruleset import Event
from games.vocabulary import closing, section

PARTS = re.compile(r"told\.(\w+)")

EXAMPLES: tuple[Event, ...] = (
    TableOpened(
        battlefield="serpent",
        sides={"serpent": ("p-1",), "alliance": ("p-2", "p-3")},
        scheme_draw_count=3,
    ),
    SchemesDealt(player="p-2", schemes=("trap", "scapegoat", "vendetta")),
    SchemeChosen(player="p-2", scheme="scapegoat"),
    SchemeShared(from_player="p-2", to_player="p-3"),
    SerpentSchemesPreset(squad="p-1", schemes=("gravediggers", "trap")),
    SquadHired(
        player="p-2",
        leader="gaspar",
        figures=(
            Figure("gaspar", cost=12, size=2, unique=True, traits=("Leader",)),
            Figure("guard", cost=4, size=2),
        ),
    ),
    SchemeNoted(
        player="p-1",
        scheme="gravediggers",
        own_figures=(),
        enemy_figures=(),
        more=(Note("trap", enemy_figures=("gaspar",)),),
    ),
    SchemeRevealed(player="p-2", scheme="scapegoat", own_figures=("guard",)),
    SchemeNotePublished(player="p-3", scheme="elimination_of_leaders", note="serpent-king"),
    TurnReported(
        turn=5,
        strategy={"serpent": 1, "alliance": 0},
        schemes={"p-2": 2, "p-1": {"gravediggers": 1}},
        casualties=(Casualty("guard", owner="p-2", by="cultist", by_owner="p-1"),),
        first_side="serpent",
        prolong=Prolong("serpent", "S-12", True),
    ),
    PlayStopped(reason="the hall closes"),
    StrategyScored(serpent=1, alliance=0),
    SchemeScored(
        player="p-2",
        scheme="trap",
        amount=2,
        moment="turn_end",
        facts={"markers": [{"marker": "m-1", "cm": 9.5}, {"marker": "m-4", "cm": 10.0}]},
    ),
    GameEnded(serpent_vp=4, alliance_vp=4, result="draw"),
    MatchReported(
        turns=5,
        strategy={"serpent": 2, "alliance": 1},
        schemes=(SchemeResult("p-1", 1, "gravediggers"), SchemeResult("p-2", 3, "loophole")),
        result="alliance",
    ),
    MatchConceded(side="alliance"),
    FatesPublished(figures=(FigureFate("guard", "saved", owner="p-2"),)),
    FigureFellElsewhere(figure_id="gaspar", table="camp"),
    FiguresHiredElsewhere(figures=("konstantin", "mechanika"), table="sea"),
    *FULL_EXAMPLES,
)


def vocabulary() -> str:
    """The page `docs/events/last_battle.md`: every event, what it says, its secret fields, and one line of a log."""
    return "\n".join(
        [
            *_head(),
            *(line for example in EXAMPLES for line in section(example)),
            *_facts(),
            *closing(EXAMPLES),
        ]
    )


def _facts() -> Iterator[str]:
    """What `facts` of a strategy or scheme may hold."""
    yield "## Facts of `strategy_scored` and `scheme_scored`"
    yield ""
    yield "At full detail the VP follow from the log and from these facts (LB-FACT-01 to -03). Distances are in cm with"
    yield "one decimal; what is left out or null was not measured: the event is then accepted and marked as unverified."
    yield "`event` names the figure (or compromat marker) of the event that earned the VP."
    yield ""
    for mission, struct in FACTS_OF.items():
        yield f"- `{mission}`: {_shape(struct)}"
    yield ""


def _shape(struct: type[Fact]) -> str:
    """The fields of a struct of facts, those of its parts in braces."""
    fields = [_field(field) for field in msgspec.structs.fields(struct)]
    return ", ".join(fields) or "none: the log holds all that matters"


def _field(field: msgspec.structs.FieldInfo) -> str:
    part = PARTS.search(str(field.type))
    struct = getattr(told, part[1]) if part else None
    return f"`{field.name}` [{{{_shape(struct)}}}]" if struct else f"`{field.name}`"


def _head() -> Iterator[str]:
    yield "# Events of Last Battle"
    yield ""
    yield "Every event of a match, in the order in which a match meets them, each with one line as a client sends it."
    yield "After `fates_published` follow the events of full detail: single activations, actions, cards and markers."
    yield "A secret field is told to its side alone: everybody else sees a commitment until the rules reveal it."
    yield "Rule IDs are those of `manage.py rules last_battle`; JSON Schemas: `docs/schema/last_battle.json`."
    yield ""


assert {type(example) for example in EXAMPLES} == set(EVENT_TYPES)
