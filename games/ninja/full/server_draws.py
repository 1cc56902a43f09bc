"""Letters and cards that the server draws (NIN-HID-13): they follow from a seed that was committed to before anybody
chose.

The seed belongs to one match and is known to nobody before the end; then everybody can draw the same again. Called by
the opening, by the setup, by draws and respawns, and by the audit through their checks.
"""

from __future__ import annotations

import hashlib
import hmac
import re
from collections import Counter
from collections.abc import Iterable, Mapping, Sequence

from games.gaps import some
from games.ninja.facts import LIMITS
from games.ninja.full import events as f
from games.ninja.full.state import Due, GuardCards
from games.ninja.full.table import full_of, with_full
from games.ninja.permissions import Violations, staff_only
from games.ninja.state import NinjaState, rivals
from games.ruleset import Actor, RuleViolation

SEED = re.compile(r"[0-9a-f]{64}")


def shuffled(seed: str, label: str, letters: Iterable[str]) -> list[str]:
    """Letters, or cards, in the order of HMAC-SHA-256 under the seed (64 hex digits) over label and place, from 0."""
    found = sorted(letters)
    keys = {
        letter: hmac.new(bytes.fromhex(seed), f"{label}|{place}".encode(), hashlib.sha256).hexdigest()
        for place, letter in enumerate(found)
    }
    return sorted(found, key=lambda letter: keys[letter])


def first_letters(seed: str, names: Sequence[str], apart: bool) -> dict[str, str]:
    """NIN-SETUP-03: the traitor draws first, then the ninja; NIN-MODE-DL-01: each rival from all six letters."""
    if apart:
        return {name: shuffled(seed, f"missions-{name}", LIMITS.letters)[0] for name in names}
    order = sorted(names, reverse=True)
    return dict(zip(order, shuffled(seed, "missions", LIMITS.letters), strict=False))


def new_letter(state: NinjaState, name: str) -> str | None:
    """NIN-RESP-05: the letter of a new copy; None where the log does not tell the seed."""
    seed = full_of(state).seed
    hidden = {} if rivals(state) else full_of(state).hidden
    taken = {one.mission for other, one in hidden.items() if other != name}
    left = [letter for letter in LIMITS.letters if letter not in taken]
    return None if seed is None else shuffled(seed, f"missions-respawn-{name}", left)[0]


def cards_drawn(state: NinjaState, due: Due) -> dict[str, int] | None:
    """NIN-HID-13: what a guard player draws: the first cards of their deck in the order of this turn; None where the
    log does not tell the seed or the deck.

    The discard has just gone back into it (NIN-ALERT-02).
    """
    full, pile = full_of(state), full_of(state).piles.get(due.hand, GuardCards())
    if full.seed is None or not full.decks or pile.left is None:
        return None
    deck = [f"{card}#{copy:02}" for card, number in pile.left.items() for copy in range(1, number + 1)]
    order = shuffled(full.seed, f"guard-deck-{due.hand}-{state.turn}", deck)
    return dict(Counter(card.partition("#")[0] for card in order[: min(state.alert, pile.deck)]))


def first_left(state: NinjaState, cards: Mapping[str, int] | None) -> dict[str, int] | None:
    """What the deck of a guard player holds beside the hand just chosen; of two each has half of all cards
    (NIN-MODE-4P-01). None where the server does not draw."""
    full, copies = full_of(state), (state.copies or {}).get("guard")
    if not full.decks or copies is None or cards is None:
        return None
    return {card: number // len(full.piles) - cards.get(card, 0) for card, number in copies.items()}


def check_cards_dealt(state: NinjaState, event: f.GuardCardsDrawn, by: Actor) -> Violations:
    """NIN-HID-13: the server draws them, and they follow from the seed."""
    if not full_of(state).decks:
        return
    yield from staff_only(by)
    expected = cards_drawn(state, Due("draw", hand=event.hand))
    told = {card: number for card, number in (event.cards or {}).items() if number}
    if expected is not None and event.cards is not None and told != expected:
        yield RuleViolation("NIN-HID-13", {"told": sorted(told) or "nothing"})


def check_dealt(state: NinjaState, event: f.MissionsDrawn, by: Actor) -> Violations:
    """NIN-HID-13: what the server draws nobody else tells, and it follows from the seed."""
    yield from staff_only(by)
    due = full_of(state).due
    seed, names = full_of(state).seed, [event.intruder] if event.intruder else list(state.intruders)
    if seed is None or event.letters is None:
        return
    if due and due[0].kind == "letter":
        expected = {str(name): new_letter(state, str(name)) for name in names}
    else:
        expected = dict(first_letters(seed, names, rivals(state)))
    if {str(name): letter for name, letter in event.letters.items()} != expected:
        yield RuleViolation("NIN-HID-13", {"told": sorted(map(str, event.letters))})


def may_deal(copies: Mapping[str, int] | None, players: int) -> bool:
    """Whether the server can draw for the guards: it knows every copy, and they split evenly among the players."""
    return copies is not None and all(number % players == 0 for number in copies.values())


def check_seed_committed(state: NinjaState, event: f.SeedCommitted, by: Actor) -> Violations:
    """NIN-HID-13: by the organisers or the server, before the first mission is drawn, once."""
    yield from staff_only(by)
    full = full_of(state)
    known = may_deal((state.copies or {}).get("guard"), len(full.piles))
    if full.step != "missions" or full.seeded or full.drawn or (event.decks and not known):
        yield RuleViolation("NIN-HID-13", {"told": "the_seed"})
    elif event.seed is not None and not SEED.fullmatch(event.seed):
        yield RuleViolation("NIN-LOG-06", {"told": some(event.seed), "legal": "seed_form"})


def on_seed_committed(state: NinjaState, event: f.SeedCommitted) -> NinjaState:
    return with_full(state, seeded=True, seed=event.seed, decks=event.decks)
