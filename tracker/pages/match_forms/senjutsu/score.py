"""What the match page shows of Senjutsu: every character's numbers, the opponents, the run of a horde, own secrets."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from django.utils.translation import gettext as _

from games.rulebook import title
from games.senjutsu.facts import HORDE
from games.senjutsu.ladder import rank_of
from games.senjutsu.scoring import counted_wounds
from games.senjutsu.state import Fighter, Foe
from tracker.pages.match_forms.names import LETTERS
from tracker.pages.match_forms.senjutsu import words as w
from tracker.pages.match_forms.senjutsu.base import Desk
from tracker.pages.match_forms.senjutsu.full.board import facts_of


def score(desk: Desk, seqs: Mapping[tuple[Any, ...], int]) -> dict[str, Any]:
    """{"turn", "sides": [{"name", "letter", "total", "fighters"}], "foes", "run", "annulled", "unverified"}."""
    play = desk.play
    return {
        "turn": desk.outcome.turn,
        "sides": [
            _side(desk, side, name, letter)
            for letter, (side, name) in zip(LETTERS, desk.sides().items(), strict=False)
        ],
        "duel": play.mode not in ("solo", "horde"),
        "foes": [_foe(desk, foe) for foe in play.foes.values()],
        "run": _run(desk) if play.mode == "horde" else None,
        "annulled": desk.verdict if play.annulled is not None else "",
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
    ended = desk.play.phase == "closed"
    facts = {
        "bleeding": fighter.bleeding or None,
        "stuns": f"{fighter.stuns} / {fighter.hand_limit or '?'}" if fighter.stuns else None,
        "injuries": fighter.injuries or None,
        "focus": fighter.focus,
        "kamae": fighter.kamae,
        "poison_size": fighter.poison_size or None,
    }
    counts = ("hand", "deck", "discard") if desk.play.full is None else ()  # the board tells them
    facts |= {name: getattr(fighter, name) for name in counts}
    return {
        "player": desk.names.player(fighter.player),
        "character": desk.reader.value("character", fighter.character),
        "wounds": counted_wounds(fighter) if ended else fighter.wounds,
        "limit": fighter.wound_limit,
        "facts": facts_of(desk, facts),
        "defeated": desk.reader.value("fell", fighter.defeated),
    }


def _foe(desk: Desk, foe: Foe) -> dict[str, Any]:
    return {
        "name": desk.reader.value("vo_type", foe.vo_type),
        "id": foe.vo,
        "hex": foe.hex if isinstance(foe.hex, str) else "",
        "wounds": foe.wounds,
        "limit": foe.wound_limit,
        "stuns": foe.stuns,
        "notes": w.opponent_notes(foe, desk.names.language),
        "defeated": desk.reader.value("fell", foe.defeated),
    }


def _run(desk: Desk) -> dict[str, Any]:
    """Waves and levels of a horde run, and the rank that they are worth."""
    play, run = desk.play, desk.play.run
    rank = rank_of(run.cleared)
    return {
        "cleared": run.cleared,
        "level": run.level,
        "wave": run.wave,
        "fallen": run.vos_in_wave,
        "turn": run.last_clear_turn,
        "rank": rank,
        "rank_name": desk.reader.value("rank", rank),
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


def secrets(desk: Desk) -> list[dict[str, str]]:
    """Weapons and deck of the reader's characters while the other side may not know them: [{"whose", "text"}]."""
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
    held = ", ".join(desk.card(card) for card in (pile.held if pile else ()))
    chosen = desk.card(seat.card) if seat and seat.card and not seat.play else ""
    return "; ".join(
        part
        for part in (
            _("Hand: %(cards)s") % {"cards": held} if held else "",
            _("chosen: %(card)s") % {"card": chosen} if chosen else "",
        )
        if part
    )


def _secret(desk: Desk, fighter: Fighter) -> str:
    cards = {} if desk.play.full is not None else fighter.cards or {}
    weapons = desk.reader.value("weapons", fighter.weapons) if fighter.weapons else ""
    listed = ", ".join((f"{count}× " if count > 1 else "") + desk.card(key) for key, count in cards.items())
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
            "cards": [(count, desk.card(key)) for key, count in fighter.cards.items()],
        }
        for fighter in desk.fighters()
        if fighter.cards and _lists_open(desk)
    ]
