"""What a campaign hears of a match of Senjutsu, and what it may move in one. Named in `system.py`.

A fighter is a character. Scars lower the limit that its card prints.
"""

from __future__ import annotations

from collections.abc import Iterator

from msgspec.structs import replace

from games.campaigns import Campaigns, FactKind, Lever, Pinned, Told
from games.rulebook import Text
from games.ruleset import Event, Outcome
from games.senjutsu.events import SideRegistered
from games.senjutsu.state import SenjutsuState


def _read(play: SenjutsuState, outcome: Outcome) -> Iterator[Told]:
    for fighter in play.fighters.values():
        if fighter.character is None:
            continue
        who = f"{fighter.side}/{fighter.character}"
        yield Told(fact="fielded", key=who, of=who)
        yield Told(fact="wounds", key=who, of=who, values={"is": fighter.wounds})
        if fighter.defeated is not None:
            yield Told(fact="defeated", key=who, of=who, values={"cause": fighter.defeated})
    if play.mode == "horde":
        for side in dict.fromkeys(fighter.side for fighter in play.fighters.values()):
            yield Told(fact="waves", key=side, of=side, values={"is": play.run.cleared})


def _is_meant(event: Event, pinned: Pinned, play: SenjutsuState) -> bool:
    return (
        isinstance(event, SideRegistered)
        and event.character == pinned.fighter
        and event.player in play.fighters
        and play.fighters[event.player].side == pinned.side
    )


def _hides_limit(event: Event, pinned: Pinned, play: SenjutsuState) -> bool:
    """A limit that nobody told cannot be lowered."""
    return _is_meant(event, pinned, play) and getattr(event, "wound_limit", None) is None


def _lowered(event: Event, pinned: Pinned, play: SenjutsuState) -> Event:
    if not isinstance(event, SideRegistered) or not _is_meant(event, pinned, play):
        return event
    return replace(event, wound_limit=max(1, (event.wound_limit or 1) + pinned.value))


CAMPAIGNS = Campaigns(
    facts={
        "fielded": FactKind(name=Text("a character who fought", "кто сражался"), of="fighter"),
        "wounds": FactKind(
            name=Text("wounds of a character", "раны персонажа"), of="fighter", fields={"is": "number"}
        ),
        "defeated": FactKind(
            name=Text("a character who was defeated", "кто побеждён"),
            of="fighter",
            fields={"cause": "word"},
            alone=Text("defeated", "терпит поражение"),
        ),
        "waves": FactKind(name=Text("waves cleared", "пройдено волн"), of="side", fields={"is": "number"}),
    },
    levers={
        "wound_limit": Lever(
            name=Text("Wound limit of the character", "Предел ран персонажа"),
            of="fighter",
            breaks=_hides_limit,
            bent=_lowered,
        ),
        "banned_character": Lever(
            name=Text("May not fight", "Не может сражаться"), of="fighter", breaks=_is_meant
        ),
    },
    read=_read,
    dead="banned_character",
    fighters="character",
)
