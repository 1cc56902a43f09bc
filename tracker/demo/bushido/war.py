"""The campaign of the demo: three warbands of Bushido at war for the river, a cycle over, one aftermath still open.

Called by `tracker.demo.bushido`.
"""

from __future__ import annotations

from typing import NamedTuple
from uuid import UUID

from games.campaigns import Told
from tracker import commands, selectors
from tracker.after import follow_up
from tracker.identity import Identity
from tracker.rulesets.chronicle.templates import templates

NAME = "War for the river (demo)"
ROSTERS = (
    ("Anna", "Temple of Ro-Kan", ("Ekusa", "Riku", "Aiko")),
    ("Боян", "Волна Рё", ("Такэси", "Нобу", "Кэн")),
    ("Chiara", "Ito Clan", ("Sukochi", "Mizuki", "Akimoto")),
)


class Battle(NamedTuple):
    """Two rosters, who won, what for, and who fell to whom."""

    one: int
    two: int
    won: str
    stake: str
    fallen: tuple[tuple[str, str, str], ...] = ()
    is_open: bool = False


BATTLES = (
    Battle(1, 2, "a", "mill", (("r2", "f1", "r1/f2"), ("r2", "f3", "r1/f1"))),
    Battle(2, 3, "a", "ford", (("r3", "f2", "r2/f2"),)),
    Battle(1, 3, "b", "mill", (("r1", "f3", "r3/f1"),)),
    Battle(2, 1, "a", "shrine", is_open=True),
)
CLOSES_AFTER = 3


def play_war(identity: Identity) -> UUID:
    """Makes the campaign and plays it."""
    rules = templates()["river-war"].replace(
        'system = "bushido"\n', 'system = "bushido"\noptions = { detail = "summary" }\n'
    )
    war = commands.create_chronicle(identity, name=NAME, definition=rules)
    for player, name, fighters in ROSTERS:
        named = [(f"f{number}", fighter) for number, fighter in enumerate(fighters, start=1)]
        commands.enter_roster(identity, war, new_player=player, name=name, fighters=named)
    for number, battle in enumerate(BATTLES, start=1):
        _fight(identity, war, battle)
        if number == CLOSES_AFTER:
            commands.close_cycle(identity, war, 1)
    follow_up.catch_up()
    return war


def _fight(identity: Identity, war: UUID, battle: Battle) -> None:
    rosters = (f"r{battle.one}", f"r{battle.two}")
    match = commands.link_match(identity, war, rosters, stake=battle.stake)
    scenario = {"scenario": "idols", "method": "organiser"}
    loser = "b" if battle.won == "a" else "a"
    result = {"last_turn": 0, "reason": "conceded", "vp": {"a": 0, "b": 0}, "by_side": loser}
    commands.append(identity, match, [{"type": "scenario_selected", "data": scenario}])
    commands.report_match(identity, match, result, type_="match_result_recorded")
    follow_up.catch_up()
    found = selectors.chronicle(war)
    assert found is not None
    link = next(key for key, one in found.state.links.items() if one.match == str(match))
    for roster in rosters if not battle.is_open else ():
        own = [one for one in battle.fallen if one[0] == roster]
        told = [
            Told(
                fact="model_removed",
                key=f"{roster}/{fighter}",
                of=f"{roster}/{fighter}",
                values={"by": by},
                stated=True,
            )
            for _roster, fighter, by in own
        ]
        commands.state_facts(identity, war, link, roster, told)
        commands.roll_dice(identity, war, link, roster)
        commands.sign_aftermath(identity, war, link, roster)
