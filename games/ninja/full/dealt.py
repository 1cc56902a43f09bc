"""Letters that the server draws (NIN-HID-13): they follow from a seed that was committed to before anybody chose.

The seed belongs to one match and is known to nobody before the end; then everybody can draw the same letters again.
Called by the opening, by the setup, by respawns and by the audit through their checks.
"""

from __future__ import annotations

import hashlib
import hmac
import re
from collections.abc import Iterable, Sequence

from games.gaps import some
from games.ninja.facts import LIMITS
from games.ninja.full import events as f
from games.ninja.full.table import full_of, with_full
from games.ninja.state import NinjaState, rivals
from games.ninja.who import Violations, staff_only
from games.ruleset import Actor, RuleViolation

SEED = re.compile(r"[0-9a-f]{64}")


def shuffled(seed: str, label: str, letters: Iterable[str]) -> list[str]:
    """The letters in the order of HMAC-SHA-256 under the seed (64 hex digits) over label and place, from 0."""
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


def check_seed_committed(state: NinjaState, event: f.SeedCommitted, by: Actor) -> Violations:
    """NIN-HID-13: by the organisers or the server, before the first mission is drawn, once."""
    yield from staff_only(by)
    full = full_of(state)
    if full.step != "missions" or full.seeded or full.drawn:
        yield RuleViolation("NIN-HID-13", {"told": "the_seed"})
    elif event.seed is not None and not SEED.fullmatch(event.seed):
        yield RuleViolation("NIN-LOG-06", {"told": some(event.seed), "legal": "seed_form"})


def on_seed_committed(state: NinjaState, event: f.SeedCommitted) -> NinjaState:
    return with_full(state, seeded=True, seed=event.seed)
