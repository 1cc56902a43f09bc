"""Teams of the core box, taken by one tap where teams are made by agreement. Called by `faces.py`."""

from __future__ import annotations

from games.faces import Ready
from games.rulebook import Text
from games.ruleset import NextEvent
from games.super_fantasy_brawl.chapters.selection import check_side
from games.super_fantasy_brawl.facts import CHAMPIONS
from games.super_fantasy_brawl.state import SfbState, mode_of


def ready(state: SfbState, told: NextEvent) -> tuple[Ready, ...]:
    """The champions of the core box in teams, in the order of the book; none that the other side bars (SFB-ROSTER-04),
    and none where the champions are those of an edition or were registered."""
    if told.type != "roster_confirmed" or state.full is not None or not told.players:
        return ()
    (player,) = told.players
    if state.draft.registered.get(player):
        return ()
    size, slugs = mode_of(state).team, list(CHAMPIONS)
    teams = [slugs[first : first + size] for first in range(0, len(slugs) - size + 1, size)]
    free = [team for team in teams if not any(list(check_side(state, player, one)) for one in team)]
    return tuple(
        Ready(key=str(number), name=_names(team), about=Text("", ""), data={"champions": team})
        for number, team in enumerate(free, start=1)
    )


def _names(team: list[str]) -> Text:
    names = [CHAMPIONS[slug].name for slug in team]
    return Text(", ".join(one.en for one in names), ", ".join(one.ru for one in names))
