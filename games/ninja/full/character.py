"""Who the one intruder of a mixed hand is (NIN-MODE-SOLO-02): "solo" to everybody but its player, until its first card
or its figure makes it known. From that event on it is called by its name, and wounds and start zones follow it.

Its cards carry their deck; a rule that names an intruder for a card means the owner of that card's deck. Called by the
door of the rules, by the chapters and by what comes next.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import TypeVar

from msgspec.structs import replace

from games.gaps import some
from games.judging import first_broken
from games.ninja.chapters.hands import Kind, keys_of
from games.ninja.facts import DECKS, INTRUDERS, Character, Name
from games.ninja.full import events as f
from games.ninja.full.state import Due, FullState, Hidden
from games.ninja.full.table import full_of, with_full
from games.ninja.permissions import Violations, side_acts
from games.ninja.state import INTRUDER_SIDE, NinjaState, named
from games.ruleset import Actor, Event, RuleViolation

T = TypeVar("T")
SOLO: Name = "solo"
TELLING = frozenset((f.IntruderDetected, f.GuardNeutralised, f.IntruderCardPlayed))
"""The events that place a figure or spend a card; `hazard_resolved` does where a card settles it."""
BY_CARD = ("cat", "killed_kenjutsu", "killed_shuriken")


def mixed(state: NinjaState) -> bool:
    """Whether the hand of the one intruder is chosen from both decks."""
    return state.options.mixed_hand


def unknown(state: NinjaState) -> bool:
    """Whether nobody but its player knows which intruder it is."""
    return SOLO in state.intruders


def character_of(state: NinjaState) -> Character | None:
    """Which intruder it is, where the state tells it while others do not know."""
    known = full_of(state).hidden.get(SOLO, Hidden()).character if state.full is not None else None
    return None if known is None else "traitor" if known == "traitor" else "ninja"


def told_by(event: Event) -> str | None:
    """The intruder that an event names."""
    name: str | None = getattr(event, "intruder", None)
    return name


def tells(event: Event) -> bool:
    """Whether an event makes the character known."""
    settled = isinstance(event, f.HazardResolved) and event.outcome in BY_CARD
    return settled or type(event) in TELLING


def known_from(state: NinjaState, event: Event) -> NinjaState:
    """The state in which an event is judged and folded: from the one that makes it known on, by the name."""
    if SOLO not in state.intruders or not tells(event):
        return state
    name = told_by(event)
    return renamed(state, name) if name in INTRUDERS else state


def renamed(state: NinjaState, name: str) -> NinjaState:
    """The one intruder under its name."""
    full = full_of(state)
    window = full.window
    table = replace(
        full,
        shown=_alone(full.shown, name),
        hidden={name: replace(full.hidden[SOLO], character=None)},
        starts=tuple(name for _ in full.starts),
        hands=tuple(name if hand == SOLO else hand for hand in full.hands),
        window=None if window is None else replace(window, intruder=name),
        due=tuple(_named(one, name) for one in full.due),
    )
    return replace(state, intruders=_alone(state.intruders, name), full=table)


def _alone(told: Mapping[str, T], name: str) -> dict[str, T]:
    """The one value under another name; before the setup is done there may be none."""
    return dict(zip((name,), told.values(), strict=False))


def _named(due: Due, name: str) -> Due:
    return replace(due, intruder=name) if due.intruder == SOLO else due


def check_told(state: NinjaState, event: Event, by: Actor) -> Violations:
    """NIN-MODE-SOLO-02: what makes the character known names it, truly; nothing else does. Its side alone is told."""
    if not unknown(state) or any(side_acts(state, by, INTRUDER_SIDE)):
        return
    name, true = told_by(event), character_of(state)
    wrong = name not in INTRUDERS or true not in (None, name) if tells(event) else name in INTRUDERS
    if wrong:
        wanted = "its_name" if tells(event) else SOLO
        yield RuleViolation("NIN-MODE-SOLO-02", {"named": some(name), "wanted": wanted})


def spoken(state: NinjaState) -> tuple[NinjaState, ...]:
    """The state under the name that its reader knows, or under either: to offer what makes the character known."""
    known = character_of(state)
    return tuple(renamed(state, name) for name in ((known,) if known is not None else INTRUDERS))


def speaking(state: NinjaState, name: str) -> Name:
    """The name of an intruder in an event that makes it known."""
    return character_of(state) or named(name) if name == SOLO else named(name)


# --- Its choice ----------------------------------------------------------------------------------------------


def check_character_chosen(state: NinjaState, event: f.CharacterChosen, by: Actor) -> Violations:
    """NIN-MODE-SOLO-02, NIN-SETUP-01: once, before the hand."""
    return first_broken(side_acts(state, by, INTRUDER_SIDE), _check_choice(state))


def _check_choice(state: NinjaState) -> Violations:
    if not full_of(state).character_due or full_of(state).step != "hands":
        told = {"told": "character_chosen", "expected": f"step_{full_of(state).step}"}
        yield RuleViolation("NIN-SETUP-01", told)


def on_character_chosen(state: NinjaState, event: f.CharacterChosen) -> NinjaState:
    full: FullState = full_of(state)
    hidden = replace(full.hidden.get(SOLO, Hidden()), character=event.character)
    return with_full(state, character_due=False, hidden={**full.hidden, SOLO: hidden})


# --- Its cards -----------------------------------------------------------------------------------------------


def bare(card: str) -> str:
    """A card without its deck."""
    return card.rpartition(".")[2]


def deck_of_card(card: str, name: str) -> Character:
    """The deck of a card of this intruder: of a mixed hand the card says it."""
    whose = card.partition(".")[0] if "." in card else name
    return "traitor" if whose == "traitor" else "ninja"


def kind_of_hand(state: NinjaState, name: str) -> Kind:
    """What an intruder's hand is chosen from."""
    return "solo" if mixed(state) else "traitor" if name == "traitor" else "ninja"


def cards_of(state: NinjaState, name: str) -> tuple[str, ...]:
    """The cards that an intruder may play."""
    return tuple(keys_of(kind_of_hand(state, name)))


def carried(state: NinjaState, card: str, deck: str | None = None) -> str:
    """A card as the hand calls it: of a mixed hand with its deck, the only one that has it unless told."""
    if not mixed(state):
        return card
    whose = deck or next(key for key in INTRUDERS if card in DECKS[key].cards)
    return f"{whose}.{card}"


def owner_of_card(state: NinjaState, card: str) -> str:
    """The intruder of whose deck a card is; the one of a mixed hand fulfils both."""
    if mixed(state):
        return next(iter(state.intruders))
    return "traitor" if card in DECKS["traitor"].cards and card not in DECKS["ninja"].cards else "ninja"
