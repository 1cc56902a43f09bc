"""What a campaign calls things, and the sentences of what happened in it, would change or must be decided.

Called by the pages of campaigns.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping
from typing import Any

from django.urls import reverse
from django.utils.translation import gettext as _

from games.campaigns import Campaigns, facts_of
from games.registry import SYSTEMS
from tracker.messages import language
from tracker.pages.match_forms.generic.reader import Reader
from tracker.pages.match_forms.names import Names
from tracker.rulesets.chronicle.definition import Definition
from tracker.rulesets.chronicle.effects import DEAD, DEBT
from tracker.rulesets.chronicle.preview import Change
from tracker.rulesets.chronicle.world import Question, StoryLine
from tracker.selectors.chronicles import Standing

Said = Callable[[Any], Any]
"""A value of a change in words."""


class Called:
    """What everything of a definition is called, in the reader's language."""

    def __init__(self, rules: Definition) -> None:
        self.rules, self.language = rules, language()

    def of(self, part: Mapping[str, Any], key: str) -> str:
        return part[key].name.to(self.language) if key in part else key

    def tally(self, key: str) -> str:
        return self.of(self.rules.tallies, key)

    def figure(self, key: str) -> str:
        """What rosters are ranked by."""
        own = {"places": _("places held"), "wins": _("wins"), "matches": _("matches")}
        return own.get(key) or self.tally(key)

    def price(self, amounts: Iterable[tuple[str, int]]) -> str:
        """So much of each tally."""
        return ", ".join(self._counted(str(amount), key) for key, amount in amounts)

    def gains(self, amounts: Iterable[tuple[str, int]]) -> str:
        """So much more, or less, of each tally."""
        return ", ".join(self._counted(signed(amount), key) for key, amount in amounts)

    def _counted(self, amount: str, key: str) -> str:
        """In Russian the name comes first: after a number it would need a case, and a campaign gives one form."""
        return _("%(amount)s %(tally)s") % {"amount": amount, "tally": self.tally(key)}

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

    def buys(self, key: str) -> str:
        """A purchase with what it took: as gains are written, so that the story adds up."""
        cost = self.rules.shop[key].cost if key in self.rules.shop else ()
        told = {"item": self.item(key)}
        if not cost:
            return _("buys: %(item)s") % told
        taken = self.gains((tally, -amount) for tally, amount in cost)
        return _("buys: %(item)s (%(cost)s)") % {**told, "cost": taken}

    def row(self, table: str, key: str) -> str:
        rows = self.rules.tables[table].rows if table in self.rules.tables else ()
        return next((row.name.to(self.language) for row in rows if row.key == key), key)

    @property
    def _published(self) -> Campaigns:
        return SYSTEMS[self.rules.system].campaigns or Campaigns()

    def fact(self, key: str) -> str:
        kinds = facts_of(self._published)
        return kinds[key].name.to(self.language) if key in kinds else key

    def lever(self, key: str) -> str:
        return self.of(self._published.levers, key)

    def ending(self, key: str | None) -> str:
        if key is None:
            return ""
        if key in self.rules.endings:
            return self.rules.endings[key].to(self.language)
        return _("All cycles are played.") if key == "cycles" else _("It is over.")

    def noted(self, text: Any) -> str:
        """A note of a definition in the reader's language."""
        return str(text.get(self.language[:2], text.get("en", "")) if isinstance(text, dict) else text)


class Words(Called):
    """What everything in one campaign is called, who takes part in it too."""

    def __init__(self, now: Standing, term: int | None = None) -> None:
        super().__init__(now.rules if term is None else now.state.rules_in(term))
        self.now = now

    def then(self, term: int) -> Words:
        """What it was called by the definition that was in force then."""
        return Words(self.now, term) if self.now.state.amended else self

    def roster(self, key: str) -> str:
        found = self.now.world.rosters.get(key)
        return found.name if found else key

    def fighter(self, roster: str, key: str) -> str:
        """By the name in the roster; whom the roster does not know as the game calls them."""
        found = self.now.world.rosters.get(roster)
        if found and key in found.fighters:
            return found.fighters[key].name
        return self._reader.value(self._published.fighters, key) if self._published.fighters else key

    def winner(self, key: str) -> str:
        """A roster, or a side of the match that no roster played."""
        return self.roster(key) if key in self.now.world.rosters else self._reader.side(key)

    def known_fighters(self) -> list[tuple[str, str]]:
        """(key, name) of all whom the game has names for, where these are what fighters are."""
        named = self._reader.words.values.get(self._published.fighters, {})
        return [(key, name.to(self.language)) for key, name in named.items()]

    @property
    def _reader(self) -> Reader:
        return Reader(SYSTEMS[self.now.rules.system], Names({}, {}, self.language))

    def who(self, text: str) -> str:
        """`roster/fighter` or a roster, by name."""
        roster, _slash, fighter = text.partition("/")
        return self.fighter(roster, fighter) if fighter else self.roster(roster)

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

    def about(self, effect: str) -> str:
        """Whom an effect is for, and by what rule or item, of its id: `slot/rule/subject/.../number`."""
        parts = effect.split("/")
        rosters = self.now.world.rosters
        at = next((n for n in range(len(parts) - 1, 1, -1) if parts[n] in rosters), None)
        source = self.source(parts[1]) if len(parts) > 1 else ""
        if at is None:
            return source or effect
        fighter = (
            parts[at + 1] if parts[at + 1 : at + 2] and parts[at + 1] in rosters[parts[at]].fighters else ""
        )
        who = self.fighter(parts[at], fighter) if fighter else self.roster(parts[at])
        return f"{who} ({source})" if source else who

    def any_row(self, key: str) -> str:
        """A row of whatever table has it."""
        return next((self.row(table, key) for table in self.rules.tables if self.row(table, key) != key), key)

    def effect(self, line: StoryLine) -> str:
        """What happened, without whom it happened to."""
        return self._deed(line.verb, line.params, line.die)

    def by_hand(self, verb: str, target: str, amount: int = 0) -> str:
        """What the arbitrator's hand did."""
        told = dict.fromkeys(("tally", "mark", "place", "chapter"), target)
        return self._deed(verb, {**told, "amount": amount})

    def _deed(self, verb: str, told: Mapping[str, Any], die: str = "") -> str:
        say = {
            "add": lambda: self.gains([(told["tally"], told["amount"])]),
            "mark": lambda: _("gets: %(mark)s") % {"mark": self.mark(told["mark"])},
            "clear": lambda: _("no longer: %(mark)s") % {"mark": self.mark(told["mark"])},
            "remove": lambda: _("is dead"),
            "revive": lambda: _("lives"),
            "recruit": lambda: _("joins"),
            "hold": lambda: _("takes %(place)s") % {"place": self.place(told["place"])},
            "release": lambda: _("gives up %(place)s") % {"place": self.place(told["place"])},
            "open": lambda: _("chapter opens: %(chapter)s") % {"chapter": self.chapter(told["chapter"])},
            "close": lambda: _("chapter closes: %(chapter)s") % {"chapter": self.chapter(told["chapter"])},
            "lever": lambda: f"{self.lever(told['lever'])} {signed(told['value'])}",
            "note": lambda: self.noted(told["text"]),
            "fell": lambda: self._fell(told, die),
            "bought": lambda: self.buys(told["item"]),
            "undone": lambda: _("gives back: %(item)s") % {"item": self.item(told["item"])},
            "left": lambda: _("leaves the campaign"),
            "late": lambda: _("joins late, with the median of the others"),
            "finish": lambda: self.ending(told["ending"]),
        }
        return say[verb]()

    def _fell(self, told: Mapping[str, Any], die: str) -> str:
        row = {"table": self.table(told["table"]), "row": self.row(told["table"], told["row"]), "die": die}
        if self.rules.tables[told["table"]].count:
            return _("%(table)s, die %(die)s: %(row)s") % row
        return _("%(table)s: %(row)s") % row


def signed(number: int) -> str:
    return f"{number:+d}".replace("-", "−")


def line_view(words: Words, line: StoryLine) -> dict[str, Any]:
    """One effect as a line: who, what, why, and the match that it opens to."""
    link, words = words.now.state.links.get(line.slot), words.then(line.term)
    return {
        "who": words.fighter(line.roster, line.fighter) if line.fighter else words.roster(line.roster),
        "what": words.effect(line),
        "why": "" if line.verb in ("bought", "undone") else words.source(line.source),
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


def change_view(words: Words, change: Change) -> dict[str, Any]:
    """One field that would change, in words: {"what", "before", "after"}."""
    kind, _dot, rest = change.path.partition(".")
    what, said = CHANGED[kind](words, rest) if kind in CHANGED else (_("cycle"), _as_it_is)
    return {"what": what, "before": said(change.before), "after": said(change.after)}


def _as_it_is(value: Any) -> Any:
    return value


def _yes_no(value: Any) -> str:
    return _("yes") if value else _("no")


def _listed(named: Callable[[Any], str]) -> Said:
    """Several names in a row."""
    return lambda values: ", ".join(map(named, values or ()))


def _of_roster(words: Words, path: str) -> tuple[str, Said]:
    roster, _dot, what = path.partition(".")
    who = words.roster(roster)
    if what.startswith("fighter."):
        fighter, _dot, what = what.removeprefix("fighter.").partition(".")
        who = f"{who}, {words.fighter(roster, fighter)}"
    said: dict[str, Said] = {"alive": _yes_no, "active": _yes_no}
    said["marks"] = lambda marks: _listed(words.mark)(marks) or "-"
    return f"{who}: {_field(words, what)}", said.get(what, _as_it_is)


def _of_opened(words: Words, link: str) -> tuple[str, Said]:
    """The match that the amended rules would open otherwise: `before` says that they do not."""
    rosters = " – ".join(map(words.roster, words.now.state.links[link].rosters.values()))
    what = _("%(rosters)s: opened as it would be now") % {"rosters": rosters}
    return what, lambda otherwise: _yes_no(not otherwise)


CHANGED: dict[str, Callable[[Words, str], tuple[str, Said]]] = {
    "roster": _of_roster,
    "place": lambda words, key: (words.place(key), lambda owner: words.roster(owner) if owner else "-"),
    "chapter": lambda words, key: (words.chapter(key), _as_it_is),
    "ranking": lambda words, _key: (_("ranking"), _listed(words.roster)),
    "ending": lambda words, _key: (_("the end"), lambda end: words.ending(end) or "-"),
    "step": lambda _words, _key: (_("open step"), _yes_no),
    "opened": _of_opened,
    "tally": lambda words, key: (words.tally(key), _as_it_is),
}
"""The first part of a change's path -> what it is called, and how its values are said."""


def _field(words: Words, what: str) -> str:
    known = {"wins": _("wins"), "draws": _("draws"), "losses": _("losses"), "active": _("takes part")}
    known |= {"alive": _("lives"), "marks": _("marks")}
    return words.tally(what.removeprefix("tally.")) if what.startswith("tally.") else known.get(what, what)
