"""The event day of the demo: five linked tables in the middle of the battle, played by `simulate`.

One table is done and its fates are told, three play, one still hires; cards have arrived, are on their way, and wait to
be sent. Called by `tracker.demo.last_battle`.
"""

from __future__ import annotations

from uuid import UUID

from games.last_battle.events import SquadHired
from games.last_battle.figures import Figure
from tracker import commands, warm
from tracker.after import follow_up
from tracker.commands import NewPlayer
from tracker.demo.last_battle.figures import DAY_LEADERS, DAY_NAMES, FIGURES
from tracker.demo.last_battle.table import muster, play_turns
from tracker.demo.people import CLUBS
from tracker.demo.table import confirm
from tracker.identity import Identity
from tracker.rulesets.campaign.state import CampaignState

NAME = "The Last Battle (demo)"
SEED = 11
TO_THE_END = -1
TURNS = {"sea": TO_THE_END, "dungeon": 4, "heaven": 4, "camp": 3, "serpent": 0}
"""How many turns each table has played."""
CARDS = (
    ("M-fool", "sea", "serpent", "heaven"),
    ("M-devil", "dungeon", "alliance", "camp"),
    ("M-tower", "sea", "alliance", "serpent"),
    ("M-magician", "dungeon", "serpent", None),
)
"""Card, where and by whom it was earned, where it was sent."""


def play_day(identity: Identity) -> UUID:
    """Makes the day and plays it up to the middle."""
    day = commands.create_campaign(identity, name=NAME, options={"scheme_draw_count": 3})
    people = [NewPlayer(name, CLUBS[number % len(CLUBS)]) for number, name in enumerate(DAY_NAMES)]
    players = [player.id for player in commands.register_players(identity, day, people)]
    for number, table in enumerate(TURNS):
        four = players[number * 4 : number * 4 + 4]
        commands.add_table(
            identity, day, battlefield=table, sides={"serpent": four[:2], "alliance": four[2:]}
        )
    commands.check_in_all(identity, day)
    commands.start_day(identity, day)
    follow_up.catch_up()
    _pass_cards(identity, day)
    for number, (table, turns) in enumerate(TURNS.items()):
        if turns:
            _play(_match(day, table), number, turns)
    follow_up.catch_up()
    _publish(identity, day, "sea")
    follow_up.catch_up()
    return day


def _state(day: UUID) -> CampaignState:
    state: CampaignState = warm.current(day).state
    return state


def _match(day: UUID, table: str) -> UUID:
    return UUID(_state(day).tables[table].match)


def _play(match: UUID, number: int, turns: int) -> None:
    """Its players hire, and play their part of the match."""
    squads = warm.current(match).state.play.squads
    hired = {player: _squad(player, number * 4 + seat) for seat, player in enumerate(squads)}
    muster(match, hired)
    play_turns(match, SEED + number, turns)
    if turns == TO_THE_END:
        confirm(match)


def _squad(player: str, number: int) -> SquadHired:
    """A leader that nobody else has, and three figures."""
    chosen = [FIGURES[(number + step * 3) % len(FIGURES)] for step in range(3)]
    figures = tuple(Figure(name, cost=cost, size=size, traits=()) for name, cost, size in chosen)
    return SquadHired(player=player, leader=DAY_LEADERS[number], figures=figures)


def _pass_cards(identity: Identity, day: UUID) -> None:
    """Entered and sent at once: they come to the tables as soon as these can take them."""
    for card, source, side, target in CARDS:
        commands.create_arcanum(identity, day, arcana=card, table=source, side=side)
        if target is not None:
            commands.grant_arcanum(identity, day, arcana=card, table=target)


def _publish(identity: Identity, day: UUID, table: str) -> None:
    """Help came in time for every second figure."""
    dead = [one.told for one in _state(day).tables[table].fallen if one.died]
    fates = [
        {"figure": told.figure, "owner": told.owner, "number": told.number, "fate": ("saved", "lost")[at % 2]}
        for at, told in enumerate(dead)
    ]
    commands.publish_fates(identity, day, {table: fates})
