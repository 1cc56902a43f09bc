"""What only the text of a card says, also of somebody else, by taps: wounds, conditions, focus, advantage, kamae.

Called through the game's faces.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import Any

from games.faces import Unread
from games.lines import Line
from games.rulebook import Text
from games.ruleset import NextEvent
from games.senjutsu.facts import FACTS
from games.senjutsu.full.cards import doses
from games.senjutsu.full.cursor import effects_of
from games.senjutsu.full.preconditions import cards_in_play, cards_resolved, table
from games.senjutsu.pages.fills import bare
from games.senjutsu.state import ALONE, SenjutsuState, standing, standing_foes
from games.taps import Called, Choice, Group, Numbers, OneOf, Row, Taps, Written, of

STEP, NOW = "by_text", "text_now"
"""The step that hardly anybody needs, and the same while a card is resolved of which nobody knows what it does."""
BY_TEXT = ("wound_taken", "wounds_healed", "condition_gained", "focus_lost")
"""Offers that stand for all of it."""
HEALED = {"heal": "normal", "stop": "bleeding", "cure": "injuries", "antidote": "poison"}
"""What a text takes away -> the field of `wounds_healed` that tells it."""
KINDS = ("stun", "injury", "poison", "wound", "bleeding", *HEALED, "focus", "loss", "advantage")
KAMAE = "kamae:"
MOST = 10
"""No text does anything more often."""
Data = Mapping[str, Any]


def read_off(play: SenjutsuState) -> str | None:
    """The card that is being resolved, where nobody told its effects."""
    running = table(play).running
    unknown = running and effects_of(play, running[-1]) is None
    return running[-1].card if unknown else None


def step(play: SenjutsuState) -> str:
    """What the text of a card does is in sight while it is all that anybody can log of that card."""
    return NOW if play.full is not None and read_off(play) is not None else STEP


def taps(play: SenjutsuState, told: NextEvent) -> Taps | None:
    """One form for all that a text may do."""
    if told.type not in BY_TEXT or play.full is None:
        return None
    return Taps(groups=(Group(rows=tuple(_rows(play))),), events=_events)


def _rows(play: SenjutsuState) -> Iterator[Row]:
    """Players tell what befalls themselves, and the opponents (SEN-LOG-04)."""
    cells = (key for key in FACTS.kamae if key != "neutral")
    becomes = (Choice(f"{KAMAE}{key}", Line("becomes", {"kamae": key})) for key in cells)
    known = (kind for kind in KINDS if kind != "advantage" or play.mode not in ALONE)  # SEN-SOLO-11: no track
    kinds = (*(Choice(kind, Line(f"text_{kind}")) for kind in known), *becomes)
    yield OneOf(key="kind", name=Line("what_happens"), choices=kinds, needed=True)
    players = (Choice(player, Called("actor", player), whose=player) for player in standing(play))
    foes = of("actor", standing_foes(play))
    yield OneOf(key="actor", name=Line("to_whom"), choices=(*players, *foes), needed=True)
    yield Numbers(key="count", name=Line("how_often"), start=1, numbers=tuple(range(1, MOST + 1)))
    entered = _entered(play)
    cards = cards_resolved(play) if table(play).step == "reveal" else (*cards_in_play(play), *_poisons(play))
    causes = (*of("named", dict.fromkeys(cards)), *of("object", entered))
    now = entered[0] if entered else read_off(play)
    yield OneOf(key="cause", name=Called("cause"), choices=causes, start=now, listed=True, needed=True)
    yield Written(key="poison", name=Line("which_poison"), typed="poison", hint=Line("poison_hint"))


def _entered(play: SenjutsuState) -> tuple[str, ...]:
    """SEN-TER-02: the terrain whose markers the table waits for; no other terrain does anything to anybody."""
    due = (one for one in table(play).due if "condition_gained" in one.kind.split("|"))
    return tuple(dict.fromkeys(one.told["terrain"] for one in due if "terrain" in one.told))


def _poisons(play: SenjutsuState) -> Iterator[str]:
    """SEN-EFF-07: those that were just used do what they say; those that stay with somebody go on doing it."""
    yield from doses(play)
    for bodies in (play.fighters, play.foes):
        for one in bodies.values():
            yield from one.poisons


def _events(tapped: Data, data: Data) -> Iterator[tuple[str, Data]]:
    kind, actor, count, cause = (tapped[name] for name in ("kind", "actor", "count", "cause"))
    if kind in ("poison", "antidote") and not tapped["poison"]:
        said = Text(
            "Which poison card is it? Give its number, such as C-002.",
            "Какая это карта отравления? Укажите номер, например C-002.",
        )
        raise Unread(said, "poison")
    if kind in ("stun", "injury", "poison"):
        which = {"poison": tapped["poison"] if kind == "poison" else None}
        yield (
            "condition_gained",
            bare({"actor": actor, "kind": kind, "count": count, "cause": cause, **which}),
        )
    elif kind == "focus":
        yield "focus_gained", {"player": actor, "amount": count, "reason": "other", "card": cause}
    elif kind == "loss":
        yield "focus_lost", {"player": actor, "amount": count, "card": cause}
    elif kind == "advantage":
        yield "advantage_gained", {"player": actor, "card": cause}
    elif kind.startswith(KAMAE):
        to = kind.removeprefix(KAMAE)
        yield "kamae_changed", {"player": actor, "instruction": to, "to": to, "card": cause}
    elif kind in HEALED:
        much = tapped["poison"] if kind == "antidote" else count
        yield "wounds_healed", {"actor": actor, "card": cause, HEALED[kind]: much}
    else:
        wounds = {"bleeding" if kind == "bleeding" else "normal": count}
        yield "wound_taken", {"actor": actor, "cause": cause, **wounds}
