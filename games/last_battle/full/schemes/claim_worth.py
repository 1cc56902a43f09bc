"""What a claim comes to: the moment at which a scheme can score now, and the points that its facts are worth.

Read by the pad, which shows no number that the rules would not give.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from games.last_battle.chapters.awards import room_left
from games.last_battle.full.schemes.claim_facts import trusted_facts
from games.last_battle.full.schemes.claims import MOMENTS, check_window, found_by
from games.last_battle.full.schemes.measures import Scene
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
    """What the facts come to; at least 1, so that the rule itself says why there is nothing."""
    scene = scene_of(state, player, scheme, moment)
    if scene is None:
        return 1
    found = found_by(scene, trusted_facts(scheme, dict(facts)))
    return max(1, min(found.low or found.high, room_left(state, scene.squad, scene.held)))
