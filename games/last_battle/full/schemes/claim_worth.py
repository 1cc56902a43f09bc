"""What a claim comes to: the moment at which a scheme can score now, and the points that its facts are worth.

Read by the pad, which shows no number that the rules would not give.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from games.last_battle.chapters.awards import room_left
from games.last_battle.full.schemes.claim_facts import FACTS_OF, Capturing, Fact, trusted_facts
from games.last_battle.full.schemes.claims import MOMENTS, check_window, found_by
from games.last_battle.full.schemes.measures import Found, Scene
from games.last_battle.state import LastBattleState


def moment_of(state: LastBattleState, player: str, scheme: str) -> str:
    """The moment at which the scheme can score now."""
    fits = (
        m for m in MOMENTS if (scene := scene_of(state, player, scheme, m)) and not any(check_window(scene))
    )
    return next(fits, "at_once")


def scene_of(state: LastBattleState, player: str, scheme: str, moment: str) -> Scene | None:
    """The scheme on the table as it stands; None where it is not held."""
    squad = state.squads[player]
    held = squad.held(scheme)
    return None if held is None or state.full is None else Scene(state, state.full, squad, held, moment)


def amount_of(state: LastBattleState, player: str, scheme: str, moment: str, facts: Mapping[str, Any]) -> int:
    """What the facts come to. 1 where they come to nothing, so that the rule itself says why; 0 where what was asked
    for was left out and may be worth nothing: an untouched form claims no points (LB-SCH-06)."""
    scene = scene_of(state, player, scheme, moment)
    if scene is None:
        return 1
    told = trusted_facts(scheme, dict(facts))
    found = found_by(scene, told)
    if not found.low and found.high and asks(scheme):
        return 0
    return max(1, min(_points(found, told), room_left(state, scene.squad, scene.held)))


def asks(scheme: str) -> bool:
    """Whether the players measure something for the scheme; of the others the log tells all that can be known."""
    return bool({*FACTS_OF[scheme].__struct_fields__} - {"event"})


def _points(found: Found, told: Fact) -> int:
    """LB-COMM-08: whoever is not named near a prisoner is too far to count, so that the prisoner is alone."""
    alone = isinstance(told, Capturing) and told.engaged_with
    return found.high if alone else found.low or found.high
