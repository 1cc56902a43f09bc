"""A scheme that scores on the pad: in one step with what makes it public first, where it is still secret.

At full detail at every moment (LB-SCH-03, LB-UNIQ-06); by turns a report reveals (`taps.py`), and after the last turn
one form of all schemes of a side (`end_taps.py`), both in the rows of this file. Called through the game's faces.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any, NamedTuple

from msgspec.structs import replace

from games.last_battle.chapters.reveal import (
    HIDDEN,
    names_leader,
    on_scheme_note_published,
    on_scheme_revealed,
    reveal_of,
)
from games.last_battle.events import SchemeRevealed
from games.last_battle.facts import LIMITS
from games.last_battle.full.schemes.claim_worth import amount_of, moment_of
from games.last_battle.state import Held, LastBattleState, Squad
from games.lines import Line
from games.ruleset import Event, NextEvent
from games.taps import Called, Group, Numbers

EVERY_NUMBER = tuple(range(LIMITS.scheme_vp + 1))
OPENING = ("scheme_revealed", "scheme_note_published")
SCORED = "scheme_scored"
AT_ONCE = "at_once"
STEPS = ("claim", "secret", "reveals_only")
AT_THE_END = "award"
"""The step of all schemes of a side, after the last turn of a match that is logged by turns."""


class Claim(NamedTuple):
    """A scheme that may score in a report or at the end, and by which numbers; `key`: of its row."""

    squad: Squad
    held: Held
    numbers: tuple[int, ...]

    @property
    def key(self) -> str:
        return f"vp:{self.squad.player}:{self.held.scheme}"

    @property
    def opening(self) -> Event | None:
        """LB-SCH-03, LB-UNIQ-06: what makes the scheme public exactly as it was recorded, where it is not yet."""
        secret = not self.held.public or names_leader(self.held)
        return reveal_of(self.squad, self.held) if secret else None


def group_of_secret(claim: Claim, row: Numbers, named: bool, since: int = 0) -> Group:
    """A scheme that only its owner and staff see; `named`: with its owner."""
    return Group(
        legend=Line("secret_scheme") if named else Line("my_secret_scheme"),
        beside=Called("player", claim.squad.player) if named else None,
        secret=Called("scheme", claim.held.scheme),
        rows=(covered(row),),
        since=since,
    )


def covered(row: Numbers) -> Numbers:
    """LB-HID-01: others see the screen too, and which numbers a secret scheme can give tells which it is: any number
    may be tapped, and what the scheme cannot give is refused without its name."""
    legal = (0, *row.numbers)
    return replace(row, numbers=EVERY_NUMBER, legal=legal, refusal=Line("cannot_give"))


def step_of(state: LastBattleState, told: NextEvent) -> str | None:
    """The step of a scheme's reveal, of its leader's name, or of its points; None for another event.

    Whoever has to name the noted Leader first scores with that, and not without it.
    """
    if told.type not in (*OPENING, SCORED):
        return None
    if state.full is None:
        return AT_THE_END if state.phase == "end" else told.type
    held = _held(state, told)
    if told.type == "scheme_revealed":
        return "reveals_only" if held is not None and held.scheme == HIDDEN else "secret"
    return "" if told.type == SCORED and held is not None and names_leader(held) else "claim"


def _held(state: LastBattleState, told: NextEvent) -> Held | None:
    return state.squads[told.choices["player"][0]].held(told.choices["scheme"][0])


def joined(state: LastBattleState, told: NextEvent) -> tuple[NextEvent, ...]:
    """The points that come with what makes a scheme public. LB-COMM-11: Hidden Secrets scores later."""
    held = _held(state, told) if told.type in OPENING else None
    if held is None or step_of(state, told) not in STEPS or (not held.public and held.scheme == HIDDEN):
        return ()
    player = told.choices["player"][0]
    choices = {"player": (player,), "scheme": (held.scheme,)}
    return (NextEvent(type=SCORED, players=told.players, choices=choices),)


def passes(state: LastBattleState, told: NextEvent) -> bool:
    """Whether the moment of a reveal or a claim at full detail ends with the next action or step of the turn."""
    player, scheme = told.choices["player"][0], told.choices["scheme"][0]
    return (told.type != SCORED and scheme == HIDDEN) or moment_of(state, player, scheme) == AT_ONCE


def fills(state: LastBattleState, told: NextEvent) -> dict[str, Any]:
    """At full detail the moment at which the scheme can score now, and what its facts come to once it is open; only
    where they leave the number open, the owner says it."""
    player, scheme = told.choices["player"][0], told.choices["scheme"][0]
    moment = moment_of(state, player, scheme)

    def amount(data: Mapping[str, Any]) -> int:
        facts = data.get("facts") or {}
        return data.get("amount") or amount_of(_opened(state, player, scheme), player, scheme, moment, facts)

    return {"moment": moment, "amount": amount}


def _opened(state: LastBattleState, player: str, scheme: str) -> LastBattleState:
    """The match with the scheme public as it was recorded, as it is when it scores."""
    squad = state.squads[player]
    held = squad.held(scheme)
    secret = held is not None and (not held.public or names_leader(held))
    event = reveal_of(squad, held) if held is not None and secret else None
    if isinstance(event, SchemeRevealed):
        return on_scheme_revealed(state, event)
    return state if event is None else on_scheme_note_published(state, event)
