"""What follows from what somebody fills in on a pad: names of opponents, printed numbers, sums, the winner.

`entailed` gives the payload whole, `fills` what of it no form asks for; the rules judge it like any other. Called
through the game's faces, and by the forms that no schema makes.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping
from functools import partial
from typing import Any

from games.hexes import distance, moved
from games.ruleset import DRAW, NextEvent
from games.senjutsu.chapters.foe_decks import substitutions_of
from games.senjutsu.chapters.harm import gone
from games.senjutsu.chapters.horde import slots_of, types_of
from games.senjutsu.chapters.results import turns_played
from games.senjutsu.chapters.solo import FIXED, fixed_for, open_limits
from games.senjutsu.chapters.zones import flow
from games.senjutsu.events import Turn, VoDeckRegistered
from games.senjutsu.facts import CHARACTERS, FACTS, HORDE, OPPONENTS, opponent_limit
from games.senjutsu.full.cards import card_of
from games.senjutsu.full.cursor import effect_at, running_of
from games.senjutsu.full.definitions import Draw
from games.senjutsu.full.events import STUN
from games.senjutsu.ladder.rank import rank_of
from games.senjutsu.roster.weapons import COVERED
from games.senjutsu.state import OPPONENTS as FOES
from games.senjutsu.state import Fighter, Foe, SenjutsuState

Told = dict[str, Any]


def entailed(play: SenjutsuState, type_: str, told: Told) -> Told:
    """The payload of an event with all that follows from what was filled in."""
    more = ENTAILED.get(type_)
    return more(play, told) if more is not None else told


def fills(play: SenjutsuState, told: NextEvent) -> dict[str, Any]:
    """Field -> what follows from what is filled in: fields that nobody is asked for, and what a scenario fixes."""
    names = FILLED.get(told.type, ())
    if told.type == "match_finished" and "turns" in told.limits:
        return {"turns": turns_played(play)}  # nobody is asked whether one more was broken off
    if told.type == "vo_joined" and play.scenario is not None:
        names = (*names, *FIXED)
    if told.type == "cards_moved":
        names = _of_search(told)
    return {name: partial(_filled, play, told.type, name) for name in names}


def _filled(play: SenjutsuState, type_: str, name: str, told: Mapping[str, Any]) -> Any:
    return entailed(play, type_, {**told}).get(name)


def _of_search(told: NextEvent) -> tuple[str, ...]:
    """A printed search asks for none of these, the text of a card for its zones."""
    if told.limits:
        return ("search", "source", "to", "by")
    return ("by",) if "player" in told.choices else ()


def bare(told: Mapping[str, Any]) -> Told:
    """Without what is not told."""
    return {key: value for key, value in told.items() if value is not None}


def _character(play: SenjutsuState, told: Told) -> Told:
    """SEN-ROSTER-01, -19: the core card, the printed weapons and their cards, cover; a new name as a key."""
    key = told["character"].strip().casefold().replace(" ", "_")
    known = CHARACTERS.get(key)
    weapons = told.get("weapons") or (list(known.weapons) if known is not None else None)
    return {
        **told,
        **bare(
            {
                "character": key,
                "core_card": known.core if known is not None else None,
                "cover": True if told.get("cover") or key in COVERED else None,
                "weapons": weapons,
                "weapon_cards": [FACTS.weapons[one].card for one in weapons] if weapons else None,
            }
        ),
    }


def _foe_deck(play: SenjutsuState, told: Told) -> Told:
    """SEN-VOD-05, -06: what the cards say of substitutes and of a nightmare."""
    type_, cards = told["vo_type"], tuple(told.get("cards") or ())
    name = next(f"{type_}-{n}" for n in range(1, 99) if f"{type_}-{n}" not in play.foe_decks)
    nightmare = any(card.startswith("K-") for card in cards)
    event = VoDeckRegistered(vo_deck=name, vo_type=type_, cards=cards, nightmare=nightmare)
    swaps = [{"empty": swap.empty, "used": swap.used} for swap in substitutions_of(play, event)]
    return {**told, "vo_deck": name, "nightmare": nightmare, "substitutions": swaps}


def new_name(taken: Iterable[str], type_: str) -> str:
    """A name for a new opponent by its type and number, as people read it: `yari-2`. No name is used twice."""
    known = set(taken)
    return next(f"{type_}-{count}" for count in range(1, len(known) + 2) if f"{type_}-{count}" not in known)


def free_deck(play: SenjutsuState, vo_type: str, taken: Iterable[str] = ()) -> str | None:
    """A logged deck of this type that nobody uses yet."""
    used = {foe.vo_deck for foe in play.foes.values()} | set(taken)
    fits = (key for key, deck in play.foe_decks.items() if deck.vo_type == vo_type and key not in used)
    return next(fits, None)


def usual_limit(play: SenjutsuState) -> int:
    """SEN-SOLO-05: the wound limit of one more opponent where nobody names one."""
    legal = open_limits(play)
    return legal[0] if legal else opponent_limit(len(play.foes) + 1)


def _joins(play: SenjutsuState, told: Told) -> Told:
    """SEN-SOLO-26, SEN-CAMP-02: named, in cover as its type begins, as the scenario fixes it."""
    type_ = told["vo_type"]
    fixed = fixed_for(play, type_)
    by_scenario = {name: value for name in FIXED if (value := getattr(fixed, name, None)) is not None}
    usual = {
        "vo": new_name((*play.foes, *play.fighters), type_),
        "wound_limit": usual_limit(play),
        "vo_deck": free_deck(play, type_) if play.full is not None else None,
        "in_cover": OPPONENTS.types[type_].cover or None,
    }
    return {**bare(usual), **bare(told), **by_scenario}


def _wave(play: SenjutsuState, told: Told) -> Told:
    """SEN-HORDE-02 to -04: of opponents told by slot and start hex, all that a wave prints."""
    types, level = types_of(play), play.run.level
    names: list[str] = []
    decks: list[str] = []
    vos = []
    for one in told["vos"]:
        type_ = types[one["slot"]]
        names.append(new_name(names, type_))
        deck = free_deck(play, type_, decks) if play.full is not None else None
        decks += [deck] if deck else []
        behaviour, facing = HORDE.starts[one["hex"]], _toward(play, told, one["hex"])
        usual = {"vo": names[-1], "wound_limit": level, "vo_type": type_, "behaviour": behaviour}
        vos.append({**usual, **bare({"vo_deck": deck, "facing": facing}), **one})
    return {**told, "level": level, "wave": play.run.wave, "vos": vos}


def slot_types(play: SenjutsuState) -> dict[str, str]:
    """The slots of the next wave, with the type of opponent in each."""
    types = types_of(play)
    return {slot: types[slot] for slot in slots_of(play)}


def _toward(play: SenjutsuState, told: Told, letter: str) -> int | None:
    """Toward the character, as the start hexes are printed; None where a place is unknown."""
    if play.full is None:
        return None
    place = (told.get("start_letters") or {}).get(letter) or play.full.letters.get(letter)
    start = play.full.letters.get("X")
    if not place or start is None:
        return None
    q, r = place
    return min(range(6), key=lambda facing: distance(moved((q, r), facing), start))


def _turn(play: SenjutsuState, told: Told) -> Told:
    """What the limits and the empty deck mean for everybody; opponents that did not change are left out."""
    characters = {player: _fought(play, player, one) for player, one in told["characters"].items()}
    opponents = {vo: _suffered(play, vo, one) for vo, one in (told.get("opponents") or {}).items()}
    changed = {vo: one for vo, one in opponents.items() if one}
    return {**told, "characters": characters, "opponents": changed}


def _fought(play: SenjutsuState, player: str, told: Told) -> Told:
    fighter = play.fighters[player]
    fallen = told.get("defeated") or _fall(told, fighter.wound_limit, fighter.hand_limit)
    moves = {name: told[name] for name in ("extra_drawn", "returned") if name in told}
    due = flow(fighter, Turn(wounds=0, **moves))
    missed = min(due.missed, max(due.fewest, told["wounds"] - fighter.wounds)) if due is not None else 0
    healed = _healed(fighter, told, missed)
    return bare({**told, "defeated": fallen, "deckout_wounds": missed or None, "healed": healed or None})


def _healed(one: Fighter | Foe, told: Told, missed: int = 0) -> int:
    """SEN-EFF-01, -02: what went of the wounds that were there and of those that the empty deck gave."""
    normal = one.wounds - one.bleeding + missed
    return gone(told["wounds"], told.get("bleeding") or 0, normal, one.bleeding)


def _suffered(play: SenjutsuState, vo: str, told: Told) -> Told:
    foe = play.foes[vo]
    fallen = told.get("defeated") or _fall(told, foe.wound_limit, foe.wound_limit)
    if (told["wounds"], told["stuns"], fallen) == (foe.wounds, foe.stuns, None):
        return {}
    return bare({**told, "defeated": fallen, "healed": _healed(foe, told)})


def _fall(told: Told, wound_limit: int | None, stun_limit: int | None) -> str | None:
    """SEN-END-01, -02: the defeat that wounds or stuns mean."""
    if wound_limit is not None and told["wounds"] >= wound_limit:
        return "wounds"
    return "stun" if stun_limit is not None and told["stuns"] >= stun_limit else None


def _recovery(play: SenjutsuState, told: Told) -> Told:
    """SEN-HORDE-10: half of the discard pile, rounded up, goes back."""
    before = told.get("discard_before")
    if before is None:
        return told
    return {**told, "returned": (before + 1) // 2, "discard_after": before // 2}


def _finished(play: SenjutsuState, told: Told) -> Told:
    """SEN-END-05, -06: the winner of a report follows from who stands; a run has its rank."""
    if "winner" in told:
        return told
    fallen = {one["player"] for one in told.get("defeats") or ()}
    fallen |= {player for player, one in play.fighters.items() if one.defeated is not None}
    left = list(dict.fromkeys(one.side for player, one in play.fighters.items() if player not in fallen))
    run = told.get("horde")
    if play.mode in ("solo", "horde"):
        winner = left[0] if left and play.mode == "solo" else FOES
    else:
        winner = left[0] if len(left) == 1 else DRAW
    ranked = {"horde": {**run, "rank": rank_of(run["waves_cleared"])}} if run else {}
    return {**told, "winner": winner, **ranked}


def _drawn(play: SenjutsuState, told: Told) -> Told:
    """The draw of the phase, in Draw; what an instant draws there comes before it."""
    phase = (
        play.full is not None and play.full.step == "draw" and effect_at(play, told["actor"], Draw) is None
    )
    return {**told, "reason": "phase" if phase else "effect"}


def _moved(play: SenjutsuState, told: Told) -> Told:
    """A printed search; what only a text says tells its zones and its card itself."""
    running = running_of(play, told["player"])
    usual = {"source": "deck", "to": "hand", "by": running.card if running else STUN}
    return {**usual, **told, "search": told.get("search", "source" not in told)}


def _answered(play: SenjutsuState, told: Told) -> Told:
    return {**told, "wound": int(bool(told.get("attack_effect")))}


def _instant(play: SenjutsuState, told: Told) -> Told:
    """The revealed card that it replaces or adds to."""
    on = card_of(play, told["player"]) if told["kind"] != "normal" else None
    return {**bare({"on": on}), **told}


ENTAILED: dict[str, Callable[[SenjutsuState, Told], Told]] = {
    "side_registered": _character,
    "vo_deck_registered": _foe_deck,
    "vo_joined": _joins,
    "wave_started": _wave,
    "turn_recorded": _turn,
    "recovery_applied": _recovery,
    "match_finished": _finished,
    "card_drawn": _drawn,
    "cards_moved": _moved,
    "vo_counter_resolved": _answered,
    "instant_played": _instant,
}
FILLED: dict[str, tuple[str, ...]] = {
    "side_registered": ("character", "core_card", "cover", "weapons", "weapon_cards"),
    "vo_deck_registered": ("vo_deck", "nightmare", "substitutions"),
    "vo_joined": ("vo", "vo_deck", "in_cover"),
    "recovery_applied": ("returned", "discard_after"),
    "card_drawn": ("reason",),
    "vo_counter_resolved": ("wound",),
}
"""The fields of an event that its form does not ask for."""
