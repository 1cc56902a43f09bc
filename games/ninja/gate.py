"""The door of every event: the end, the level of detail; then the chapter that judges it."""

from __future__ import annotations

from games.chapters import Check
from games.codec import tag
from games.ninja import events as e
from games.ninja.full import events as f
from games.ninja.full.character import check_told, known_from, unknown
from games.ninja.full.consequences import check_owed, check_own_debts
from games.ninja.full.sight import owner_of
from games.ninja.full.table import full_of
from games.ninja.maps.unmapped import check_names
from games.ninja.state import GUARDS, NinjaState, rivals
from games.ruleset import Actor, Event, RuleViolation
from games.secrets import keeps_back, until

LEVELS: dict[type[Event], tuple[str, ...]] = {
    e.TurnSummarised: ("turns",),
    e.ResultReported: ("summary",),
    e.GameEnded: ("turns", "full"),
    e.MatchConceded: ("summary", "turns", "full"),
}
"""The levels of detail to which an event belongs; what is not listed belongs to full detail."""
FULL = ("full",)
OF_DECK = (f.HandChosen, f.GuardCardsDrawn, f.RespawnBonusTaken)
"""What takes cards from a deck."""


def judged(state: NinjaState, event: Event, by: Actor, check: Check[NinjaState]) -> tuple[RuleViolation, ...]:
    """NIN-LOG-03, NIN-LOG-04, NIN-SETUP-01, NIN-END-01, then the chapter. Who may not act learns nothing more."""
    if refused := _at_the_door(state, event):
        return refused
    if state.full is None or state.phase == "closed":
        return until("NIN-TURN-03", check(state, event, by))
    if unknown(state):
        if by_name := tuple(check_told(state, event, by)):
            return by_name
        state = known_from(state, event)
    told = check(state, event, by)
    found = until("NIN-TURN-03", told) if told else ()
    if found and found[-1].rule == "NIN-TURN-03":
        return found
    # What is owed comes before what the chapter says, but only to those who may act at all.
    table = full_of(state)
    owed = check_owed(state, event) if table.due else ()
    return (*owed, *(check_own_debts(state, event, by) if table.window else ())) or found


def _at_the_door(state: NinjaState, event: Event) -> tuple[RuleViolation, ...]:
    """What keeps an event out at this moment of the match, whoever tells it."""
    kind = type(event)
    created = kind is e.MatchCreated
    if state.phase == "closed" and not (kind is f.SecretRevealed and state.full is not None):
        return (RuleViolation("NIN-LOG-03"),)
    if created != (state.phase == "open"):
        expected = "match_created" if state.phase == "open" else "the_match"
        return (RuleViolation("NIN-SETUP-01", {"told": tag(kind), "expected": expected}),)
    if not created and state.detail not in LEVELS.get(kind, FULL):
        return (RuleViolation("NIN-LOG-04", {"told": tag(kind), "detail": f"detail_{state.detail}"}),)
    if event.secret_fields and isinstance(event, f.OwnedSecret) and (sealed := _sealed_in_vain(state, event)):
        return sealed
    if state.full is not None and state.map is None and (misnamed := tuple(check_names(event))):
        return misnamed
    if state.phase == "over" and not isinstance(event, e.GameEnded | f.SecretRevealed):
        left = [name for name, fate in state.intruders.items() if not fate.out] or "nobody"
        return (RuleViolation("NIN-END-01", {"told": left, "turn": state.turn, "limit": 20}),)
    return ()


def _sealed_in_vain(state: NinjaState, event: f.OwnedSecret) -> tuple[RuleViolation, ...]:
    """NIN-MODE-DL-06, NIN-HID-13: a secret that stays on a device, where the server would need it: of rivals for an
    answer, of the guard's cards for what is left in the deck."""
    dealt = state.full is not None and state.full.decks
    of_deck = dealt and isinstance(event, OF_DECK) and owner_of(event) == GUARDS
    if not (rivals(state) or of_deck) or not _kept_back(event):
        return ()
    return (RuleViolation("NIN-MODE-DL-06" if rivals(state) else "NIN-HID-13", {"told": "sealed"}),)


def _kept_back(event: f.OwnedSecret) -> bool:
    """Whether the secret stays on a device."""
    return keeps_back(event) and (bool(event.commitment) or not event.secret_optional)
