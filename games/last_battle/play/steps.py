"""One event of those that the rules offer, by chance. Called by `games.last_battle.play.simulate`."""

from __future__ import annotations

from games import simulated
from games.consequences import following
from games.last_battle.full.charges import owed_dive
from games.last_battle.pages.faces import step
from games.last_battle.play.claims import claim
from games.last_battle.play.made_events import event_of
from games.last_battle.play.table import RULES, PlayTable
from games.ruleset import REFEREE, NextEvent
from games.simulated import ORGANISER

USUAL = 10.0
FIRST = (
    "claim",
    "compromat_placed",
    "compromat_removed",
    "due",
    "figure_moved",
    "portal_closed",
    "resistance_waived",
    "scheme_marker_placed",
    "scheme_marker_removed",
    "serpent_schemes_preset",
    "strike",
    "trigger_applied",
)
RARE = {
    "attack": 8.0,
    "interact": 4.0,
    "move": 3.0,
    "charge": 3.0,
    "activation_ended": 2.0,
    "prepare": 0.7,
    "fate_cheated": 3.0,
    "hand_discarded": 4.0,
    "prolong_declined": 3.0,
    "arcana_created": 0.06,
    "arcana_granted": 0.06,
    "aboard_changed": 0.05,
    "lives_changed": 0.04,
    "condition_changed": 0.02,
    "figure_removed": 0.1,
    "figure_summoned": 0.015,
    "size_changed": 0.02,
    "free": 0.03,
    "scheme_shared": 0.3,
}
"""How often a step is taken against the `USUAL`: choices of a figure, and what the match does not wait for."""
AT_TURNS = {
    "arcana_created": 0.8,
    "arcana_granted": 0.8,
    "game_ended": 3.0,
    "match_conceded": 0.001,
    "match_reported": 0.001,
    "play_stopped": 0.0,
    "scheme_revealed": 4.0,
    "scheme_shared": 1.0,
    "serpent_schemes_preset": 1000.0,
}
"""The same for a match that is told turn by turn; it ends early where no turn can be reported."""
LEFT_OUT = ("match_conceded", "match_reported", "play_stopped", "scheme_note_published", "turn_reported")
"""What ends a match at full detail early or leaves it, or goes with a claim."""


def play_one(table: PlayTable) -> None:
    """Something that is legal now: what follows by itself, what is due or worth VP, then as the weights say."""
    followed = following(RULES, table.state) if _may_follow(table) else None
    if followed is not None:
        table.log(followed, table.anybody())
        return
    offers = RULES.next_events(table.state, REFEREE)
    simulated.play_one(table, offers, lambda one: _weight(table, one), lambda one: _taken(table, one))


def take(table: PlayTable, type_: str) -> bool:
    """Something of this type, if it is offered and legal; by staff, who know every secret, where no player can."""
    offers = [one for one in RULES.next_events(table.state, REFEREE) if one.type == type_]
    tried = table.rng.sample(offers, len(offers))
    return any(_taken(table, one) for one in tried) or any(
        _logged(table, one, "") for one in tried if one.staff
    )


def _may_follow(table: PlayTable) -> bool:
    """At a glance; `following` looks through all offers."""
    full = table.state.full
    if full is None:
        return False
    return bool(full.due) or full.step == "cleanup" or owed_dive(full).exists


def _weight(table: PlayTable, one: NextEvent) -> float:
    reason = one.choices.get("reason")
    if reason == ("deck_empty",):
        return 100 * USUAL
    if reason == ("closed",) and table.state.stopped is None:
        return 0
    if table.state.full is None:
        return AT_TURNS.get(one.type, USUAL)
    named = step(table.state, one) or one.type
    return 0 if one.type in LEFT_OUT else 100 * USUAL if named in FIRST else RARE.get(named, USUAL)


def _taken(table: PlayTable, one: NextEvent) -> bool:
    if table.state.full is not None and one.type in ("scheme_revealed", "scheme_scored"):
        return claim(table, one)
    return _logged(table, one, table.rng.choice(one.players) if one.players else "")


def _logged(table: PlayTable, one: NextEvent, player: str) -> bool:
    event = event_of(table, one, player)
    return event is not None and table.tries(event, table.player(player) if player else ORGANISER)
