"""Legal twins of a simulated match of Bushido: another VIM, another flank plan, another split of the dice.

See `games.tests.twin_logs`.
"""

from __future__ import annotations

from collections.abc import Iterator
from random import Random
from typing import Any

from msgspec.structs import replace

from games.bushido.chapters.flanks import edges_to_plan
from games.bushido.events import FlankPlanRecorded, VimAssigned, WarbandRegistered
from games.bushido.full.common import side_of_model
from games.bushido.full.events import MeleeDiceCommitted
from games.bushido.full.fighting.exchange import pool, the
from games.bushido.play.simulate import simulate
from games.bushido.scenarios import SCENARIOS
from games.bushido.state import BusState
from games.registry import MATCHES
from games.ruleset import Event
from games.tests import twin_logs
from games.tests.twin_logs import Log

SECRETS: dict[str, type[Event]] = {
    "vim": VimAssigned,
    "flank": FlankPlanRecorded,
    "split": MeleeDiceCommitted,
}
HIDDEN_VIM = tuple(key for key, one in SCENARIOS.items() if "hidden" in one.vim)


def kept(play: BusState) -> set[str]:
    """The commitments of what the other side may not know in this state (BUS-HID-01 to -04)."""
    fight = play.full.exchange if play.full is not None else None
    found = {*(play.full.shut if play.full is not None else ())}
    if fight is not None and len(fight.commits) == 1:
        found |= {one.commitment for one in fight.commits.values()}
    if play.phase in ("setup", "turns", "reveal"):
        found |= {one.commitment for one in play.plans.values() if not one.revealed}
    if play.vim_kind == "hidden" and play.phase in ("setup", "turns"):
        found |= {one.commitment for one in play.vims.values() if one.model is not None and not one.revealed}
    return found - {""}


class Twins(twin_logs.Twins):
    """Of a match by turns or at full detail: what is still secret in its last state."""

    rules = MATCHES["bushido"]

    def owner(self, event: Event) -> str | None:
        told: Any = event
        return told.side if told.commitment in kept(self.states[-1].play) else None

    def other(self, at: int) -> Iterator[tuple[int, Event]]:
        event: Any = self.log[at][0]
        if isinstance(event, VimAssigned):
            own = [name for name, one in self.states[at].play.models.items() if one.side == event.side]
            yield at, replace(event, model=self.dice.choice(own))
        elif isinstance(event, FlankPlanRecorded):
            edges: tuple[Any, ...] = edges_to_plan(self.states[at].play)
            yield at, replace(event, turn=self.dice.randint(2, 4), edge=self.dice.choice(edges))
        else:
            yield at, self._split(at, event)

    def _split(self, at: int, event: MeleeDiceCommitted) -> Event:
        """Another split of the same dice, without an ability."""
        play = self.states[at].play
        fight = the(play)
        model = fight.active if side_of_model(play, fight.active) == event.side else fight.other
        dice = pool(play, model).value
        attack = self.dice.randint(0, dice)
        return replace(event, attack=attack, defence=dice - attack, special=None, cost=None)


def twins_of(secret: str, level: str, seed: int) -> tuple[Twins, Log, str, tuple[Event, ...]]:
    """(twins that differ in this secret, the log that they grew from, the side that may not know, what comes next)."""
    kind = SECRETS[secret]
    for number in range(40):
        dice = Random(f"twins of {secret} {level} {seed} {number}")
        scenario = dice.choice(HIDDEN_VIM) if secret == "vim" else None
        setup, log = simulate(seed * 1000 + number, level, 1, scenario)
        if secret == "vim":
            if any(isinstance(event, VimAssigned) and event.none_legal for event, _by in log):
                continue
            log = [(_all_unique(event), by) for event, by in log]
        whole = Twins(setup, log, dice)
        ends = [at for at in range(1, len(log)) if _holds(whole, at, kind)]
        if not ends:
            continue
        end = dice.choice(ends) + 1
        twins = Twins(setup, log[:end], dice)
        told: Any = next(e for e, _by in reversed(log[:end]) if isinstance(e, kind) and twins.owner(e))
        twins.change(told.side, most=3)
        if any(isinstance(log[at][0], kind) for at in twins.changed):
            other = next(side for side in twins.states[-1].play.sides if side != told.side)
            return twins, log[:end], other, tuple(event for event, _by in log[end : end + 3])
    raise AssertionError(f"no simulated match has a legal twin: {secret}, {level}, {seed}")


def _all_unique(event: Event) -> Event:
    """Warbands in which more than one model may be the VIM (BUS-VIM-02), in both worlds."""
    if not isinstance(event, WarbandRegistered):
        return event
    return replace(event, models=tuple(replace(one, unique=True) for one in event.models))


def _holds(whole: Twins, at: int, kind: type[Event]) -> bool:
    """Whether a secret of this kind is kept in the state after this event."""
    secret = kept(whole.states[at + 1].play)
    return bool(secret) and any(
        isinstance(event, kind) and getattr(event, "commitment", "") in secret
        for event, _by in whole.log[: at + 1]
    )
