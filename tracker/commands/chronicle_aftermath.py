"""After the battle: dice from the committed seed or from the table, choices, facts, signatures, and the shop."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any
from uuid import UUID

from django.utils.translation import gettext as _

from games.ruleset import SYSTEM
from tracker.commands.chronicle_streams import (
    log_one,
    named,
    own_state,
    player_of,
    secret,
    short,
    state_of,
)
from tracker.commands.clocks import now_after
from tracker.handle import Answer, Command, handle
from tracker.identity import Identity
from tracker.ids import uuid7
from tracker.inputs import BadInput
from tracker.rulesets.chronicle import dice
from tracker.rulesets.chronicle import events as ev
from tracker.rulesets.chronicle.derive import derive
from tracker.rulesets.chronicle.world import OpenStep


def roll_dice(identity: Identity, stream: UUID, link: str, roster: str, *, effect: str | None = None) -> int:
    """Rolls the dice of one effect, or of all that a match asks of a roster, out of the committed seed.

    Returns how many of them the server has rolled, so that a doubled tap has the same answer. What is rolled twice fell
    the same way, and stands once.
    """
    state = own_state(identity, stream, roster)
    while step := _next_die(derive(state), link, roster, effect):
        table = state.rules_in(step.term).tables[step.table]
        fell = dice.fallen(secret(stream, state.commitment), step.id, table.count, table.faces)
        rolled = ev.DieRolled(effect=step.id, fell=fell, server=True)
        handle(Command(stream=stream, actor=SYSTEM, events=(rolled,), key=f"die:{step.id}"[:128]))
        state = state_of(stream)
    fallen = (line for line in derive(state).lines if line.verb == "fell" and line.roster == roster)
    done = [line.id.removesuffix("/fell") for line in fallen if line.slot == link]
    return sum(one in state.rolled for one in done if effect in (None, one))


def _next_die(world: Any, link: str, roster: str, effect: str | None) -> OpenStep | None:
    found = (one for one in world.steps_of(link, roster) if one.kind == "die")
    return next((one for one in found if effect in (None, one.id)), None)


def type_die(
    identity: Identity, stream: UUID, roster: str, effect: str, fell: Sequence[int], *, key: str | None = None
) -> Answer:
    """Dice that somebody rolled at the table."""
    event = ev.DieRolled(effect=effect, fell=tuple(fell))
    return log_one(identity, stream, event, player=player_of(state_of(stream), roster), key=key)


def choose_row(
    identity: Identity, stream: UUID, roster: str, effect: str, row: str, *, key: str | None = None
) -> Answer:
    """A row of a table without dice."""
    event = ev.Chosen(effect=effect, row=row)
    return log_one(identity, stream, event, player=player_of(state_of(stream), roster), key=key)


def state_facts(
    identity: Identity, stream: UUID, link: str, roster: str, facts: Sequence[Any], *, key: str | None = None
) -> Answer:
    """What the log of a match leaves out, as the player tells it."""
    event = ev.Stated(link=link, roster=roster, facts=tuple(facts))
    return log_one(identity, stream, event, player=player_of(state_of(stream), roster), key=key)


def sign_aftermath(
    identity: Identity, stream: UUID, link: str, roster: str, *, key: str | None = None
) -> Answer:
    """Everything that the match asked of the roster is done; its next match may be opened."""
    event = ev.Signed(link=link, roster=roster)
    return log_one(identity, stream, event, player=player_of(state_of(stream), roster), key=key)


def buy_item(
    identity: Identity,
    stream: UUID,
    roster: str,
    item: str,
    *,
    fighter: str = "",
    recruit: tuple[str, str] | None = None,
    key: str | None = None,
) -> Answer:
    """Something out of the shop."""
    state = state_of(stream)
    event = ev.Bought(
        id=f"buy-{short(key) if key else uuid7().hex[-12:]}",
        roster=roster,
        item=item,
        at=now_after(state.last),
        fighter=fighter,
        recruit=named(*recruit) if recruit else None,
    )
    return log_one(identity, stream, event, player=player_of(state, roster), key=key)


def write_note(
    identity: Identity, stream: UUID, roster: str, text: str, *, fighter: str = "", key: str | None = None
) -> Answer:
    """Somebody's own words in the story."""
    state = state_of(stream)
    if not 1 <= len(text.strip()) <= 500:
        raise BadInput("text", _("1 to 500 characters"))
    id_ = f"note-{short(key) if key else uuid7().hex[-12:]}"
    event = ev.NoteWritten(
        id=id_, roster=roster, text=text.strip(), fighter=fighter, at=now_after(state.last)
    )
    return log_one(identity, stream, event, player=player_of(state, roster), key=key)
