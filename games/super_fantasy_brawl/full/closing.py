"""The end of an action: SFB-ACT-04, -10, SFB-LVL-01 to -07, SFB-END-02, -04.

`check_complete` tells whether every step was gone through; `champion_levelled_up` comes then, once for every credited
champion, and `action_ended` last. Called by `act.py` and through `rules.py`.
"""

from __future__ import annotations

from games.gaps import some
from games.ruleset import Actor, RuleViolation
from games.super_fantasy_brawl.chapters.results import settled
from games.super_fantasy_brawl.full.action_events import ChampionLevelledUp
from games.super_fantasy_brawl.full.board.arena import cell_of
from games.super_fantasy_brawl.full.cards import health_of
from games.super_fantasy_brawl.full.common import (
    acted,
    action_of,
    at_full,
    known_figure,
    owner_of,
    put,
    table,
)
from games.super_fantasy_brawl.full.due import pushed
from games.super_fantasy_brawl.full.effects import stepped
from games.super_fantasy_brawl.full.mandatory import check_finished, has_vague_duty
from games.super_fantasy_brawl.full.printed import one_acts
from games.super_fantasy_brawl.full.state import NO_ACTION, Action, Due, changed, flagged
from games.super_fantasy_brawl.full.zones import put_away
from games.super_fantasy_brawl.permissions import Violations, passing
from games.super_fantasy_brawl.state import SfbState, with_figure

LAST_STEPS = {
    "attack": ("rpost", "post", "close"),
    "skill": ("effect", "close"),
    "basic": ("move", "effect", "close"),
}
OUT_OF_ORDER = {"attack": "SFB-CMB-01", "skill": "SFB-SKILL-01", "basic": "SFB-ACT-06"}


def has_fallen(action: Action) -> bool:
    """Whether the champion of the action went out of action in it."""
    return action.champion in [one.champion for one in action.fallen]


def last_steps(action: Action) -> tuple[str, ...]:
    """The steps at which the action may end. SFB-CMB-18: that of the reaction too, where the attacker fell to it."""
    cancelled = action.step == "rpre" and has_fallen(action)
    return (*LAST_STEPS[action.kind], "rpre") if cancelled else LAST_STEPS[action.kind]


def check_complete(state: SfbState) -> Violations:
    """SFB-ACT-04, SFB-CMB-01, -17, SFB-SKILL-01, SFB-REACT-08: every step is done, every compulsory effect too."""
    action = action_of(state)
    if action is NO_ACTION:
        yield RuleViolation("SFB-ACT-04", {"absent": True, "phase": "no_action"})
    elif action.step not in last_steps(action):
        legal = [f"step_{step}" for step in LAST_STEPS[action.kind]]
        yield RuleViolation(OUT_OF_ORDER[action.kind], {"phase": f"step_{action.step}", "legal": legal})
    elif action.step != "close":
        yield from check_finished(state, *reversed(action.sources))


def check_not_fallen(state: SfbState) -> Violations:
    """SFB-MOVE-10, SFB-CMB-18, -22: the action is over when its champion went out of action in it."""
    action = action_of(state)
    if not has_fallen(action):
        return
    if action.targets and not action.hits and action.kind == "attack":
        rule = "SFB-CMB-18"
    else:
        rule = "SFB-CMB-22" if action.done or action.hits else "SFB-MOVE-10"
    card = some(action.card)
    yield RuleViolation(rule, {"champion": action.champion, "card": card, "absent": True})


def check_champion_levelled_up(state: SfbState, event: ChampionLevelledUp, by: Actor) -> Violations:
    """SFB-LVL-01, -03, -06: a credited champion, once, when the action is complete."""
    return passing(
        state,
        known_figure(state, event.champion),
        at_full(state, "activation"),
        one_acts(state, by, state.active, owner_of(state, event.champion)),
        _check_credited(state, event.champion),
        _check_now(state, event.champion),
    )


def _check_credited(state: SfbState, champion: str) -> Violations:
    """SFB-LVL-03, -04: it has the credit for an enemy that went out of action, and was on its base side then."""
    action = action_of(state)
    if champion in action.credits:
        return
    one, credited = state.figures[champion], any(fallen.by == champion for fallen in action.fallen)
    rule = "SFB-LVL-03" if one.levelled else "SFB-LVL-05" if credited else "SFB-LVL-04"
    yield RuleViolation(rule, {"champion": champion})
    if one.levelled and credited and action.step == "close":
        yield RuleViolation("SFB-LVL-06", {"champion": champion})


def _check_now(state: SfbState, champion: str) -> Violations:
    """SFB-LVL-01: not before the last step."""
    if any(True for _ in check_complete(state)):
        due = list(action_of(state).credits)
        yield RuleViolation("SFB-LVL-01", {"champion": champion, "expected": some(due)})


def on_champion_levelled_up(state: SfbState, event: ChampionLevelledUp) -> SfbState:
    """SFB-LVL-02, -07: the damage stays; if it reaches the new health, the champion is out of action at once."""
    one = state.figures[event.champion]
    state = with_figure(
        stepped(state, "close"), event.champion, levelled=True, levelled_up=one.levelled_up + 1
    )
    action = action_of(state)
    left = tuple([other for other in action.credits if other != event.champion])
    state = acted(state, credits=left)
    health = health_of(state, event.champion)
    if cell_of(state, event.champion) is None:
        return state
    if one.damage < (1 if health is None else health):
        return state
    cause = _cause_of_credit(action, event.champion)
    if health is None:
        wounds = {**action.wounds, event.champion: (None, cause)}
        return acted(put(state, flagged(table(state), "SFB-LVL-07")), wounds=wounds)
    words = {"champion": event.champion, "told": one.damage, "expected": health}
    told = {"by": None, "cause": cause, "words": words}
    due = Due("champion_knocked_out", "SFB-LVL-07", champion=event.champion, told=told)
    return put(state, pushed(table(state), due))


def _cause_of_credit(action: Action, champion: str) -> str:
    """What the champion levelled up by: the same card took it out of action (SFB-LVL-07)."""
    return next((one.cause for one in action.fallen if one.by == champion), "card")


def closed(state: SfbState) -> SfbState:
    """SFB-ACT-10, SFB-END-02: the cards go to the discard piles; the match may be decided."""
    action = action_of(state)
    vague = has_vague_duty(state, action)
    seats = {player: put_away(own) for player, own in table(state).seats.items()}
    full = changed(table(state), action=None, seats=seats)
    state = put(state, flagged(full, "SFB-LOG-07") if vague else full)
    return settled(state, played_by(action) or None)


def played_by(action: Action) -> str:
    """SFB-END-04: who played the card: the active player, or who reacted if the reaction alone did everything."""
    if (
        action.reaction is not None
        and action.fallen
        and all(one.cause == "reaction" for one in action.fallen)
    ):
        return action.reaction.player
    return action.player
