"""Senjutsu as the tracker asks for it. Named in `games.registry`."""

from __future__ import annotations

from games.senjutsu import opening
from games.senjutsu.cards import parse_cards
from games.senjutsu.facts import BATTLEFIELDS
from games.senjutsu.ladder_book import LADDER
from games.senjutsu.roster import Body
from games.senjutsu.rules import Senjutsu
from games.senjutsu.run_log import run_events
from games.system import Examples, Simulation, System


def _simulation() -> Simulation:
    from games.senjutsu import simulate

    return simulate


def _examples() -> Examples:
    from games.senjutsu import examples

    return examples


RULES = Senjutsu()

SYSTEM = System(
    key="senjutsu",
    rules=RULES,
    tables=opening.TABLES,
    open_table=opening.open_table,
    bring_list=opening.bring_list,
    roster_kind="deck",
    roster_body=Body,
    parse_cards=parse_cards,
    simulation=_simulation,
    examples=_examples,
    scenarios=BATTLEFIELDS,
    ladder=LADDER,
    run_events=run_events,
)
