"""How people play Senjutsu by chance on its pads (see `pad_play`): matches of every mode, and what is typed there."""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping
from random import Random
from typing import Any

import msgspec

from games.registry import MATCHES
from games.ruleset import REFEREE
from games.senjutsu.full.cards import UNKNOWN
from games.senjutsu.full.definitions import Attack, Definition
from games.senjutsu.full.discard import excess
from games.senjutsu.full.foes.foe_counter import may_answer
from games.senjutsu.pages.card_text import text_of
from games.senjutsu.play import training, training_foes
from tracker import commands
from tracker.tests.pages.at_the_table import Phone
from tracker.tests.pages.dojo import organiser
from tracker.tests.pages.full_duel import deck_text, kind
from tracker.tests.pages.pad_play import SKIP, Form, Habits, PadPlay

SEATS: dict[str, dict[str, int]] = {
    "duel": {"red": 1, "blue": 1},
    "multi": {"red": 1, "blue": 1, "green": 1},
    "team": {"red": 2, "blue": 2},
    "solo": {"red": 1},
    "horde": {"red": 1},
}
IDLE = frozenset(
    {
        "side_conceded",
        "retire",
        "contest",
        "match_annulled",
        "time",
        "vo_deck_refreshed",
        "by_text",
        "text_now",
        "moves_as_read",
        "override",
        "vo_deck_seen",
        "vo_state_changed",
    }
)
WEIGHTS = {
    **dict.fromkeys(
        (
            "side_conceded",
            "retire",
            "contest",
            "match_annulled",
            "vo_deck_registered",
            "terrain_placed",
            "more_terrain",
        ),
        0.0,
    ),
    **dict.fromkeys(
        (
            "by_text",
            "text_now",
            "moves_as_read",
            "override",
            "vo_state_changed",
            "vo_deck_seen",
            "vo_deck_refreshed",
        ),
        0.0,
    ),
    "vo_withdrawn": 0.1,
    "vo_joined": 0.5,
    "more_opponents": 0.5,
}
TYPES = ("attack", "defence", "meditation")
NEAR = ((0, 1), (0, 0), (1, 0), (-1, 1), (1, 1), (-1, 2))
LETTERS = {"A": (-1, 3), "B": (0, 2), "C": (1, 2), "D": (-1, 4), "X": (0, 3)}
"""Everybody starts close to the others, so that matches are short."""
LIMITS = {"summary": "3", "turns": "3", "full": "1"}
"""The wound limit of every character, by the level of detail."""
NAMES = ("Anna", "Борис", "Carl", "Дина")


def table(mode: str, detail: str, *, edition: bool = False, **told: Any) -> tuple[Any, list[Phone]]:
    """A match outside events and the phones at it; `edition`: with the board and cards of the training edition."""
    people = [commands.create_player(organiser(), name=name) for name in NAMES[: sum(SEATS[mode].values())]]
    left = iter(people)
    sides = {side: tuple(str(next(left).id) for _ in range(count)) for side, count in SEATS[mode].items()}
    data: dict[str, Any] = {"mode": mode, "sides": sides, "detail": detail, **told}
    if edition:
        maker = training_foes if mode in ("solo", "horde") else training
        near: dict[str, Any] = {"start_letters": LETTERS} if mode == "horde" else {"starts": NEAR}
        made = msgspec.to_builtins(maker.opening(mode, sides, **{**near, **told}))
        data = {key: value for key, value in made.items() if key != "type" and value is not None}
    match = commands.create_match(
        organiser(), system="senjutsu", events=[{"type": "match_created", "data": data}]
    )
    return match, [Phone(person) for person in people]


def sit(mode: str, detail: str, seed: int, **told: Any) -> PadPlay:
    """The table of `table`, ready to be played by chance. One report tells a whole match at summary detail alone."""
    match, phones = table(mode, detail, **told)
    if detail == "summary":
        return PadPlay(match, phones, Random(seed), Habits(WEIGHTS, IDLE, fill))
    played = Habits({**WEIGHTS, "report": 0.0}, IDLE | {"report"}, fill)
    return PadPlay(match, phones, Random(seed), played)


def fill(form: Form, play: PadPlay) -> Mapping[str, Any]:
    """What the players read off their cards."""
    made = FILLS.get(form.step)
    return made(form, play) if made is not None else {}


def library(play: PadPlay, player: str) -> list[str]:
    """The cards that can still lie in a player's deck."""
    full = play.state.play.full
    own, seat = full.piles.get(player), full.seats.get(player)
    left = Counter(training.DECK)
    for cards in (own.held, own.open, own.down, own.gone, own.bled, seat.play) if own and seat else ():
        left.subtract(cards)
    return sorted(left.elements())


def solo_cards(play: PadPlay, vo: str) -> list[str]:
    """The cards that can lie in an opponent's deck: one of its own, of which nobody saw another copy."""
    state = play.state.play
    seen = {card for one in state.full.piles.values() for card in one.open}
    seen |= {card for one in state.full.seats.values() for card in (*one.play, *one.past)}
    slot = state.foes[vo].slot or ("yari" if state.foes[vo].vo_type == "yari" else "leader")
    return [card for card in training_foes.DECKS[slot] if card not in seen]


def _character(form: Form, play: PadPlay) -> Mapping[str, Any]:
    numbers = {
        "wound_limit": LIMITS[play.state.play.detail],
        "hand_limit": "3",
        "advantage": str(play.rng.randint(1, 9)),
    }
    chosen = play.rng.choice(form.options("character"))
    return {"character": chosen, "character.others": "", "weapons": "", "cover": None, **numbers}


def _deck(form: Form, play: PadPlay) -> Mapping[str, Any]:
    which = "text" if play.state.play.full is not None else play.rng.choice(["text", "secret"])
    return {"which": which, "text": deck_text()}


def _turn(form: Form, play: PadPlay) -> Mapping[str, Any]:
    """A wound more for somebody; what the cards did else is left as it stands."""
    told: dict[str, Any] = {}
    for name, control in form.controls.items():
        if name.endswith(":wounds") and play.rng.random() < (0.6 if name.startswith("c:") else 0.9):
            last = control.options[-1]
            told[name] = str(min(int(last), int(form.value(name)) + 1))
        elif name.partition(":")[0] in ("c", "v"):
            told[name] = form.value(name) or None
    return told


def _report(form: Form, play: PadPlay) -> Mapping[str, Any]:
    """The whole match on one form, where nothing else is logged of it: one character stands."""
    if not form.main:
        return SKIP
    names = [name for name in form.controls if name.endswith(":cause")]
    stands = play.rng.choice(names) if play.state.play.mode != "horde" else ""
    told: dict[str, Any] = {name: "" if name == stands else "execution" for name in names}
    told |= {name: "" for name in form.controls if name.endswith((":wounds", ":stuns"))}
    return {**told, "turns": "5", "waves": "0", "fallen": "0", "clear_turn": "0", "ahead": ""}


def _as_shown(form: Form, play: PadPlay) -> Mapping[str, Any]:
    return {name: form.value(name) or None for name in form.own()}


def _noted(form: Form, play: PadPlay) -> Mapping[str, Any]:
    """Cards that come into a hand, written down by their owner."""
    count = int(form.value("count") or form.value("drawn") or _due(form, play))
    shown = [name for name in ("count", "asked", "drawn") if name in form.controls]
    numbers: dict[str, Any] = {name: form.value(name) for name in shown}
    if form.player not in play.state.play.fighters:
        return {**numbers, "cards": ""}
    cards = library(play, form.player)
    return {**numbers, "cards": "\n".join(play.rng.sample(cards, min(count, len(cards))))}


def _due(form: Form, play: PadPlay) -> int:
    """How many cards come where the rules leave no choice, so that nobody is asked."""
    if form.step == "card_drawn":
        offers = MATCHES["senjutsu"].next_events(play.state, REFEREE)
        own = [
            one.limits.get("drawn") for one in offers if one.type == form.step and form.player in one.players
        ]
        return next((limit[1] for limit in own if limit is not None and limit[1] is not None), 1)
    if form.step != "starting_hand_drawn" or form.player not in play.state.play.fighters:
        return 1
    return int(play.state.play.fighters[form.player].hand_limit - (_pile(form, play).taken or 0))


def _pile(form: Form, play: PadPlay) -> Any:
    return play.state.play.full.piles[form.player]


def _prepared(form: Form, play: PadPlay) -> Mapping[str, Any]:
    return {"count": "0", "cards": ""}


def _trimmed(form: Form, play: PadPlay) -> Mapping[str, Any]:
    held, count = form.options("cards"), excess(play.state.play, form.player) or 0
    return {"cards": play.rng.sample(held, count) if len(held) >= count else None}


def _search(form: Form, play: PadPlay) -> Mapping[str, Any]:
    """The deck is searched for a card, where the printed effect says so."""
    if form.rare:
        return SKIP
    count = min(int(form.value("count") or 1), len(library(play, form.player)))
    cards = play.rng.sample(library(play, form.player), count)
    return {"count": str(count), "cards": "\n".join(cards)}


def _reveal(form: Form, play: PadPlay) -> Mapping[str, Any]:
    """The opponents' cards, and whatever nobody knows of the cards that are turned up."""
    state = play.state.play
    cards = {actor: seat.card for actor, seat in state.full.seats.items() if seat.card}
    told: dict[str, Any] = {}
    for name in form.own():
        kind, _colon, actor = name.partition(":")
        if kind == "card":
            cards[actor] = play.rng.choice(solo_cards(play, actor))
            told[name] = cards[actor]
    for name in form.own():
        if name.startswith("fact:"):
            _kind, actor, fact = name.split(":")
            told[name] = _fact(training_foes.EDITION.get(cards.get(actor, ""), UNKNOWN), fact)
        elif name.startswith("target:"):
            told[name] = _target(form, name, cards[name.partition(":")[2]])
    return told


def _target(form: Form, name: str, card: str) -> str | None:
    """A target where the card asks for one."""
    parts = training_foes.EDITION[card].parts if card in training_foes.EDITION else None
    named = any(
        getattr(effect, "aim", "") == "named" for part in parts or () for effect in part.effects or ()
    )
    return next((one for one in form.options(name) if one), None) if named else ""


def _fact(card: Definition, fact: str) -> Any:
    """A fact of a card as the form asks for it."""
    if fact == "types":
        return [one for one in card.types or () if one in TYPES] or None
    if fact == "cost":
        return "" if card.mandatory_focus is None else str(card.mandatory_focus)
    if fact == "kamae":
        return card.required_kamae or ""
    if fact == "parts":
        return text_of(card.parts or (), "en")
    return ", ".join(map(str, card.counterattack or ()))


def _instant(form: Form, play: PadPlay) -> Mapping[str, Any]:
    """An instant of the hand, if there is one; another card is left to the table."""
    hand = [one for one in form.options("hand") if one]
    return {"hand": play.rng.choice(hand), "card": ""} if hand else SKIP


def _choose(form: Form, play: PadPlay) -> Mapping[str, Any]:
    """A card of the hand that can be paid for in this kamae; where there is none, the core card."""
    fighter = play.state.play.fighters[form.player]
    legal = [one for one in form.options("hand") if _is_playable(fighter, one)]
    return {"hand": play.rng.choice(legal), "card": ""} if legal else {"card": fighter.core_card}


def _is_playable(fighter: Any, card: str) -> bool:
    one = training_foes.EDITION.get(card, UNKNOWN)
    kamae = one.required_kamae in (None, "none", fighter.kamae)
    return kamae and (one.mandatory_focus or 0) <= (fighter.focus or 0) and one.playable_normally is not False


def _counter(form: Form, play: PadPlay) -> Mapping[str, Any]:
    """The top card of an opponent's deck, and whether it attacks."""
    table = play.state.play
    due = [one.actor for one in table.full.due if one.kind == form.step]
    vo = next(iter(due), None) or next(foe for foe in table.foes if may_answer(table, foe))
    own, cards = play.state.play.full.piles[vo], solo_cards(play, vo)
    if own.deck == 0 or not cards:
        return {"card": "", "attack_effect": None}
    card = play.rng.choice(cards)
    effects = [effect for part in training_foes.SOLO[card].parts or () for effect in part.effects or ()]
    return {"card": card, "attack_effect": ["on"] if any(isinstance(e, Attack) for e in effects) else None}


def _wave(form: Form, play: PadPlay) -> Mapping[str, Any]:
    """Every opponent on its own start hex."""
    slots = [name for name in form.own() if form.options(name) and ":" not in name]
    letters = play.rng.sample(form.options(slots[0]), len(slots))
    return {**_as_shown(form, play), **dict(zip(slots, letters, strict=True))}


def _opponents(form: Form, play: PadPlay) -> Mapping[str, Any]:
    count = play.rng.randint(1, 2)
    return {f"type_{place}": "" for place in range(count + 1, 5)}


def _stand(form: Form, play: PadPlay) -> Mapping[str, Any]:
    """A hex close to the others, where the players number the hexes themselves."""
    if "hex.q" not in form.controls:
        return {}
    state = play.state.play
    taken = {one.hex for one in (*state.fighters.values(), *state.foes.values())}
    q, r = next(place for place in NEAR if place not in taken)
    return {"hex.q": str(q), "hex.r": str(r)}


def _joins(form: Form, play: PadPlay) -> Mapping[str, Any]:
    """A leader or a yari."""
    told = dict(_stand(form, play))
    types = [kind(key) for key in ("yari", "leader")]
    return {**told, "vo_type": play.rng.choice(types)}


FILLS = {
    "character": _character,
    "deck": _deck,
    "turn": _turn,
    "report": _report,
    "recovery_applied": _as_shown,
    "starting_hand_drawn": _noted,
    "prepared_taken": _prepared,
    "card_drawn": _noted,
    "draw_by_text": _noted,
    "hand_trimmed": _trimmed,
    "cards_moved": _search,
    "cards_by_text": _search,
    "card_selected": _choose,
    "cards_revealed": _reveal,
    "instant_played": _instant,
    "vo_counter_resolved": _counter,
    "may_answer": _counter,
    "wave": _wave,
    "opponents": _opponents,
    "vo_joined": _joins,
    "more_opponents": _joins,
    "character_placed": _stand,
}
