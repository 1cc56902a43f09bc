"""SFB-LOG-04: which rules are lifted for the next event, by a ruling or by the text of the card that is its cause.

Called by `permissions.py` and by the door of every event (`gate.py`).
"""

from __future__ import annotations

from collections.abc import Iterator

from games.ruleset import RuleViolation
from games.super_fantasy_brawl.state import SfbState

NEVER = ("SFB-LOG-", "SFB-HID-", "SFB-END-06", "WL-")
"""What no card and no ruling lifts."""


def is_waived(state: SfbState, violation: RuleViolation) -> bool:
    """Whether this violation is lifted now. What is not there at all says so by the parameter `absent`, and stays.
    A wrong amount (SFB-LOG-08) names the rule that gives it by the parameter `given_by`, and is lifted with it."""
    rule = violation.params.get("given_by", violation.rule)
    if "absent" in violation.params or not can_be_waived(rule):
        return False
    return rule in state.lifted or rule in _of_cards(state)


def can_be_waived(rule: str) -> bool:
    """Whether a ruling may lift this rule."""
    return not rule.startswith(NEVER)


def _of_cards(state: SfbState) -> Iterator[str]:
    """The rules that the cards in play and the abilities of levelled-up champions lift."""
    full = state.full
    if full is None or full.action is None:
        return
    action = full.action
    played = (action.card, action.reaction.card if action.reaction else None)
    for card in played:
        if card is not None and card in full.cards:
            yield from full.cards[card].overrides
    chosen = (action.champion, action.reaction.champion if action.reaction else None)
    for figure in chosen:
        one = state.figures.get(figure) if figure is not None else None
        if one is not None and one.levelled and one.slug in full.champions:
            yield from full.champions[one.slug].levelled.overrides
