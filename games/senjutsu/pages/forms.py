"""What the forms of a pad offer and start with where the rules name no values: cards of a hand, places, what is usual.

Called through the game's faces. Everything is read from the match as its reader sees it.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator
from typing import Any

from games.faces import Typed
from games.hexes import Hex, within
from games.lines import Line
from games.rulebook import Text, sentence
from games.ruleset import NextEvent, RuleViolation
from games.senjutsu.chapters.horde import lacks_decks
from games.senjutsu.chapters.results import is_decided
from games.senjutsu.chapters.solo import can_begin, check_opponents_at_start
from games.senjutsu.facts import CHARACTERS, FACTS, HORDE, OPPONENTS
from games.senjutsu.full.cards import pile, text_allows
from games.senjutsu.full.cursor import effects_of, running_of
from games.senjutsu.full.foes.joining import is_free
from games.senjutsu.full.foes.virtual import open_contracts
from games.senjutsu.full.legal.moves import reads_off
from games.senjutsu.full.preconditions import cards_in_play, table
from games.senjutsu.full.setup import check_object, may_start
from games.senjutsu.full.state import SETUP
from games.senjutsu.pages import card_taps, deck_taps, report, setup_taps, text_taps
from games.senjutsu.pages.faces import called
from games.senjutsu.pages.fills import usual_limit
from games.senjutsu.pages.report import STEP, tells_whole
from games.senjutsu.pages.taps import taps as turn
from games.senjutsu.permissions import owner_of
from games.senjutsu.roster.deck_text import card_of
from games.senjutsu.state import SenjutsuState, standing, standing_foes
from games.senjutsu.visibility import are_weapons_open
from games.senjutsu.worded import WORDS
from games.taps import first_of

Offered = dict[str, tuple[Any, ...]]
LONGEST = 40
"""So many letters has the name of a character."""
AROUND = 4
"""How far the field reaches where nobody told the board."""
FIRST, LATER = ((0, 3), 0), ((0, -3), 3)
"""Where the first character is expected to stand, and the next one: opposite each other."""
OPPOSITE = ((0, -2), (1, -3), (-1, -2), (2, -3), (-2, -1))
"""Where opponents and further characters are expected to stand: opposite the first one."""
STARTING = ("character_placed", "vo_joined", "wave_started")
"""Events that lead to a start hex."""
LIMITED = ("hand_limit", "wound_limit")
"""Numbers of the character card without which nobody falls by stuns or wounds (SEN-LOG-05)."""
FOR_INSTANTS = {"instant", "replacement"}
"""What is paid right before a card that nobody has to play."""
BY_TEXT = {"card_drawn": "draw_by_text", "cards_moved": "cards_by_text"}
"""The steps for what only the text of a card does."""
TYPED = Typed(
    card_of,
    Text(
        "There is no card of this name; give its number, such as A-044.",
        "Карты с таким названием нет; укажите номер, например A-044.",
    ),
)


def _key(name: str) -> str | None:
    """SEN-ROSTER-01: a character by its name in either language; the name of one of another box as a key."""
    plain = name.casefold()
    known = (
        key for key, one in CHARACTERS.items() if plain in (one.name.en.casefold(), one.name.ru.casefold())
    )
    return next(known, plain.replace(" ", "_")) if 0 < len(plain) <= LONGEST else None


CHARACTER = Typed(
    _key,
    Text("A name has at most 40 letters.", "В имени не больше 40 букв."),
    Text("Another character", "Другой персонаж"),
)


WRITTEN = {
    **dict.fromkeys(("card", "cards", "played", "poison"), TYPED),
    **card_taps.WRITTEN,
    "character": CHARACTER,
}


def domains(play: SenjutsuState) -> dict[str, tuple[Any, ...]]:
    """SEN-ROSTER-02: a character has one weapon."""
    return {"weapons": tuple((key,) for key in FACTS.weapons)}


def tells(play: SenjutsuState, told: NextEvent) -> tuple[Line, ...]:
    """What stands above the fields of a step."""
    if told.type != "side_registered":
        return tuple(report.lines(play, told))
    return (Line("character_card"), *(() if are_weapons_open(play) else (Line("weapons_kept"),)))


taps = first_of(turn, setup_taps.taps, deck_taps.taps, card_taps.taps, text_taps.taps, report.taps)
"""What of an event is told by taps."""


def listed(play: SenjutsuState) -> frozenset[str]:
    """What nobody can list: where to stand on a board that nobody told."""
    full = play.full
    told = full is None or full.board is not None or full.starts or "X" in full.letters
    return frozenset() if told else frozenset(("character_placed",))


def free_hexes(play: SenjutsuState) -> list[Hex]:
    """Hexes to start on that nobody holds."""
    return sorted(place for place in _starts(play) if is_free(play, place))


def _starts(play: SenjutsuState) -> Iterable[Hex]:
    """Start hexes or the board; where neither is told those around the middle."""
    full = table(play)
    return full.starts or full.board or within((0, 0), AROUND)


def empty_hexes(play: SenjutsuState) -> list[Hex]:
    """Hexes that take any terrain object, for whatever else comes to a hex than who starts there."""
    places = table(play).board or within((0, 0), AROUND)
    return sorted(place for place in places if _takes_any(play, place))


def places(play: SenjutsuState, told: NextEvent) -> list[Hex]:
    """Where a form may name a hex."""
    if play.full is None:
        return []
    if told.type == "character_placed":
        owner = owner_of(told)
        return sorted(place for place in _starts(play) if may_start(play, owner, place))
    return free_hexes(play) if told.type in STARTING else empty_hexes(play)


def _takes_any(play: SenjutsuState, place: Hex) -> bool:
    return not any(True for one in FACTS.terrain for _ in check_object(play, one, place))


def options(play: SenjutsuState, told: NextEvent) -> Offered:
    """Field -> the values that the form of an event offers where the rules name none; () leaves the field out."""
    if told.type == "vo_deck_registered":
        return {"vo_type": told.choices.get("vo_type") or tuple(OPPONENTS.types)}
    if play.full is None:
        return {}
    if told.type == "terrain_placed":
        return {"start": ()}
    if told.type in ("character_placed", "vo_joined"):
        return {"facing": tuple(range(6)), **_places(play, told)}
    if told.type == "starting_hand_drawn":
        return _registered_limits(play, told)
    if told.type in ("vo_state_changed", "vo_deck_refreshed"):
        causes = told.choices.get("cause") or cards_in_play(play)
        return {"cause": causes, "contract": _contracts(play)}
    return _of_cards(play, told)


def _registered_limits(play: SenjutsuState, told: NextEvent) -> Offered:
    """The numbers of the character card are asked for with the starting hand where its registration left them open."""
    fighter = play.fighters.get(owner_of(told))
    return {name: () for name in LIMITED if getattr(fighter, name, None) is not None}


def _of_cards(play: SenjutsuState, told: NextEvent) -> Offered:
    texts = tuple(card for card in cards_in_play(play) if text_allows(play, card))
    if told.type == "hand_trimmed" and (own := held(play, owner_of(told))):
        return {"cards": own}
    if told.type == "vo_deck_seen":
        own = cards_in_play(play, play.fighters)
        return {"player": standing(play), "card": tuple(card for card in own if text_allows(play, card))}
    if told.type == "cards_moved" and told.limits:
        return dict.fromkeys(("source", "to", "search", "by"), ())
    if told.type == "cards_moved":
        return {"by": ()} if owner_of(told) else {"player": standing(play), "by": texts}
    return {}


def held(play: SenjutsuState, player: str) -> tuple[str, ...]:
    """The cards that are known to be in a hand, each copy."""
    return tuple(sorted(pile(play, player).held)) if player in play.fighters else ()


def _places(play: SenjutsuState, told: NextEvent) -> Offered:
    """The free start hexes of an opponent; a board without them is told by numbers."""
    full = table(play)
    known = told.type == "vo_joined" and (full.starts or full.board)
    return {"hex": tuple(free_hexes(play))} if known else {}


def _contracts(play: SenjutsuState) -> tuple[str, ...]:
    """SEN-SOLO-24: what the yojimbo has not fulfilled yet."""
    foes = (play.foes[vo] for vo in standing_foes(play))
    return tuple(dict.fromkeys(key for foe in foes for key in open_contracts(foe)))


def needs(play: SenjutsuState, told: NextEvent) -> Iterator[str]:
    """SEN-SOLO-02: behaviour and stance are drawn at random, so nothing stands for them but what a scenario fixes."""
    if told.type == "vo_joined" and play.full is not None:
        opponents = play.scenario.opponents if play.scenario is not None else ()
        yield from (
            name
            for name in ("behaviour", "stance")
            if not opponents or any(getattr(one, name) is None for one in opponents)
        )


def starts(play: SenjutsuState, told: NextEvent) -> dict[str, Any]:
    """Field -> what its form starts with: the least of each number, where its type says nothing else."""
    least = {name: low for name, (low, _high) in told.limits.items()}
    made = STARTS.get(told.type)
    return least if made is None else made(play, told, least)


def _most(told: NextEvent) -> dict[str, Any]:
    return {name: high for name, (_low, high) in told.limits.items()}


def _recovers(play: SenjutsuState, told: NextEvent, least: dict[str, Any]) -> dict[str, Any]:
    before = [play.fighters[player].discard for player in standing(play)]
    return {**_most(told), "discard_before": next(iter(before), None)}


def _draws(play: SenjutsuState, told: NextEvent, least: dict[str, Any]) -> dict[str, Any]:
    return {"asked": 1, "drawn": 1, "count": 1, "source": "deck", "to": "hand", **_most(told)}


def _takes(play: SenjutsuState, told: NextEvent, least: dict[str, Any]) -> dict[str, Any]:
    return {"count": 0, **least}


def _places_character(play: SenjutsuState, told: NextEvent, least: dict[str, Any]) -> dict[str, Any]:
    first = all(one.hex is None for one in play.fighters.values())
    spots = (FIRST,) if first else (LATER, *((place, 3) for place in OPPOSITE))
    place, facing = next((spot for spot in spots if is_free(play, spot[0])), spots[0])
    return {"hex": place, "facing": facing}


def _places_opponent(play: SenjutsuState, told: NextEvent, least: dict[str, Any]) -> dict[str, Any]:
    free = free_hexes(play) if play.full is not None else []
    place = next((one for one in OPPOSITE if one in free), next(iter(free), (0, 0)))
    return {"hex": place, "facing": 3, "wound_limit": usual_limit(play)}


def _places_terrain(play: SenjutsuState, told: NextEvent, least: dict[str, Any]) -> dict[str, Any]:
    return {"hex": (0, 0), "start": (0, 0)} if play.full is None else least


STARTS: dict[str, Callable[[SenjutsuState, NextEvent, dict[str, Any]], dict[str, Any]]] = {
    "card_drawn": _draws,
    "cards_moved": _draws,
    "character_placed": _places_character,
    "prepared_taken": _takes,
    "recovery_applied": _recovers,
    "terrain_placed": _places_terrain,
    "vo_joined": _places_opponent,
}
"""Type of event -> what its form starts with, of those that start otherwise than with the least of each number."""


NAMED = {
    "side_registered": "character",
    "deck_registered": "deck",
    "wave_started": "wave",
}
"""Steps that are not called as their event."""


def step(play: SenjutsuState, told: NextEvent) -> str | None:
    """The step of the pad where it is not just that of the type: one that can wait, or that hardly anybody needs. None:
    the hand holds no instant."""
    if told.type == "instant_played" and not card_taps.may_play_instant(play, told):
        return None
    if told.type == "focus_paid" and set(told.choices.get("reason", ("mandatory",))) <= FOR_INSTANTS:
        return "pay_for_instant"
    if told.type in text_taps.BY_TEXT:
        return text_taps.step(play)
    if told.type == "actor_moved" and play.full is not None and reads_off(play, told):
        return "moves_as_read"
    if told.type in NAMED:
        return NAMED[told.type]
    if told.type == "side_conceded" and play.mode == "horde":
        return "retire"  # SEN-HORDE-11
    if told.type == "terrain_placed" and play.full is not None:
        return "more_terrain" if play.full.agreed is None and owner_of(told) else ""
    if told.type == "turn_recorded":
        return "turn"
    if told.type == "match_finished" and "reason" in told.choices:
        return str(told.choices["reason"][0])
    if tells_whole(play, told):
        return STEP
    if told.type == "vo_joined":
        usual = "opponents" if play.full is None else ""
        return "more_opponents" if play.foes and can_begin(play) else usual
    return _seldom(play, told)


def _seldom(play: SenjutsuState, told: NextEvent) -> str:
    """What only a text may say: a draw, moved cards, or the counterattack of a card that nobody knows (SEN-SOLO-21)."""
    if told.type == "vo_counter_resolved":
        return "may_answer" if told.optional else ""
    return BY_TEXT[told.type] if told.type in BY_TEXT and _is_by_text(play, told) else ""


def _is_by_text(play: SenjutsuState, told: NextEvent) -> bool:
    """Whether cards are drawn or moved by a text alone, as far as anybody knows."""
    if play.full is None:
        return False
    owner = owner_of(told)
    running = running_of(play, owner) if owner else None
    unknown = running is None or effects_of(play, running) is None
    return (unknown and play.full.step == "resolve") or not owner or _draws_more(told)


def _draws_more(told: NextEvent) -> bool:
    """Whether it is a draw that no card prints, nor the phase."""
    return told.type == "card_drawn" and "phase" not in told.choices["reason"] and "asked" not in told.limits


def now(play: SenjutsuState) -> Text | None:
    """Where the match stands; of a solo game that cannot begin, why."""
    if is_decided(play):
        return None
    full = play.full
    lacking = _lacking(play)
    if lacking is not None and (full is None or full.step in SETUP or play.phase == "break"):
        return lacking
    if full is not None and (play.phase != "roster" or full.step != "roster"):
        step = WORDS.values["step"][full.step]
        turn = Text(f"Turn {full.turn}: ", f"Ход {full.turn}: ") if full.turn else Text("", "")
        return Text(turn.en + step.en, turn.ru + step.ru)
    if play.phase == "turns":
        return Text(f"Turn {play.turn + 1} is being played", f"Идёт ход {play.turn + 1}")
    return WORDS.values["phase"].get(play.phase)


def _lacking(play: SenjutsuState) -> Text | None:
    """Why the opponents who are there cannot begin, in the words of the rule; how many decks of a horde are there."""
    if play.mode == "horde" and lacks_decks(play):
        told, all_ = len(play.foe_decks), len(HORDE.slots)
        return Text(f"Decks of the horde: {told} of {all_}", f"Колоды орды: {told} из {all_}")
    if not play.foes or can_begin(play):
        return None
    broken = next(iter(check_opponents_at_start(play)))
    return Text(_said(broken, "en"), _said(broken, "ru"))


def _said(broken: RuleViolation, language: str) -> str:
    """A broken rule with its opponent by name, without the full stop."""
    name = called("actor", str(broken.params.get("actor", "")), str)
    params = {**broken.params, **({"actor": name.to(language)} if name is not None else {})}
    return sentence(RuleViolation(broken.rule, params), language).rstrip(".")
