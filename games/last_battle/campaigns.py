"""What a day of linked tables hears of a match of Last Battle, and what it sends into one. Named in `system.py`.

The facts hold what everybody sees; each lever is an event of `events.LINKS`, or the fates that end a table's story.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Mapping
from typing import Any

from games.campaigns import Campaigns, FactKind, Lever, Live, Payload, Sent, Told
from games.last_battle.chapters.links import SOURCES, carried
from games.last_battle.state import LastBattleState
from games.rulebook import Text
from games.ruleset import Outcome

WITHDRAWN = "withdrawn"
"""How a figure leaves that neither fell nor died."""
Carry = Mapping[str, Any]


def _arcanum(card: str, side: str) -> Told:
    """A card that a side earned. `logged`: the log of its table holds it; staff of a day may know of it before."""
    values: dict[str, str | int | bool] = {"arcana": card, "side": side, "logged": True}
    return Told(fact="arcana_created", key=card, of=side, values=values)


def _fallen(one: Mapping[str, Any], number: int) -> Told:
    """A figure that left its table; `number` tells figures of one id and owner apart."""
    figure, owner, how = one["figure_id"], one["owner"], one["how"]
    values = {"figure": figure, "owner": owner, "number": number, "how": how, "unique": one["unique"]}
    return Told(
        fact="fallen",
        key=f"{owner}/{figure}/{number}",
        of=f"{one['side']}/{figure}",
        values={**values, "died": how != WITHDRAWN},
    )


def _read(play: LastBattleState, outcome: Outcome) -> Iterator[Told]:
    told = carried(play)
    if play.battlefield in SOURCES:  # elsewhere a card was sent, not earned
        yield from (_arcanum(card, side) for card, side in told["arcana"].items())
    count: Counter[tuple[str, str]] = Counter()
    for one in told["fallen"]:
        who = one["figure_id"], one["owner"]
        count[who] += 1
        yield _fallen(one, count[who])
    for figure in told["hired"]:
        yield Told(fact="hired", key=figure, values={"figure": figure, "unique": True})


def _created(sent: Sent) -> Payload:
    values = sent.facts[0].values
    return "arcana_created", {
        "arcana": values["arcana"],
        "side": values["side"],
        "source_table": sent.table,
    }


def _granted(sent: Sent) -> Payload:
    values = sent.facts[0].values
    told = {"arcana": values["arcana"], "side": values["side"], "zone": sent.decided[0].values["zone"]}
    return "arcana_granted", {**told, "source_table": sent.table, "earned_by": values["side"]}


def _has_card(carry: Carry, sent: Sent) -> bool:
    return sent.facts[0].key in carry.get("arcana", {})


def _fates(sent: Sent) -> Payload:
    facts = {fact.key: fact.values for fact in sent.facts}
    figures = []
    for one in sent.decided:
        values = facts[one.key]
        told = {"figure_id": values["figure"], "fate": one.values["row"], "number": values["number"]}
        figures.append({**told, "owner": values["owner"]} if values["owner"] else told)
    return "fates_published", {"figures": figures}


def _has_fates(carry: Carry, sent: Sent) -> bool:
    return bool(carry.get("fates_published"))


def _fell_elsewhere(sent: Sent) -> Payload:
    return "figure_fell_elsewhere", {"figure_id": sent.facts[0].values["figure"], "table": sent.table}


def _is_barred(carry: Carry, sent: Sent) -> bool:
    return sent.facts[0].values["figure"] in carry.get("barred", ())


def _hired_elsewhere(sent: Sent) -> Payload:
    return "figures_hired_elsewhere", {"figures": [one.key for one in sent.facts], "table": sent.table}


def _knows_hired(carry: Carry, sent: Sent) -> bool:
    return set(carry.get("hired_elsewhere", {}).get(sent.table, ())) == {one.key for one in sent.facts}


def _lever(en: str, ru: str, live: Live) -> Lever:
    return Lever(name=Text(en, ru), of="table", live=live)


CAMPAIGNS = Campaigns(
    facts={
        "arcana_created": FactKind(
            name=Text("a link card that was earned", "заработанная карта связи"),
            of="side",
            fields={"arcana": "word", "side": "word", "logged": "flag"},
        ),
        "fallen": FactKind(
            name=Text("a figure that left the table", "фигурка, покинувшая стол"),
            of="fighter",
            fields={
                "figure": "word",
                "owner": "word",
                "number": "number",
                "how": "word",
                "died": "flag",
                "unique": "flag",
            },
        ),
        "hired": FactKind(
            name=Text("a unique figure that was hired", "нанятая уникальная фигурка"),
            of="match",
            fields={"figure": "word", "unique": "flag"},
        ),
    },
    levers={
        "arcana_created": _lever(
            "Link card earned here", "Карта связи заработана здесь", Live(sends=_created, holds=_has_card)
        ),
        "arcana_granted": _lever(
            "Link card sent here", "Сюда отправлена карта связи", Live(sends=_granted, holds=_has_card)
        ),
        "fates_published": _lever(
            "Fates of the fallen", "Судьбы павших", Live(sends=_fates, holds=_has_fates, together=True)
        ),
        "figure_fell_elsewhere": _lever(
            "Fell at another table",
            "Погибла за другим столом",
            Live(sends=_fell_elsewhere, holds=_is_barred, while_open=True),
        ),
        "figures_hired_elsewhere": _lever(
            "Hired at another table",
            "Нанята за другим столом",
            Live(sends=_hired_elsewhere, holds=_knows_hired, together=True, while_open=True),
        ),
    },
    read=_read,
    only_days=True,
)
