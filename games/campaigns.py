"""What a game tells a campaign and takes from it: two closed lists, in its descriptor (`games.system`).

A *fact* comes out of a confirmed match: who won, which model fell and by whom. It holds only what everybody may know. A
*lever* goes into a later match: an option of its opening, or what the log of the match then refuses or reads otherwise.
A club's definition may name these and nothing else, so no campaign can ask a game for what it does not publish.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping
from typing import Any, Literal

import msgspec

from games.rulebook import Text
from games.ruleset import Event, Outcome, RuleViolation

Of = Literal["match", "side", "fighter", "table"]


class FactKind(msgspec.Struct, frozen=True, kw_only=True):
    """A fact: whom it is about, its fields with what they hold, and the levels of detail at which a log tells it.

    A field holds `side` or `fighter` (somebody of the match, or a word), `number`, `flag`, or one of the words named.
    `deed` and `fate` tell it in the life of whoever did it (`by`) and of whom it befell, `{who}` being the other one;
    `alone` where nobody is named who did it.
    """

    name: Text
    of: Of
    fields: Mapping[str, str | tuple[str, ...]] = {}
    levels: tuple[str, ...] = ()
    deed: Text | None = None
    fate: Text | None = None
    alone: Text | None = None

    def is_told(self, level: str) -> bool:
        """Whether a log of this level tells it; where it does not, somebody has to be asked."""
        return not self.levels or level in self.levels


class Told(msgspec.Struct, frozen=True, kw_only=True, omit_defaults=True, forbid_unknown_fields=True):
    """One fact of one match. `of`: "" for the match, a side, or `side/fighter`. `key` tells it from others of its kind
    by what it is about, never by its number in a list. `stated`: a player said so, no log did.
    """

    fact: str
    key: str = ""
    of: str = ""
    values: dict[str, str | int | bool] = {}
    stated: bool = False


class Pinned(msgspec.Struct, frozen=True, kw_only=True, omit_defaults=True, forbid_unknown_fields=True):
    """A lever as one match was opened with it: for which side and fighter, and the mark and match that it is due to."""

    lever: str
    value: int = 1
    side: str = ""
    fighter: str = ""
    mark: str = ""
    match: str = ""


class Decided(msgspec.Struct, frozen=True, kw_only=True):
    """What the organisers of a day decided about the fact `key`: the table that it goes to, and what else they said.

    `order` counts their decisions, so that a table that lags behind hears of them in that order.
    """

    key: str
    to: str = ""
    values: dict[str, str] = {}
    order: int = 0


class Sent(msgspec.Struct, frozen=True, kw_only=True):
    """Facts of the table `table` on their way to another one, or back to it, with what was decided about each."""

    table: str
    facts: tuple[Told, ...]
    decided: tuple[Decided, ...] = ()


Payload = tuple[str, dict[str, Any]]
"""(type, data) of an event for a match, whatever its game."""


class Live(msgspec.Struct, frozen=True, kw_only=True):
    """How a lever works on a match that is being played: by an event of its log.

    `sends`: what is sent -> the event. `holds`: (what the outcome of the match carries, what is sent) -> whether its
    log has heard it. `together`: all facts of a table go in one event. `while_open`: not once the match is over.
    """

    sends: Callable[[Sent], Payload]
    holds: Callable[[Mapping[str, Any], Sent], bool]
    together: bool = False
    while_open: bool = False


class Lever(msgspec.Struct, frozen=True, kw_only=True):
    """What a campaign may move. `option`: an option of the match's opening that the value stands in for.

    A lever of a table is `live`: links between the tables of a day move it, and nothing else does.

    `breaks`: (event, what was pinned, state of play) -> whether the event goes against it. `bent`: (event, what was
    pinned) -> the event as the match reads it.
    """

    name: Text
    of: Of
    option: str = ""
    breaks: Callable[[Event, Pinned, Any], bool] | None = None
    bent: Callable[[Event, Pinned, Any], Event] | None = None
    live: Live | None = None


class Campaigns(msgspec.Struct, frozen=True, kw_only=True):
    """What a game publishes. `read`: (state of play as everybody sees it, outcome) -> its facts.

    `only_days`: its matches are linked while they are played, as tables of one day, and no campaign follows them
    otherwise. `level`: the level of detail of its log. `dead`: the lever that keeps a dead fighter out of a match.
    `fighters`: the field whose values fighters are, where the game has names of its own for them. `brings`: (fighters
    of a roster by ID, with their names) -> what the form starts with by which its player brings them into a match.
    Who won is a fact of every game and need not be published.
    """

    facts: Mapping[str, FactKind] = {}
    levers: Mapping[str, Lever] = {}
    read: Callable[[Any, Outcome], Iterable[Told]] = lambda play, outcome: ()
    dead: str = ""
    fighters: str = ""
    brings: Callable[[Mapping[str, str]], Mapping[str, Any]] = lambda fighters: {}
    only_days: bool = False
    level: Callable[[Any], str] = lambda play: play.detail


COMMON: Mapping[str, FactKind] = {
    "winner": FactKind(name=Text("who won", "кто победил"), of="match", fields={"is": "side"}),
    "points": FactKind(name=Text("points of a side", "очки стороны"), of="side", fields={"is": "number"}),
}
"""Facts of every game, from the outcome."""


def facts_of(published: Campaigns) -> Mapping[str, FactKind]:
    """Every fact that a campaign of this game may name."""
    return {**COMMON, **published.facts}


def read(published: Campaigns, play: Any, outcome: Outcome) -> tuple[Told, ...]:
    """Every fact of a confirmed match that its log tells."""
    found = [Told(fact="winner", values={"is": outcome.winner or "draw"})]
    found += [Told(fact="points", key=side, of=side, values={"is": vp}) for side, vp in outcome.vp.items()]
    return (*found, *published.read(play, outcome))


def untold(published: Campaigns, play: Any) -> tuple[str, ...]:
    """The facts that a log of this level does not tell."""
    level = published.level(play)
    return tuple(key for key, kind in facts_of(published).items() if not kind.is_told(level))


def broken(
    published: Campaigns, pinned: Iterable[Pinned], play: Any, event: Event
) -> Iterable[RuleViolation]:
    """WL-LEV-01: what the campaign of this match does not allow, with the mark and the match that it is due to."""
    for one in pinned:
        lever = published.levers.get(one.lever)
        if lever is not None and lever.breaks is not None and lever.breaks(event, one, play):
            params = {"fighter": one.fighter, "mark": one.mark or one.lever, "match": one.match}
            yield RuleViolation("WL-LEV-01", params)


def bent(published: Campaigns, pinned: Iterable[Pinned], play: Any, event: Event) -> Event:
    """The event as a match with these levers reads it."""
    for one in pinned:
        lever = published.levers.get(one.lever)
        if lever is not None and lever.bent is not None:
            event = lever.bent(event, one, play)
    return event
