"""What the definition of a campaign says, in sentences, before anybody plays by it: each part a title and its lines."""

from __future__ import annotations

from collections.abc import Iterable, Iterator

from django.utils.translation import gettext as _

from tracker.pages.campaign.chronicle_words import Called, signed
from tracker.rulesets.chronicle.definition import (
    Definition,
    Effect,
    Item,
    Limit,
    Mark,
    Rule,
    Table,
    Tally,
    Test,
)

Lines = list[tuple[str, str]]
"""(name, what it does); the sentence is empty where the name says it."""


def said(rules: Definition) -> list[tuple[str, Lines]]:
    """(title, lines) of every part that the definition has."""
    words = Called(rules)
    parts: list[tuple[str, Lines]] = [
        (_("Course and end"), list(_course(words))),
        (_("Rules"), [(one.name.to(words.language), _rule(words, one)) for one in rules.rules]),
        (_("Tallies"), [(words.tally(key), _tally(one)) for key, one in rules.tallies.items()]),
        (_("Marks"), [(words.mark(key), _mark(words, one)) for key, one in rules.marks.items()]),
        (_("Places"), [(words.place(key), words.gains(one.income)) for key, one in rules.places.items()]),
        (_("Dice tables"), [(words.table(key), _table(words, one)) for key, one in rules.tables.items()]),
        (_("Shop"), [(words.item(key), _item(words, one)) for key, one in rules.shop.items()]),
        (
            _("Limits"),
            [(one.name.to(words.language), _limit(words, one)) for one in rules.limits.values()],
        ),
        (_("Chapters"), [(words.chapter(key), "; ".join(_chapter(words, key))) for key in rules.chapters]),
    ]
    return [(title, lines) for title, lines in parts if lines]


def _course(words: Called) -> Iterator[tuple[str, str]]:
    """How long it goes on, who meets whom, how it ends and who is first then."""
    rules = words.rules
    if rules.cycles:
        yield _("Cycles"), "; ".join(_cycles(rules))
    if rules.fixtures:
        yield _("Fixtures"), _("everybody meets everybody, cycle by cycle")
    elif rules.challenge_days:
        silence = _("silence accepts") if rules.unanswered == "accepted" else _("silence declines")
        yield _("Challenges"), f"{_('days to answer: %(days)s') % {'days': rules.challenge_days}}; {silence}"
    if rules.late_of and rules.late_until > 1:
        told = {"cycle": rules.late_until, "tallies": ", ".join(map(words.tally, rules.late_of))}
        late = _(
            "after the first cycle, up to cycle %(cycle)s: begins with the middle of the others' %(tallies)s"
        )
        yield _("Whoever joins late"), late % told
    yield _("The end"), "; ".join(_ends(words))
    if rules.rank and rules.players != 1:
        yield _("Ranked by"), ", ".join(map(words.figure, rules.rank))


def _cycles(rules: Definition) -> Iterator[str]:
    yield str(rules.cycles)
    if rules.days:
        yield _("days in each: %(days)s") % {"days": rules.days}
    if rules.most_matches:
        yield _("matches of a roster in each: %(most)s at most") % {"most": rules.most_matches}


def _ends(words: Called) -> Iterator[str]:
    rules = words.rules
    if rules.after_cycles:
        yield _("after the last cycle")
    if rules.end_tally:
        told = {"tally": words.tally(rules.end_tally), "most": rules.end_at_most}
        yield _("once anybody's %(tally)s is down to %(most)s") % told
    if not rules.after_cycles and not rules.end_tally:
        yield _("when a rule or a chapter says so")


def _rule(words: Called, rule: Rule) -> str:
    whens = {
        "joined": _("when a roster joins"), "confirmed": _("after a match"),
        "cycle_end": _("at the end of a cycle"), "finish": _("when the campaign ends"),
    }  # fmt: skip
    eaches = {"side": _("each roster"), "fighter": _("each fighter"), "place": _("who holds a place")}
    asked = ", ".join(dict.fromkeys(_asked(words, rule.test)))
    depends = _(" (it depends on: %(facts)s)") % {"facts": asked} if asked else ""
    return f"{whens[rule.when]}, {eaches[rule.each]}{depends}: {_effects(words, rule.do)}"


def _asked(words: Called, test: Test | None) -> Iterator[str]:
    """What a condition looks at."""
    if test is None:
        return
    name = {"fact": words.fact, "tally": words.tally, "mark": words.mark}.get(test.kind)
    if name is not None:
        yield name(test.name)
    for part in test.parts:
        yield from _asked(words, part)


def _effects(words: Called, effects: Iterable[Effect]) -> str:
    return ", ".join(_effect(words, one) for one in effects)


def _effect(words: Called, effect: Effect) -> str:
    arg = effect.arg
    say = {
        "add": lambda: _("what the place brings") if arg == "income" else words.gains(arg),
        "spend": lambda: words.gains((key, -amount) for key, amount in arg),
        "mark": lambda: _("gets: %(mark)s") % {"mark": words.mark(arg)},
        "clear": lambda: _("no longer: %(mark)s") % {"mark": words.mark(arg)},
        "roll": lambda: _("rolls on: %(table)s") % {"table": words.table(arg)},
        "choose": lambda: _("chooses from: %(table)s") % {"table": words.table(arg)},
        "hold": lambda: _("takes %(place)s") % {"place": _place(words, arg)},
        "release": lambda: _("gives up %(place)s") % {"place": _place(words, arg)},
        "open": lambda: _("chapter opens: %(chapter)s") % {"chapter": words.chapter(arg)},
        "close": lambda: _("chapter closes: %(chapter)s") % {"chapter": words.chapter(arg)},
        "remove": lambda: _("is dead"),
        "recruit": lambda: _("a fighter joins"),
        "lever": lambda: f"{words.lever(arg[0])} {signed(arg[1])}",
        "note": lambda: arg.to(words.language),
        "finish": lambda: words.ending(str(arg)),
    }
    told = say[effect.verb]()
    return f"{told} {_('each time')}" if effect.per_fact else told


def _place(words: Called, key: str) -> str:
    return _("the place at stake") if key == "stake" else words.place(key)


def _tally(one: Tally) -> str:
    whose = {"roster": _("of a roster"), "fighter": _("of a fighter"), "campaign": _("of the campaign")}
    told = {"start": one.start, "low": one.low, "high": one.high}
    return f"{whose[one.of]}, " + _("%(start)s at the start, from %(low)s to %(high)s") % told


def _mark(words: Called, one: Mark) -> str:
    until = _("until the cycle ends") if one.ends else _("stays")
    if one.lever:
        until = f"{until}; {words.lever(one.lever)}"
    if one.limit is None:
        return until
    told = {"number": one.limit, "effects": _effects(words, one.then)}
    return f"{until}; " + _("number %(number)s: %(effects)s") % told


def _table(words: Called, one: Table) -> str:
    rows = []
    for row in one.rows:
        sums = str(row.low) if row.low == row.high else f"{row.low}–{row.high}"
        does = _effects(words, row.do)
        name = row.name.to(words.language)
        label = f"{sums} {name}" if one.count else name
        rows.append(f"{label} ({does})" if does else label)
    return "; ".join(rows)


def _item(words: Called, one: Item) -> str:
    return f"{words.gains((key, -amount) for key, amount in one.cost)}, {_effects(words, one.do)}"


def _limit(words: Called, one: Limit) -> str:
    return f"{one.base}, {signed(one.per_cycle)} {_('for each cycle')}; {words.lever(one.lever)}"


def _chapter(words: Called, key: str) -> Iterator[str]:
    one = words.rules.chapters[key]
    for title, effects in ((_("won"), one.won), (_("lost"), one.lost)):
        if effects:
            yield f"{title}: {_effects(words, effects)}"
    if one.do:
        yield _effects(words, one.do)
