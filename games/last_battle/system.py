"""Last Battle as the tracker asks for it. Named in `games.registry`."""

from __future__ import annotations

from games.last_battle import links, opening
from games.last_battle.cards import parse_figures
from games.last_battle.facts import BATTLEFIELDS
from games.last_battle.roster import Body
from games.last_battle.rules import LastBattle
from games.system import Examples, PlayOn, Simulation, System


def _simulation() -> Simulation:
    from games.last_battle import simulate

    return simulate


def _examples() -> Examples:
    from games.last_battle import examples

    return examples


def _play_on() -> PlayOn:
    from games.last_battle.simulate import play_out

    return play_out


RULES = LastBattle()

SYSTEM = System(
    key="last_battle",
    rules=RULES,
    tables=opening.TABLES,
    open_table=opening.open_table,
    roster_kind="warband",
    roster_body=Body,
    parse_cards=parse_figures,
    simulation=_simulation,
    examples=_examples,
    scenarios=BATTLEFIELDS,
    event_day=links.event_day,
    play_on=_play_on,
)
