"""Cards that are chosen, turned up and played as instants, by taps; and what stands on those that nobody knows.

A card that is not on offer is named, and read off (SEN-LOG-06). Called through the game's faces; everything is read
from the match as its reader sees it.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping
from functools import partial
from typing import Any

import msgspec
from msgspec.structs import replace

from games.faces import Typed, Unread
from games.lines import Line
from games.rulebook import Text
from games.ruleset import NextEvent
from games.senjutsu.facts import FACTS, OPPONENTS
from games.senjutsu.full import events as f
from games.senjutsu.full.cards import UNKNOWN, core_cards, definition, effects_known, pile, seat
from games.senjutsu.full.choose import check_choice
from games.senjutsu.full.definitions import Definition, PartDefinition
from games.senjutsu.full.legal.moves import moves
from games.senjutsu.full.preconditions import table
from games.senjutsu.full.reveal import names
from games.senjutsu.pages.card_text import parts_from, text_of
from games.senjutsu.pages.fills import bare, entailed
from games.senjutsu.pages.tallies import in_order
from games.senjutsu.roster.deck_text import card_of
from games.senjutsu.state import SenjutsuState, standing, standing_foes
from games.taps import Choice, Group, OneOf, Row, SomeOf, Taps, Written, of

TYPES = ("attack", "defence", "meditation")
OWN = "own"
"""Whose facts an instant tells."""
MOST_FOCUS = 3
FIRST_NIGHTMARE = 995
"""The number from which the cards of opponents are nightmare cards."""
Data = Mapping[str, Any]


def taps(play: SenjutsuState, told: NextEvent) -> Taps | None:
    """The hidden choice, the reveal, or an instant."""
    made = {"card_selected": _choice, "cards_revealed": _reveal, "instant_played": _instant}.get(told.type)
    return made(play, told) if made is not None and play.full is not None else None


# The hidden choice.


def _choice(play: SenjutsuState, told: NextEvent) -> Taps:
    """`card_selected`: a card that is known to be in the hand, behind a fold, or one of the deck that may be there
    where nobody noted the hand; or another by its name."""
    events = [one for one in moves(play, told) if isinstance(one, f.CardSelected)]
    held = [one.card for one in events if one.card is not None]
    possible = [card for card in _may_hold(play, str(told.choices["player"][0])) if card not in held]
    hand = (OneOf(key="hand", name=Line("hand_cards"), choices=of("named", held)),) if held else ()
    deck = OneOf(key="deck", name=Line("may_be_in_hand"), choices=of("named", possible), listed=True)
    other = Written(
        key="card", name=Line("another_named" if held or possible else "card_named"), typed="card"
    )
    more = (*hand, *((deck,) if possible else ()))
    groups = (Group(more=more, fold=Line("show_hand")), Group(rows=(other,)))
    return Taps(groups=groups, read=_chosen)


def _may_hold(play: SenjutsuState, player: str) -> Iterator[str]:
    """Where cards of the hand are not noted: the core cards, and what can be there of a deck that the reader sees."""
    own = pile(play, player)
    if own.hand <= len(own.held):
        return
    stuns = (f.STUN,) if play.fighters[player].stuns else ()
    for card in dict.fromkeys(
        (*core_cards(play, player), *sorted(play.fighters[player].cards or ()), *stuns)
    ):
        if not any(True for _ in check_choice(play, player, card)):
            yield card


def _chosen(tapped: Data, data: Data) -> Data:
    card = tapped["card"] or tapped.get("hand") or tapped.get("deck")
    if not card:
        raise Unread(Text("Choose a card.", "Выберите карту."), "card")
    return {**data, "card": card}


# The reveal.


def _reveal(play: SenjutsuState, told: NextEvent) -> Taps:
    """`cards_revealed`: everybody's card at once. Once all have chosen, the log opens the cards that it knows."""
    sealed, unknown = _sealed(play), _unknown(play)
    actors = (*sealed, *unknown)
    rows: list[Row] = [_turns_up(play, actor) for actor in unknown]
    rows += [row for actor in actors if _may_name(play, sealed.get(actor)) for row in _target(play, actor)]
    asked = {
        sealed.get(actor, actor): actor for actor in reversed(actors)
    }  # each card once, whoever chose it
    facts = (_facts_of(play, actor, sealed.get(actor)) for actor in actors if actor in asked.values())
    return Taps(groups=(Group(rows=tuple(rows)), *facts), read=partial(_turned_up, play))


def _sealed(play: SenjutsuState) -> dict[str, str]:
    """The cards that the log knows, by player."""
    seats = {one.player: seat(play, one.player).card for one in in_order(play) if one.defeated is None}
    return {player: card for player, card in seats.items() if card is not None}


def _unknown(play: SenjutsuState) -> list[str]:
    """Whose card the log does not know: opponents' decks, and clients that keep their secrets."""
    standing_ = (one.player for one in in_order(play) if one.defeated is None)
    return [one for one in (*standing_, *standing_foes(play)) if one not in _sealed(play)]


def _turns_up(play: SenjutsuState, actor: str) -> Written:
    """The card of whom the log does not know; of an opponent its number alone will do."""
    row = Written(key=f"card:{actor}", name=Line("card_of", {"actor": actor}), typed="card", needed=True)
    if actor in play.fighters:
        return row
    return replace(row, typed="foe_card", example=Line("foe_card_number"), hint=Line("foe_stun_too"))


def _may_name(play: SenjutsuState, card: str | None) -> bool:
    """Whether a card may want a named target (SEN-REV-09)."""
    if card == f.STUN:
        return False
    parts = definition(play, card).parts if card else None
    return not effects_known(parts) or names(parts)


def _target(play: SenjutsuState, actor: str) -> Iterator[Row]:
    """SEN-REV-09: the player's own target, and whom an opponent attacks where there are several players."""
    others = _others(play, actor)
    if len(others) > 1:
        yield OneOf(
            key=f"target:{actor}",
            name=Line("names_target", {"actor": actor}),
            choices=of("actor", others),
            listed=True,
            whose="" if actor in play.foes else actor,
        )


def _others(play: SenjutsuState, actor: str) -> list[str]:
    """Whom an actor may name: opponents attack players."""
    foes = () if actor in play.foes else standing_foes(play)
    return [one for one in (*standing(play), *foes) if one != actor]


def _facts_of(play: SenjutsuState, actor: str, card: str | None) -> Group:
    """Of a card that lies open all that is unknown; of one that is typed all, unless the edition has its kind."""
    known = definition(play, card) if card else UNKNOWN
    foe = actor in play.foes
    asked = card != f.STUN and not _is_known(known, foe) and (card is not None or not _has_kind(play, actor))
    said = Line("card_says", {"named": card or (), "actor": () if card else actor})
    return Group(more=tuple(_facts(actor, known, foe)) if asked else (), fold=said)


def _has_kind(play: SenjutsuState, actor: str) -> bool:
    """Whether the edition knows what an actor may turn up: what was told in this match does not count for it."""
    full = table(play)
    if actor in play.foes:
        cards = deck_cards(play.foes[actor].vo_type)
        return bool(cards) and all(_is_known(definition(play, card), foe=True) for card in cards)
    return any(card.startswith("A-") and card not in full.declared for card in full.cards)


def deck_cards(vo_type: str) -> tuple[str, ...]:
    """The cards that an opponent of this type may have; () where it has cards of its own that nobody can name."""
    kind = OPPONENTS.types[vo_type]
    if kind.character:
        return ()
    return tuple(card for deck in (*kind.fixed, *kind.extra_from) for card in OPPONENTS.selection[deck])


def _turned_up(play: SenjutsuState, tapped: Data, data: Data) -> Data:
    sealed = _sealed(play)
    cards = {**sealed, **{actor: tapped[f"card:{actor}"] for actor in _unknown(play)}}
    declared = {}
    for actor, card in cards.items():
        told = _told(tapped, actor)
        known = card != f.STUN and _is_known(definition(play, card), actor in play.foes)
        if told and card != f.STUN and (actor in sealed or not known):
            declared[card] = told
    targets, naming = _targets(play, cards, declared, tapped)
    more = {"declared": declared or None, "targets": targets or None, "naming": naming or None}
    return {**data, "cards": cards, **bare(more)}


def _targets(
    play: SenjutsuState, cards: Data, declared: Mapping[str, Any], tapped: Data
) -> tuple[dict[str, list[str]], list[str]]:
    """(the named targets, whose targets follow): nobody is asked for whom there is one target alone."""
    named: dict[str, list[str]] = {}
    later: list[str] = []
    for actor, card in cards.items():
        told = declared.get(card, {}).get("parts")
        parts = definition(play, card).parts if card != f.STUN else ()
        parts = msgspec.convert(told, tuple[PartDefinition, ...]) if told else parts
        picked, only = tapped.get(f"target:{actor}"), _only_target(play, actor)
        if effects_known(parts) and not names(parts):
            continue
        if picked or (only and names(parts)):
            named[actor] = [str(only or picked)]
        elif names(parts):
            later.append(actor)
    return named, later


def _only_target(play: SenjutsuState, actor: str) -> str | None:
    """The one whom an actor can name."""
    others = _others(play, actor)
    return others[0] if len(others) == 1 else None


# An instant.


def may_play_instant(play: SenjutsuState, told: NextEvent) -> bool:
    """Whether the hand has an instant, or a card of which nobody knows whether it is one."""
    own = pile(play, told.players[0])
    unknown = any(definition(play, card).instant is None for card in own.held)
    return unknown or own.hand > len(own.held) or bool(moves(play, told))


def _instant(play: SenjutsuState, told: NextEvent) -> Taps:
    """`instant_played`: one of the instants in the player's hand, or another card whose facts they tell."""
    kinds = told.choices.get("kind", ())
    events = [one for one in moves(play, told) if isinstance(one, f.InstantPlayed)]
    known = tuple(
        Choice(f"{one.card}:{one.kind}", Line("instant", {"named": one.card, "kind": one.kind}))
        for one in events
    )
    first = known[0].key if len(known) == 1 else ""
    hand = (OneOf(key="hand", name=Line("instants"), choices=known, start=first),) if known else ()
    other: tuple[Row, ...] = (
        Written(key="card", name=Line("another_named"), typed="card"),
        OneOf(key="kind", name=Line("how_played"), choices=of("kind", kinds)),
        *_facts(OWN, UNKNOWN),
    )
    groups = (Group(rows=hand, more=other, fold=Line("another_card")),) if hand else (Group(rows=other),)
    return Taps(groups=groups, read=partial(_played, play))


def _played(play: SenjutsuState, tapped: Data, data: Data) -> Data:
    """The card that is named goes before the one that is tapped."""
    card, kind, facts = tapped["card"], tapped["kind"], _told(tapped, OWN)
    if card and not kind:
        raise Unread(Text("Say how the card is played.", "Укажите, как разыграна карта."), "kind")
    if not card:
        card, _colon, kind = (tapped.get("hand") or "").partition(":")
        facts = {}
    if not card:
        raise Unread(Text("Choose a card.", "Выберите карту."), "card")
    told = {**data, "card": card, "kind": kind, **bare({"declared": facts or None})}
    return entailed(play, "instant_played", told)


# What stands on a card.


def _is_known(card: Definition, foe: bool = False) -> bool:
    """Whether there is nothing left to tell of a card that a turn needs. Opponents (`foe`) pay nothing for theirs and
    have no kamae (SEN-SOLO-10)."""
    told = (card.types,) if foe else (card.types, card.mandatory_focus, card.required_kamae)
    return None not in told and effects_known(card.parts)


def _facts(actor: str, card: Definition, foe: bool = False) -> Iterator[Row]:
    """A row for each fact that is unknown; every one may stay empty."""
    at = f"fact:{actor}:"
    if card.types is None:
        yield SomeOf(key=f"{at}types", name=Line("types"), choices=of("types", TYPES))
    if card.mandatory_focus is None and not foe:
        costs = (_number("", "?"), *(_number(str(cost), str(cost)) for cost in range(MOST_FOCUS + 1)))
        yield OneOf(key=f"{at}cost", name=Line("focus_cost"), choices=costs)
    if card.required_kamae is None and not foe:
        cells = (Choice("none", Line("any_kamae")), *of("kamae", FACTS.kamae))
        yield OneOf(key=f"{at}kamae", name=Line("kamae_required"), choices=cells, listed=True)
    if not effects_known(card.parts):
        said = card.parts or ()
        yield Written(
            key=f"{at}parts",
            name=Line("card_parts"),
            start=Text(text_of(said, "en"), text_of(said, "ru")),
            typed="card_parts",
            lines=4,
            longest=2000,
            hint=Line("parts_hint"),
            example=Line("parts_example"),
        )
    if card.counterattack is None:
        yield Written(
            key=f"{at}counterattack", name=Line("counterattack_at"), typed="card_initiatives", longest=20
        )


def _number(key: str, number: str) -> Choice:
    return Choice(key, Line("plain", {"number": number}))


def _told(tapped: Data, actor: str) -> dict[str, Any]:
    """The facts that were filled in; {} where nothing was."""
    at = f"fact:{actor}:"
    cost = tapped.get(f"{at}cost")
    return bare(
        {
            "types": tapped.get(f"{at}types") or None,
            "mandatory_focus": int(cost) if cost else None,
            "required_kamae": tapped.get(f"{at}kamae") or None,
            "parts": tapped.get(f"{at}parts") or None,
            "counterattack": tapped.get(f"{at}counterattack") or None,
        }
    )


def _parts(text: str) -> Any:
    """The parts of a card as they are written, one line for each effect."""
    parts, problems = parts_from(text)
    if problems:
        lines = "; ".join(f"{one.line}: {one.text}" for one in problems)
        raise Unread(Text(f"These lines say nothing: {lines}", f"Эти строки непонятны: {lines}"))
    return msgspec.to_builtins([replace(part, effects=part.effects or None) for part in parts])


def _initiatives(text: str) -> Any:
    """Numbers of at most two digits."""
    numbers = re.findall(r"[^\s,;]+", text)
    legal = all(number.isdecimal() and len(number) < 3 for number in numbers)
    return list(map(int, numbers)) if legal else None


def _typed(read: Any, *fault: str) -> Typed:
    return Typed(read, Text(*fault))


def _foe_card(text: str) -> str | None:
    """A card of an opponent as it is numbered, `S-004`, `K-995`, or by the number alone."""
    number = text.strip()
    if number.isdecimal() and len(number) <= 3:
        return f"{'K' if int(number) >= FIRST_NIGHTMARE else 'S'}-{int(number):03}"
    return card_of(text)


WRITTEN = {
    "foe_card": _typed(
        _foe_card,
        "There is no card of this name; give its number, such as S-004.",
        "Карты с таким названием нет; укажите номер, например S-004.",
    ),
    "card_parts": _typed(_parts, "These lines say nothing.", "Эти строки непонятны."),
    "card_initiatives": _typed(_initiatives, "Numbers only, as 5 or 4, 5.", "Только числа: 5 или 4, 5."),
}
"""What is typed of a card."""
