"""Warbands as text: a list that a person can read, type and send, in and out.

The leader first, as `Leader: Captain`, then a figure in a line, as `2x Scout; 5; 1`: copies, name, cost, size, and
whether it is unique (or its lives, where a table counts them), each as far as no card tells it. A list in JSON, as
programs have it, is read too. Called by `builder` and `hire_taps`.
"""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterator, Mapping
from typing import Any

import msgspec
from msgspec.structs import replace

from games.builder import Unread, copies_of, names_to_ids, said_lines
from games.faults import fault, of_decoder
from games.last_battle.chapters.hiring import leader_apart
from games.last_battle.figures import Figure
from games.last_battle.roster.check import LEADER, Body
from games.rulebook import Text
from games.ruleset import Cards

LEADS = Text("Leader", "Лидер")
MOST = 25
"""So many figures of a kind."""
LONGEST = 80
"""Characters of a name."""
UNIQUE = {True: Text("unique", "уникальная"), False: Text("not unique", "не уникальная")}
TRAIT = {(LEADER,): LEADS, (): Text("no Leader", "не Лидер")}
"""The traits of a leader, as far as a list tells them."""
HEAD = re.compile(r"(?:leader|лидер)\s*:\s*", re.IGNORECASE)


def parts_of(body: Body) -> tuple[Figure | None, tuple[Figure, ...]]:
    """(the leader, the others) with the facts that the list itself states."""
    told = [Figure(one) if isinstance(one, str) else one for one in body.figures]
    return leader_apart(body.leader, told)


def with_parts(body: Body, leader: Figure | None, others: tuple[Figure, ...]) -> Body:
    """The body with this leader and these figures; a leader stands among them where the list states facts of it."""
    stated = (leader,) if leader is not None and leader != Figure(leader.figure_id) else ()
    return replace(body, leader=leader.figure_id if leader else None, figures=(*stated, *others))


def name_of(id_: str, cards: Cards) -> Text:
    """A figure as its card calls it; one without a card as it was typed."""
    name = str(cards.get(id_, {}).get("name") or id_)
    return Text(name, name)


def to_text(body: Body, cards: Cards, language: str) -> str:
    """The list as text; `from_text` reads it back to the same one."""
    leader, others = parts_of(body)
    first = "" if leader is None else _written(leader, TRAIT.get(_traits(leader)), cards, language)
    told = [f"{LEADS.to(language)}: {first}".strip()] if leader or others else []
    for figure, count in Counter(others).items():
        unique = None if figure.unique is None else UNIQUE[figure.unique]
        copies = f"{count}x " if count > 1 else ""
        told.append(copies + _written(figure, unique, cards, language))
    return "".join(f"{line}\n" for line in told)


def _traits(figure: Figure) -> Any:
    return None if figure.traits is None else (LEADER,) if LEADER in figure.traits else ()


def _written(figure: Figure, last: Text | None, cards: Cards, language: str) -> str:
    facts = (figure.cost, figure.size, last.to(language) if last else None)
    told = (
        name_of(figure.figure_id, cards).to(language),
        *("" if one is None else str(one) for one in facts),
    )
    return "; ".join(told).rstrip("; ")


def from_text(text: str, body: Body, cards: Cards) -> tuple[Body, list[Unread]]:
    """(the body with the list of the text, the lines that say nothing)."""
    if text.lstrip().startswith("{"):
        return _from_json(text, body)
    ids = names_to_ids({id_: name_of(id_, cards) for id_ in cards})
    leader, others, unread = None, list[Figure](), list[Unread]()
    for at, (number, line) in enumerate(said_lines(text)):
        told = HEAD.sub("", line, count=1) if at == 0 else line
        found = [*figures_of(told, ids)]
        if at == 0 and (found or not told):
            leader = _leading(told, found[0]) if found else None
        elif found:
            others += found
        else:
            unread.append(Unread(line=number, text=line, what=fault("figure_line")))
    return with_parts(body, leader, tuple(others)), unread


def _leading(line: str, figure: Figure) -> Figure:
    """The leader as its line tells it, which may say whether it has the trait."""
    last = line.rpartition(";")[2].strip().casefold()
    traits = next((key for key, one in TRAIT.items() if last in (one.en.casefold(), one.ru.casefold())), None)
    return figure if ";" not in line or traits is None else replace(figure, traits=traits)


def _from_json(text: str, body: Body) -> tuple[Body, list[Unread]]:
    try:
        told: Any = msgspec.json.decode(text)
        return msgspec.convert(told.get("body", told), Body), []
    except (msgspec.MsgspecError, RecursionError, ValueError) as error:
        return body, [Unread(line=1, text="", what=of_decoder(str(error)))]


def figures_of(line: str, ids: Mapping[str, str]) -> Iterator[Figure]:
    """The figures of a line, once for each copy; none of a line of another form. `ids`: names of cards to their ids."""
    name, *facts = (part.strip() for part in re.split(r"[;\t]", line))
    count, alone = (1, name) if name.casefold() in ids else copies_of(name)
    numbers, last = facts[:2], "".join(facts[2:3]).casefold()
    odd = [one for one in numbers if one and not (one.isdecimal() and len(one) < 4)]
    if not alone or odd or len(facts) > 3:
        return
    cost, size = (int(one) if one else None for one in (*numbers, "", "")[:2])
    unique = next((key for key, one in UNIQUE.items() if last in (one.en, one.ru)), None)
    lives = int(last) if last.isdecimal() and len(last) < 4 else None
    figure = Figure(ids.get(alone.casefold(), alone)[:LONGEST], cost, size, unique, lives=lives)
    for _copy in range(min(max(count, 1), MOST)):
        yield figure
