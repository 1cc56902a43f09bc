"""What the pages may say of a match of Super Fantasy Brawl besides its events: names, and what a sentence adds up.

Called through the game's descriptor.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from typing import Any

from games.faces import Faces, Held, Typed, said_by_type
from games.rulebook import Text, books
from games.ruleset import Cards, NextEvent
from games.super_fantasy_brawl.chapters.stuck import stuck
from games.super_fantasy_brawl.facts import BASICS, CHAMPIONS, FACTS, MODES, TRAPS
from games.super_fantasy_brawl.pages import card_forms, forms, report
from games.super_fantasy_brawl.pages.plan import plain_name, plans
from games.super_fantasy_brawl.pages.tallies import facts, tallies
from games.super_fantasy_brawl.pages.taps import taps
from games.super_fantasy_brawl.roster.check import USES, champion_names, slug_of
from games.super_fantasy_brawl.roster.ready import ready
from games.super_fantasy_brawl.state import UNNAMED, SfbState, mode_of, players_of
from games.taps import first_of

KEY = "super_fantasy_brawl"
Name = Callable[[str], str]
LETTERS = {"a": Text("A", "А"), "b": Text("B", "Б"), "red": Text("A", "А"), "blue": Text("B", "Б")}
"""Keys of sides that events deal out, as champions carry them."""
OF_CHAMPIONS = frozenset(
    ("champion", "champions", "level", "levelled_up", "targets", "by", "banned", "left", "aimed", "who")
)
OF_CARDS = frozenset(
    ("card", "cards", "hand", "top", "discarded", "drawn", "returned", "shown", "source", "discard_pile")
)
NAMED: dict[str, Mapping[str, Any]] = {
    "basic": {str(number): basic.name for number, basic in BASICS.items()},
    "core": {str(key): text for key, text in FACTS.cores.items()},
    "mode": {key: mode.name for key, mode in MODES.items()},
    "token": {key: trap.name for key, trap in TRAPS.items()},
    "use": USES,
}
"""Field -> its values as the rulebook names them."""


def named(state: SfbState) -> dict[str, Text]:
    """Everything that a match at full detail pins, as far as its edition names it."""
    full = state.full
    if full is None:
        return {}
    found: dict[str, Any] = {**full.champions, **full.cards, **(full.challenges or {})}
    return {key: Text(one.name, one.name_ru or one.name) for key, one in found.items() if one.name}


def printed(state: SfbState) -> set[str]:
    """The champions and challenges that may be seen."""
    pools = (*state.draft.pools.values(), *state.draft.registered.values(), *state.rosters.values())
    return {*(slug for pool in pools for slug in pool), *(card for card in state.track.cells if card)}


def called(field: str, id_: str, name: Name) -> Text | None:
    """A champion by its slug or by its figure, which tells its side: `Gwaien (A)`; cards, cores and the like."""
    side, colon, slug = id_.partition(":")
    if colon and slug:
        letter = LETTERS.get(side, Text(side, side))
        own = name(slug) if name(slug) != slug else plain_name(slug)
        return Text(f"{own} ({letter.en})", f"{own} ({letter.ru})")
    if id_ in NAMED.get(field, {}):
        told: Text = NAMED[field][id_]
        return told
    known = CHAMPIONS.get(id_) or FACTS.cards.get(id_)
    if known is not None:
        return Text(known.name.en, known.name.ru)
    if field not in OF_CHAMPIONS | OF_CARDS:
        return None
    plain = plain_name(id_) if field in OF_CHAMPIONS else id_.replace("_", " ")
    return Text(plain, plain)


def place(state: SfbState) -> Text | None:
    """What is played, and on which arena."""
    if state.mode not in MODES:
        return None
    mode, ground = MODES[state.mode].name, state.full.ground if state.full is not None else None
    if ground is None:
        return mode
    return Text(f"{mode.en} · {ground.name}", f"{mode.ru} · {ground.name_ru or ground.name}")


def now(state: SfbState) -> Text | None:
    """Round, phase, and the step of the open action; what staff have to do where nobody finds a champion."""
    words = books()[KEY].words
    phase, action = words.get(f"phase_{state.phase}"), state.full.action if state.full is not None else None
    step = words.get(f"step_{action.step}") if action is not None else None
    if phase is None:
        return None
    told = Text(phase.en + (f", {step.en}" if step else ""), phase.ru + (f", {step.ru}" if step else ""))
    if (need := stuck(state)) is not None:
        helped = words[f"stuck_{need}"]
        told = Text(f"{told.en}. {helped.en}", f"{told.ru}. {helped.ru}")
    if not state.round:
        return Text(told.en[:1].upper() + told.en[1:], told.ru[:1].upper() + told.ru[1:])
    return Text(f"Round {state.round}: {told.en}", f"Раунд {state.round}: {told.ru}")


def target(state: SfbState) -> int | None:
    """The victory points that win."""
    return mode_of(state).target if state.mode in MODES else None


def held(state: SfbState) -> Iterator[Held]:
    """Registered champions before they lie on the table; hands and planned cards, as far as they were noted."""
    draft, seats = state.draft, state.full.seats if state.full is not None else {}
    for player in players_of(state):
        pool = draft.registered.get(player)
        if pool and player not in draft.pools and player not in state.rosters:
            yield Held(player=player, field="champions", values=pool)
        seat = seats.get(player)
        if seat is None:
            continue
        planned = tuple(card for card in seat.top if card)
        for field, cards in (("hand", tuple(seat.held)), ("top", planned)):
            if cards:
                yield Held(player=player, field=field, values=cards)


def wanted(cards: Cards) -> dict[str, dict[str, Text]]:
    """The champions that a list can hold."""
    return {"champions": champion_names(cards)}


def _of_all(data: Mapping[str, Any]) -> dict[str, Any]:
    """The length and the end of a way, points side by side."""
    found: dict[str, Any] = {}
    if "path" in data:
        path = data["path"]
        found |= {"steps": len(path), "end": path[-1]} if path else {"steps": None}
    for field in ("vp", "vp_after", "challenge_vp", "knockout_vp"):
        if field in data:
            found[field] = [{"side": side, "points": str(vp)} for side, vp in data[field].items()]
    return found


def _displaced(data: Mapping[str, Any]) -> dict[str, Any]:
    return {"missing": data.get("missing") or None}


def _laid(data: Mapping[str, Any]) -> dict[str, Any]:
    return {"cell": str(data["cell"] + 1), "card": data.get("card") or UNNAMED}


def _turn(data: Mapping[str, Any]) -> dict[str, Any]:
    return {
        "challenges": [_claim(one) for one in data.get("challenges") or ()],
        "knockouts": [_out(one) for one in data.get("knockouts") or ()],
    }


def _scored(data: Mapping[str, Any]) -> dict[str, Any]:
    return {"items": [_claim(one) for one in data.get("items") or ()]}


def _claim(one: Mapping[str, Any]) -> dict[str, Any]:
    return {"card": one.get("card") or UNNAMED, "vp": str(one["vp"])}


def _out(one: Mapping[str, Any]) -> dict[str, Any]:
    """With whose merit it is, or that it was a trap."""
    trap = "trap" if one.get("kind") == "trap" and not one.get("by") else None
    return {"champion": one["champion"], "by": one.get("by"), "kind": trap}


def _round(data: Mapping[str, Any]) -> dict[str, Any]:
    cells = enumerate(data["track"], start=1)
    named = [{"place": str(at), "card": card} for at, card in cells if card not in (None, "", UNNAMED)]
    return {
        "track": named,
        "discarded": [card for card in data.get("discarded") or () if card != UNNAMED],
    }


def _deck(data: Mapping[str, Any]) -> dict[str, Any]:
    return {"size": len(data["cards"]) if data.get("cards") is not None else None}


def _drawn(data: Mapping[str, Any]) -> dict[str, Any]:
    return {"dealt": data["drawn"]}


def _skill(data: Mapping[str, Any]) -> dict[str, Any]:
    return {"aimed": data.get("targets")}


def _trap(data: Mapping[str, Any]) -> dict[str, Any]:
    return {"token": data["kind"]}


def _hits(data: Mapping[str, Any]) -> dict[str, Any]:
    return {"targets": [_hit(one) for one in data["targets"]]}


def _hit(one: Mapping[str, Any]) -> dict[str, Any]:
    """Strength, defence and damage of a target, modifiers included."""
    more, guard = (
        sum(mod["amount"] for mod in one.get(key) or ()) for key in ("strength_mods", "defence_mods")
    )
    return {
        "champion": one["champion"],
        "strength": str(one["strength"] + more),
        "defence": str(max(0, one["defence"] + guard)),
        "damage": str(one["damage"]),
    }


def _damage(data: Mapping[str, Any]) -> dict[str, Any]:
    """Nobody is hurt by oneself."""
    return {"by": None} if data.get("by") == data["target"] else {}


def _text(data: Mapping[str, Any]) -> dict[str, Any]:
    return {"changes": list(_changes(data.get("changes") or ()))}


def _changes(changes: Any) -> Iterator[dict[str, Any]]:
    for one in changes:
        amount = one.get("amount")
        yield {**one, "who": one.get("champion") or one.get("player"), "amount": amount and f"{amount:+d}"}


TOLD: dict[str, Callable[[Mapping[str, Any]], dict[str, Any]]] = {
    "attack_resolved": _hits,
    "card_effect_applied": _text,
    "cards_drawn": _drawn,
    "challenge_card_laid": _laid,
    "challenges_scored": _scored,
    "champion_displaced": _displaced,
    "damage_dealt": _damage,
    "personal_deck_built": _deck,
    "round_recorded": _round,
    "skill_used": _skill,
    "trap_triggered": _trap,
    "turn_recorded": _turn,
}


def fills(state: SfbState, told: NextEvent) -> Mapping[str, Any]:
    """The fields that follow."""
    of_stun = told.type == "champion_stunned"
    return card_forms.stunned(state, told) if of_stun else forms.fills(state, told)


CHAMPION = Typed(
    slug_of,
    Text("Name the champion.", "Назовите чемпиона."),
    Text("Another champion", "Другой чемпион"),
)

FACES = Faces(
    typed={"champions": CHAMPION},
    named=named,
    printed=printed,
    called=called,
    told=said_by_type(TOLD, _of_all),
    place=place,
    now=now,
    target=target,
    held=held,
    facts=facts,
    tallies=tallies,
    plans=plans,
    wanted=wanted,
    ready=ready,
    step=forms.step,
    options=forms.options,
    starts=forms.starts,
    tells=forms.tells,
    fills=fills,
    taps=first_of(taps, report.taps, card_forms.taps),
)
