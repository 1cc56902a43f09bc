"""What the match page shows of Senjutsu: every character's numbers, the opponents, the run of a horde, own secrets."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from django.utils.translation import gettext as _

from games.rulebook import title
from games.senjutsu.facts import HORDE
from games.senjutsu.ladder import rank_of
from games.senjutsu.scoring import counted_wounds
from games.senjutsu.state import Fighter, Foe, SenjutsuState
from tracker.pages.match_forms.names import LETTERS
from tracker.pages.match_forms.senjutsu import words as w
from tracker.pages.match_forms.senjutsu.base import Desk


def line_key(side: str, player: str | None, source: str, turn: int | None) -> tuple[Any, ...]:
    """What a score line is known by in the match row; this game has none."""
    return (side, player, source, turn)


def score(desk: Desk, seqs: Mapping[tuple[Any, ...], int]) -> dict[str, Any]:
    """{"turn", "sides": [{"name", "letter", "total", "fighters"}], "foes", "run", "unverified"}."""
    play = desk.play
    return {
        "turn": desk.outcome.turn,
        "sides": [
            _side(desk, side, name, letter)
            for letter, (side, name) in zip(LETTERS, desk.sides().items(), strict=False)
        ],
        "duel": play.mode not in ("solo", "horde"),
        "foes": [_foe(foe, desk.names.language) for foe in play.foes.values()],
        "run": _run(play) if play.mode == "horde" else None,
        "unverified": [(rule, title(rule, desk.names.language)) for rule in desk.outcome.unverified],
    }


def _side(desk: Desk, side: str, name: str, letter: str) -> dict[str, Any]:
    fighters = [fighter for fighter in desk.fighters() if fighter.side == side]
    return {
        "side": side,
        "name": name,
        "letter": letter,
        "total": desk.outcome.vp.get(side, 0),
        "fighters": [_fighter(desk, fighter) for fighter in fighters],
    }


def _fighter(desk: Desk, fighter: Fighter) -> dict[str, Any]:
    language = desk.names.language
    ended = desk.play.phase == "closed"
    at_full = desk.play.full is not None
    told = [
        (_("Bleeding"), fighter.bleeding or None),
        (_("Stuns"), f"{fighter.stuns} / {fighter.hand_limit or '?'}" if fighter.stuns else None),
        (_("Injuries"), fighter.injuries or None),
        (_("Focus"), fighter.focus),
        (_("Kamae"), w.kamae_name(fighter.kamae, language) if fighter.kamae else None),
        (_("Poison deck"), fighter.poison_size or None),
        *([] if at_full else _cards(fighter)),
    ]
    return {
        "player": desk.names.player(fighter.player),
        "character": w.character_name(fighter.character, language),
        "wounds": counted_wounds(fighter) if ended else fighter.wounds,
        "limit": fighter.wound_limit,
        "facts": [(label, value) for label, value in told if value is not None],
        "defeated": w.cause_words()[fighter.defeated] if fighter.defeated else "",
    }


def _cards(fighter: Fighter) -> list[tuple[str, int | None]]:
    """Counts of cards; at full detail the board tells them."""
    return [(_("Hand"), fighter.hand), (_("Deck"), fighter.deck), (_("Discard pile"), fighter.discard)]


def _foe(foe: Foe, language: str) -> dict[str, Any]:
    return {
        "name": w.opponent_name(foe.vo_type, language),
        "id": foe.vo,
        "hex": foe.hex if isinstance(foe.hex, str) else "",
        "wounds": foe.wounds,
        "limit": foe.wound_limit,
        "stuns": foe.stuns,
        "notes": w.opponent_notes(foe, language),
        "defeated": w.cause_words()[foe.defeated] if foe.defeated else "",
    }


def _run(play: SenjutsuState) -> dict[str, Any]:
    """Waves and levels of a horde run, and the rank that they are worth."""
    run = play.run
    rank = rank_of(run.cleared)
    return {
        "cleared": run.cleared,
        "level": run.level,
        "wave": run.wave,
        "fallen": run.vos_in_wave,
        "turn": run.last_clear_turn,
        "rank": rank,
        "rank_name": w.rank_words()[rank],
        "over": play.phase == "closed",
        "steps": [_step(number, run.cleared) for number in range(_shown_waves(run.cleared))],
    }


def _shown_waves(cleared: int) -> int:
    """Whole levels: as many as jade takes, or as the run has begun."""
    waves = len(HORDE.waves)
    return max(HORDE.ranks["jade"], (cleared // waves + 1) * waves)


def _step(number: int, cleared: int) -> dict[str, bool]:
    """One wave of the row: cleared, being played, the last of its level."""
    return {
        "done": number < cleared,
        "now": number == cleared,
        "last": (number + 1) % len(HORDE.waves) == 0,
    }


def scoreboard(desk: Desk) -> tuple[str, list[tuple[str, int]]]:
    """(what the numbers on the pad count, each side by its players with its number). None for a game alone."""
    play, vp = desk.play, desk.outcome.vp
    if play.mode == "horde":
        return "", [(_("Waves cleared"), play.run.cleared)]
    named = {side: ", ".join(desk.players_of(side)) or name for side, name in desk.sides().items()}
    found = [(name, vp.get(side, 0)) for side, name in named.items()]
    return (_("Wounds dealt"), found) if play.mode != "solo" else ("", [])


def headline(play: SenjutsuState, language: str) -> dict[str, str]:
    """The match in words: what is played, how, and where."""
    if not play.mode:
        return {}
    facts = [
        w.battlefield_name(play.battlefield, language) if play.battlefield else "",
        w.mode_name(play.mode),
        _("competitive") if play.options.competitive and play.mode not in ("solo", "horde") else "",
        _("nightmare") if play.options.nightmare else "",
        _("fallen lord") if play.options.fallen_lord else "",
    ]
    return {"title": " · ".join(fact for fact in facts if fact)}


def secrets(desk: Desk) -> list[dict[str, str]]:
    """Weapons and deck of the own characters while the other side may not know them: [{"whose", "text"}]."""
    if desk.final:
        return []
    mine = [fighter for fighter in desk.fighters() if fighter.player in desk.players]
    return [
        {"whose": desk.names.player(fighter.player), "text": text, "label": ""}
        for fighter in mine
        for text in (_hand(desk, fighter), _secret(desk, fighter))
        if text
    ]


def _hand(desk: Desk, fighter: Fighter) -> str:
    """The cards in hand as far as they were noted, and the one that was chosen."""
    full = desk.play.full
    if full is None:
        return ""
    pile, seat = full.piles.get(fighter.player), full.seats.get(fighter.player)
    held = w.listed(w.card_name(card, desk.names) for card in (pile.held if pile else ()))
    chosen = w.card_name(seat.card, desk.names) if seat and seat.card and not seat.play else ""
    return "; ".join(
        part
        for part in (
            _("Hand: %(cards)s") % {"cards": held} if held else "",
            _("chosen: %(card)s") % {"card": chosen} if chosen else "",
        )
        if part
    )


def _secret(desk: Desk, fighter: Fighter) -> str:
    language = desk.names.language
    cards = {} if desk.play.full is not None else fighter.cards or {}
    weapons = w.listed(w.weapon_name(key, language) for key in fighter.weapons or ())
    listed = w.listed(
        (f"{count}× " if count > 1 else "") + w.card_name(key, desk.names) for key, count in cards.items()
    )
    return "; ".join(part for part in (weapons, listed) if part)


def _lists_open(desk: Desk) -> bool:
    """SEN-HID-01, -10: one's own deck stays behind "Hold to look" for as long as the others may not see it."""
    lists = desk.play.options.deck_lists
    return lists == "open" or (lists == "after" and desk.final)


def squads(desk: Desk) -> list[dict[str, Any]]:
    """The decks that everybody may see, for the side of the match page."""
    return [
        {
            "player": desk.names.player(fighter.player),
            "cards": [(count, w.card_name(key, desk.names)) for key, count in fighter.cards.items()],
        }
        for fighter in desk.fighters()
        if fighter.cards and _lists_open(desk)
    ]
