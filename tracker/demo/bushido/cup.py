"""A Masters tournament of Bushido for the demo: eight warbands of the sample faction, turn by turn.

One round is over, in the second one table is still playing. Called by `tracker.demo.bushido`.
"""

from __future__ import annotations

import json
import math
from itertools import groupby
from random import Random
from typing import Any
from uuid import UUID

from games.bushido.play.simulate import play_out
from games.bushido.roster.builder import changed, sheet, told
from games.bushido.sample import CARDS, FACTION
from games.registry import MATCHES
from games.ruleset import Roster
from tracker import commands, selectors, warm
from tracker.after import follow_up
from tracker.commands import NewPlayer
from tracker.commands.rosters import staff_roster
from tracker.demo.people import CLUBS, NAMES
from tracker.demo.table import confirm
from tracker.handle import Command, handle
from tracker.identity import Identity

NAME, EDITION = "Lantern Masters (demo)", "lantern-court"
ROUNDS, PLAYERS, SEED = 2, 8, 41
SHARE = 0.5
"""So much of the last table is played."""


def play_cup(identity: Identity) -> UUID:
    """The tournament, with lists handed in, open and judged by its terms."""
    text = json.dumps(CARDS)
    commands.import_edition(
        identity, system="bushido", key=EDITION, name=f"{FACTION} (sample)", text=text, format="json"
    )
    event = commands.create_tournament(identity, name=NAME, preset="bushido_masters")
    people = [NewPlayer(name, CLUBS[at % len(CLUBS)]) for at, name in enumerate(NAMES[:PLAYERS])]
    for at, player in enumerate(commands.register_players(identity, event, people)):
        commands.check_in(identity, event, player=player.id)
        commands.submit_list(identity, event, player=player.id, revision=staff_roster(player, warband(at)))
    commands.lock_lists(identity, event)
    for number in range(1, ROUNDS + 1):
        _play_round(identity, event, number, last=number == ROUNDS)
    return event


def warband(seed: int) -> Roster:
    """A legal warband of the sample, as somebody taps it together, with little rice left."""
    rng = Random(SEED + seed)
    body: dict[str, Any] = told({}, {"pick-faction": FACTION})
    offers = [one.id for one in sheet(body, CARDS).offers]
    for card in (*rng.sample(offers, len(offers)), *rng.sample(offers, len(offers))):
        more = changed(body, f"add:list:{card}", CARDS)
        body = more if _is_legal(more) else body
    return Roster(system="bushido", kind="warband", name=f"Warband {seed + 1}", edition=EDITION, body=body)


def _is_legal(body: dict[str, Any]) -> bool:
    roster = Roster(system="bushido", kind="warband", name="?", edition=EDITION, body=body)
    return MATCHES["bushido"].check_roster(roster, CARDS).ok


def _play_round(identity: Identity, event: UUID, number: int, last: bool) -> None:
    commands.draw_round(identity, event, seed=f"lanterns-{number}", reason="a demonstration")
    commands.publish_round(identity, event, round=number)
    commands.start_round(identity, event, round=number)
    follow_up.catch_up()
    rows = list(selectors.matches_of(event, number))
    for at, row in enumerate(rows):
        open_ = last and at == len(rows) - 1
        logged = play_out(warm.current(row.stream_id).state.play, SEED + 10 * number + at)
        told_now = logged[: math.ceil(len(logged) * (SHARE if open_ else 1))]
        for actor, run in groupby(told_now, key=lambda one: one[1]):
            events = tuple(one for one, _actor in run)
            handle(Command(stream=row.stream_id, actor=actor, events=events))
        if not open_:
            confirm(row.stream_id)
    follow_up.catch_up()
    if not last:
        commands.close_round(identity, event, round=number)
