"""A campaign as pages show it: names, sentences of effects, the map, what is open. No command here.

Called by `chronicles` (everybody's pages) and `chronicle_desk` (the arbitrator's).
"""

from __future__ import annotations

import math
from collections.abc import Iterable, Iterator, Mapping
from typing import Any

from django.urls import reverse
from django.utils.translation import gettext as _

from games.campaigns import Campaigns, Told, facts_of
from games.registry import SYSTEMS
from tracker.messages import language
from tracker.rulesets.chronicle.effects import DEAD, DEBT
from tracker.rulesets.chronicle.preview import Change
from tracker.rulesets.chronicle.standing import figures, ranking
from tracker.rulesets.chronicle.world import FighterNow, OpenStep, Question, RosterNow, StoryLine
from tracker.selectors.chronicles import Standing

STATUS = {"closed": "", "open": "live", "won": "good", "lost": "bad"}
RADIUS, MIDDLE = 38, 50


class Words:
    """What everything in one campaign is called, in the reader's language."""

    def __init__(self, now: Standing, term: int | None = None) -> None:
        self.now, self.language = now, language()
        self.rules = now.rules if term is None else now.state.rules_in(term)

    def then(self, term: int) -> Words:
        """What it was called by the definition that was in force then."""
        return Words(self.now, term) if self.now.state.amended else self

    def of(self, part: Mapping[str, Any], key: str) -> str:
        return part[key].name.to(self.language) if key in part else key

    def tally(self, key: str) -> str:
        return self.of(self.rules.tallies, key)

    def mark(self, key: str) -> str:
        return self.of(self.rules.marks, key)

    def place(self, key: str) -> str:
        return self.of(self.rules.places, key)

    def chapter(self, key: str) -> str:
        return self.of(self.rules.chapters, key)

    def table(self, key: str) -> str:
        return self.of(self.rules.tables, key)

    def item(self, key: str) -> str:
        return self.of(self.rules.shop, key)

    def row(self, table: str, key: str) -> str:
        rows = self.rules.tables[table].rows if table in self.rules.tables else ()
        return next((row.name.to(self.language) for row in rows if row.key == key), key)

    def roster(self, key: str) -> str:
        found = self.now.world.rosters.get(key)
        return found.name if found else key

    def fighter(self, roster: str, key: str) -> str:
        found = self.now.world.rosters.get(roster)
        return found.fighters[key].name if found and key in found.fighters else key

    def who(self, text: str) -> str:
        """`roster/fighter` or a roster, by name."""
        roster, _slash, fighter = text.partition("/")
        return self.fighter(roster, fighter) if fighter else self.roster(roster)

    def fact(self, key: str) -> str:
        kinds = facts_of(SYSTEMS[self.now.rules.system].campaigns or Campaigns())
        return kinds[key].name.to(self.language) if key in kinds else key

    def ending(self, key: str | None) -> str:
        if key is None:
            return ""
        if key in self.rules.endings:
            return self.rules.endings[key].to(self.language)
        return _("All cycles are played.") if key == "cycles" else _("It is over.")

    def source(self, key: str) -> str:
        """The rule, chapter or item that an effect came from; empty where its sentence says it already."""
        rule = next((one for one in self.rules.rules if one.key == key), None)
        if rule is not None:
            return rule.name.to(self.language)
        if key.startswith("chapter."):
            return self.chapter(key.removeprefix("chapter."))
        if key == "adjusted":
            return _("arbitrator")
        return self.item(key) if key in self.rules.shop else ""

    def effect(self, line: StoryLine) -> str:
        """What happened, without whom it happened to."""
        told = line.params
        say = {
            "add": lambda: f"{told['amount']:+d} {self.tally(told['tally'])}",
            "mark": lambda: _("gets: %(mark)s") % {"mark": self.mark(told["mark"])},
            "clear": lambda: _("no longer: %(mark)s") % {"mark": self.mark(told["mark"])},
            "remove": lambda: _("is dead"),
            "revive": lambda: _("lives"),
            "recruit": lambda: _("joins"),
            "hold": lambda: _("takes %(place)s") % {"place": self.place(told["place"])},
            "release": lambda: _("gives up %(place)s") % {"place": self.place(told["place"])},
            "open": lambda: _("chapter opens: %(chapter)s") % {"chapter": self.chapter(told["chapter"])},
            "close": lambda: _("chapter closes: %(chapter)s") % {"chapter": self.chapter(told["chapter"])},
            "lever": lambda: f"{told['lever']} {told['value']:+d}",
            "note": lambda: self._note(told["text"]),
            "fell": lambda: self._fell(told, line.die),
            "bought": lambda: _("buys: %(item)s") % {"item": self.item(told["item"])},
            "undone": lambda: _("gives back: %(item)s") % {"item": self.item(told["item"])},
            "left": lambda: _("leaves the campaign"),
            "late": lambda: _("joins late, with the median of the others"),
            "finish": lambda: self.ending(told["ending"]),
        }
        return say[line.verb]()

    def _note(self, text: Any) -> str:
        return str(text.get(self.language[:2], text.get("en", "")) if isinstance(text, dict) else text)

    def _fell(self, told: Mapping[str, Any], die: str) -> str:
        row = {"table": self.table(told["table"]), "row": self.row(told["table"], told["row"]), "die": die}
        if self.rules.tables[told["table"]].count:
            return _("%(table)s, die %(die)s: %(row)s") % row
        return _("%(table)s: %(row)s") % row


def line_view(words: Words, line: StoryLine) -> dict[str, Any]:
    """One effect as a line: who, what, why, and the match that it opens to."""
    link, words = words.now.state.links.get(line.slot), words.then(line.term)
    return {
        "who": words.fighter(line.roster, line.fighter) if line.fighter else words.roster(line.roster),
        "what": words.effect(line),
        "why": words.source(line.source),
        "reason": _reason(words.now, line.slot),
        "url": match_url(link.match) if link else "",
        "verb": line.verb,
    }


def match_url(match: str) -> str:
    """The page of a match; empty for one that was only assumed."""
    return reverse("pages:match", args=[match]) if match else ""


def _reason(now: Standing, slot: str) -> str:
    return next(
        (one.reason for one in now.state.slots if getattr(one, "id", "") == slot and hasattr(one, "reason")),
        "",
    )


def lines_of(words: Words, lines: Iterable[StoryLine]) -> list[dict[str, Any]]:
    return [line_view(words, one) for one in lines]


def ranking_view(words: Words) -> dict[str, Any]:
    """The columns and rows of the ranking."""
    now = words.now
    own = {"places": _("places"), "wins": _("wins"), "matches": _("matches")}
    heads = [own.get(key) or words.tally(key) for key in now.rules.rank]
    rows = [
        {
            "place": place,
            "roster": one,
            "url": roster_url(now, one.id),
            "figures": list(zip(heads, figures(now.rules, now.world, one), strict=True)),
            "places": [words.place(key) for key, held in now.world.places.items() if held.holder == one.id],
            "alive": sum(not fighter.died for fighter in one.fighters.values()),
        }
        for place, one in enumerate(ranking(now.rules, now.world), start=1)
    ]
    return {"heads": heads, "rows": rows}


def roster_url(now: Standing, roster: str) -> str:
    return reverse("pages:chronicle-roster", args=[now.stream, roster])


def map_view(words: Words) -> dict[str, Any] | None:
    """The places with their edges and holders, in a square of 100; None for a campaign without a map."""
    now, keys = words.now, list(words.now.rules.places)
    if not keys:
        return None
    at = {key: _spot(now.rules.places[key], number, len(keys)) for number, key in enumerate(keys)}
    edges = {tuple(sorted((key, other))) for key in keys for other in now.rules.places[key].edges}
    return {
        "places": [
            {
                "name": words.place(key),
                "holder": words.roster(held) if (held := now.world.places[key].holder) else "",
                "x": at[key][0],
                "y": at[key][1],
                "income": ", ".join(f"{n:+d} {words.tally(t)}" for t, n in now.rules.places[key].income),
                "history": [words.roster(one) for _slot, one in now.world.places[key].history if one],
            }
            for key in keys
        ],
        "edges": [{"a": at[one], "b": at[two]} for one, two in sorted(edges)],
    }


def _spot(place: Any, number: int, count: int) -> tuple[int, int]:
    """Where the definition puts it; else on a circle."""
    if place.x is not None and place.y is not None:
        return place.x, place.y
    turn = 2 * math.pi * number / count
    return round(MIDDLE + RADIUS * math.sin(turn)), round(MIDDLE - RADIUS * math.cos(turn))


def chapters_view(words: Words) -> list[dict[str, Any]]:
    """The chapters that are known by now: what lies behind a choice is not told before it is made."""
    now = words.now
    names = {"open": _("open"), "won": _("won"), "lost": _("lost")}
    return [
        {
            "key": key,
            "name": words.chapter(key),
            "text": told.text.to(words.language) if (told := now.rules.chapters[key]).text else "",
            "status": names[one.status],
            "chip": STATUS[one.status],
            "tries": one.tries,
            "left": told.retry + 1 - one.tries if one.status == "open" and told.is_played else None,
        }
        for key, one in now.world.chapters.items()
        if one.status != "closed"
    ]


def matches_view(words: Words) -> list[dict[str, Any]]:
    """The matches, newest first, with whose aftermath is open."""
    now, found = words.now, []
    for link, one in reversed(list(now.state.links.items())):
        heard = now.state.heard.get(link)
        found.append(
            {
                "link": link,
                "url": match_url(one.match),
                "rosters": " – ".join(words.roster(roster) for roster in one.rosters.values()),
                "stake": words.place(one.stake) if one.stake else "",
                "chapter": words.chapter(one.chapter) if one.chapter else "",
                "waiting": link in now.state.waiting,
                "moved": link in now.world.moved,
                "heard": heard is not None and heard.at is not None,
                "after": [
                    {
                        "roster": words.roster(roster),
                        "signed": f"{link}/{roster}" in now.state.signed,
                        "steps": len(now.world.steps_of(link, roster)),
                        "url": reverse("pages:chronicle-aftermath", args=[now.stream, link, roster]),
                    }
                    for roster in one.rosters.values()
                ],
            }
        )
    return found


def fighters_view(words: Words, roster: RosterNow) -> list[dict[str, Any]]:
    """Every fighter, the dead too, with everything that ever happened to them."""
    story: dict[str, list[StoryLine]] = {}
    for line in words.now.world.lines:
        if line.roster == roster.id and line.fighter:
            story.setdefault(line.fighter, []).append(line)
    return [
        {
            "fighter": one,
            "tallies": [(words.tally(key), value) for key, value in one.tallies.items()],
            "marks": [words.mark(held.mark) for held in one.marks],
            "story": lines_of(words, story.get(one.id, ())),
            "notes": [
                note.text
                for note in words.now.state.notes
                if (note.roster, note.fighter) == (roster.id, one.id)
            ],
            "next": _next_list(words, one.marks),
        }
        for one in roster.fighters.values()
    ]


def _next_list(words: Words, marks: Iterable[Any]) -> list[str]:
    """What the next list may not hold, and why."""
    published = SYSTEMS[words.now.rules.system].campaigns or Campaigns()
    found = []
    for held in marks:
        mark = words.now.rules.marks[held.mark]
        if mark.lever:
            lever = published.levers[mark.lever].name.to(words.language)
            value = f" {mark.value:+d}" if mark.value != 1 else ""
            found.append(f"{lever}{value} ({words.mark(held.mark)})")
    return found


def step_view(words: Words, step: OpenStep) -> dict[str, Any]:
    """An open step: what it is about, and what its form offers."""
    words = words.then(step.term)
    view: dict[str, Any] = {"step": step, "who": words.who(f"{step.roster}/{step.fighter}".rstrip("/"))}
    if step.kind == "facts":
        return view | {"facts": [fact_form(words, key, step.roster, step.slot) for key in step.facts]}
    table = words.rules.tables[step.table]
    rows = [(row.key, row.name.to(words.language)) for row in table.rows]
    return view | {
        "table": words.table(step.table),
        "rows": rows,
        "dice": f"{table.count}d{table.faces}" if table.count else "",
        "each": range(table.count),
        "faces": table.faces,
        "by_arbitrator": table.by == "arbitrator",
    }


def fact_form(words: Words, key: str, roster: str, link: str) -> dict[str, Any]:
    """What a player may state of one kind of fact: a box for each fighter, or one for the roster, and its fields."""
    now = words.now
    kind = facts_of(SYSTEMS[now.rules.system].campaigns or Campaigns())[key]
    own = now.world.rosters[roster]
    subjects = [(roster, own.name)]
    if kind.of == "fighter":
        subjects = [(f"{roster}/{one.id}", one.name) for one in own.fighters.values() if _fought(one, link)]
    others = [
        (f"{one.id}/{fighter.id}", f"{fighter.name} ({one.name})")
        for one in now.world.rosters.values()
        if one.id != roster and one.active
        for fighter in one.fighters.values()
        if _fought(fighter, link)
    ]
    fields = []
    asked = {
        name
        for rule in now.rules.rules
        if rule.test
        for part in rule.test.facts()
        if part.name == key
        for name, _v in part.wanted
    }
    for name, holds in kind.fields.items():
        if name in asked or name == "is":
            options = (
                others
                if holds == "fighter"
                else [(one, one) for one in holds]
                if isinstance(holds, tuple)
                else []
            )
            fields.append({"name": name, "label": field_word(name), "holds": holds, "options": options})
    return {"key": key, "name": words.fact(key), "subjects": subjects, "fields": fields}


def _fought(fighter: FighterNow, link: str) -> bool:
    """Whether a fighter may have been in a match: alive, or dead by what followed that very match."""
    return fighter.died.partition("/")[0] in ("", link)


def field_word(name: str) -> str:
    """A field of a fact in words."""
    known = {"by": _("by"), "is": _("how many"), "cause": _("how"), "turn": _("turn")}
    return known.get(name, name)


def known_facts(words: Words, link: str) -> list[dict[str, Any]]:
    """What the log of a match told, and what players stated besides: each line opens to the match."""
    state = words.now.state
    heard, linked = state.heard.get(link), state.links[link]
    answers = [state.asked.get(f"{link}/{roster}") for roster in linked.rosters.values()]
    stated = [fact for one in answers if one is not None for fact in one.facts]
    url = match_url(linked.match)
    return [
        {
            "name": words.fact(fact.fact),
            "who": words.who(fact.of) if fact.of else "",
            "told": ", ".join(_told_values(words, fact)),
            "stated": fact.stated,
            "url": url,
        }
        for fact in (*(heard.facts if heard else ()), *stated)
        if fact.fact not in ("fielded", "points")
    ]


def _told_values(words: Words, fact: Told) -> Iterator[str]:
    """The fields of a fact that people read."""
    if fact.fact == "winner" and fact.values.get("is") == "draw":
        yield _("nobody")
        return
    for name, value in fact.values.items():
        told = words.who(value) if isinstance(value, str) else str(value)
        if name == "is":
            yield told
        elif name == "by":
            yield f"{field_word(name)} {told}"


def question_view(words: Words, question: Question) -> dict[str, Any]:
    """What a person must decide, with its answers in words."""
    who = words.who(f"{question.roster}/{question.fighter}".rstrip("/"))
    if question.kind == DEBT:
        told = {
            "who": who,
            "amount": question.params["amount"],
            "tally": words.tally(question.params["tally"]),
        }
        text = _("%(who)s spent %(amount)s %(tally)s that were never earned.") % told
        answers = [("owes", _("it is owed")), ("forgiven", _("it is forgiven"))]
        answers.append(("undone", _("the purchase is taken back")))
    elif question.kind == DEAD:
        text = _("%(who)s was dead already and fought this match.") % {"who": who}
        answers = [("stands", _("stays dead; the match stands")), ("spared", _("is spared and lives"))]
    else:
        text = _("The chapter %(chapter)s was played, and is not open any more.") % {
            "chapter": words.chapter(question.params["chapter"])
        }
        answers = [("keep", _("keep what it brought")), ("close", _("close what follows from it"))]
    return {"id": question.id, "text": text, "answers": answers, "answer": question.answer}


def change_view(words: Words, change: Change) -> dict[str, Any] | None:
    """One field that would change, in words; None for what says the same as another line."""
    kind, _dot, rest = change.path.partition(".")
    values = {"before": change.before, "after": change.after}
    if kind == "roster":
        roster, _dot, rest = rest.partition(".")
        who, what = words.roster(roster), rest
        if rest.startswith("fighter."):
            fighter, _dot, what = rest.removeprefix("fighter.").partition(".")
            who = f"{who}, {words.fighter(roster, fighter)}"
        if what == "marks":
            values = {key: ", ".join(map(words.mark, one or ())) or "-" for key, one in values.items()}
        if what in ("alive", "active"):
            values = {key: _("yes") if one else _("no") for key, one in values.items()}
        return {"what": f"{who}: {_field(words, what)}", **values}
    if kind == "place":
        return {
            "what": words.place(rest),
            **{key: words.roster(one) if one else "-" for key, one in values.items()},
        }
    if kind == "chapter":
        return {"what": words.chapter(rest), **values}
    if kind == "ranking":
        return {
            "what": _("ranking"),
            **{key: ", ".join(map(words.roster, one or ())) for key, one in values.items()},
        }
    if kind == "ending":
        return {"what": _("the end"), **{key: words.ending(one) or "-" for key, one in values.items()}}
    if kind == "step":
        return {
            "what": _("open step"),
            "before": _("yes") if change.before else _("no"),
            "after": _("yes") if change.after else _("no"),
        }
    if kind == "opened":
        rosters = words.now.state.links[rest].rosters.values()
        told = {"rosters": " – ".join(map(words.roster, rosters))}
        return {
            "what": _("%(rosters)s: opened as it would be now") % told,
            "before": _("no") if change.before else _("yes"),
            "after": _("no") if change.after else _("yes"),
        }
    return {"what": words.tally(rest) if kind == "tally" else _("cycle"), **values}


def _field(words: Words, what: str) -> str:
    known = {"wins": _("wins"), "draws": _("draws"), "losses": _("losses"), "active": _("takes part")}
    known |= {"alive": _("lives"), "marks": _("marks")}
    return words.tally(what.removeprefix("tally.")) if what.startswith("tally.") else known.get(what, what)
