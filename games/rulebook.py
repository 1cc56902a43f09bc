"""The sentences of the rules: reads every `rules.toml` once and turns violations into what a person reads.

A file opens with `system = "..."`; every other table is one rule. `[chapters]` names the second part of the IDs,
`[gaps]` what stands in a sentence that no table fills, both for the page that shows the book. An optional `[words]`
table translates the values that fill sentences (sides, battlefields); with `named_in = "words.toml"` whatever it
leaves out is called as that file of the game calls events and values, with a table `[catalogue]` as the catalogue
names it: field -> the file and its table whose entries have names. `words_of` lists such files and tables whose names
are words of any field: those of `[words]` come first, then the first table that has one. Values are looked up by the
name of their gap; where that is no field, or `[words]` call the value otherwise, the rule's `called` says which it is:
gap -> field. A gap that the English sentence has in curly quotes, `“{team}”`, holds a name that people gave: both
languages tell it as it is written, whatever a game may call so. Loading fails with the file and the key of whatever is
wrong.
Called by the command lines, the pages and the API whenever they show a violation, and by the coverage table.
"""

from __future__ import annotations

import re
import tomllib
from collections import ChainMap, Counter
from collections.abc import Callable, Iterable, Mapping
from functools import cache
from pathlib import Path
from typing import Annotated, Any, Literal

import msgspec

from games.ruleset import RuleViolation

GAMES = Path(__file__).parent
RULESETS = GAMES.parent / "tracker" / "rulesets"
RULE_ID = re.compile(r"[A-Z]{2,4}-[A-Z]+(-[A-Z0-9]+)?-\d{2,3}")
PLACEHOLDER = re.compile(r"\{(\w+)\}")
NAMED = re.compile(r"“\{(\w+)\}”")
OPTIONAL = re.compile(r"\[([^\[\]]*\{[^\[\]]*)\]")
YES_NO = {"en": {True: "yes", False: "no"}, "ru": {True: "да", False: "нет"}}

Filled = Annotated[str, msgspec.Meta(min_length=1)]


class BadRulebook(ValueError):
    """A `rules.toml` that cannot be used: names the file, the key and what is wrong."""


class Text(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """The same in both languages."""

    en: Filled
    ru: Filled

    def to(self, language: str) -> str:
        """The text in `language` ("ru", "ru-ru"); anything that is not Russian reads English."""
        return self.ru if language.startswith("ru") else self.en


class Rule(msgspec.Struct, frozen=True, kw_only=True, forbid_unknown_fields=True, omit_defaults=True):
    """One rule. `levels` are the details (S, T, F) that it is about; `reason` says why a rule is not enforced.

    `shared` is the rule of every stream (WL-) or of every tournament (TRN-) that enforces it.
    """

    id: str
    title: Text
    status: Literal["enforced", "recorded", "out_of_reach"] = "enforced"
    message: Text | None = None
    levels: str = ""
    reason: Text | None = None
    shared: str | None = None


class Rulebook(msgspec.Struct, frozen=True):
    """All rules of one system, in the order of the file. `named`: what the game's words and its catalogue call the
    values of a field, and under "" what the words call those of any field and the events. `called`: rule -> gap ->
    field. `chapters`: second part of an ID -> what that chapter is called; `gaps`: gap -> what it
    stands for. `path`: the file that it was read from."""

    system: str
    rules: dict[str, Rule]
    words: dict[str, Text]
    path: Path
    named: dict[str, dict[str, Text]] = {}
    called: dict[str, dict[str, str]] = {}
    chapters: dict[str, Text] = {}
    gaps: dict[str, Text] = {}


def load_book(path: Path) -> Rulebook:
    """Reads one file. Raises `BadRulebook`."""
    try:
        tables = tomllib.loads(path.read_text(encoding="utf-8"))
    except (OSError, tomllib.TOMLDecodeError, UnicodeDecodeError) as error:
        raise BadRulebook(f"{path}: {error}") from None
    system = tables.pop("system", None)
    if not isinstance(system, str):
        raise BadRulebook(f"{path}: system: the name of the system is missing")
    words, chapters, gaps = (
        _texts(path, name, tables.pop(name, {})) for name in ("words", "chapters", "gaps")
    )
    for where in tables.pop("words_of", []):
        words = {**_in_catalogue(path, "words_of", where), **words}
    named = _named_in(path.parent / tables.pop("named_in")) if "named_in" in tables else {}
    for field, where in tables.pop("catalogue", {}).items():
        named[field] = {**_in_catalogue(path, f"catalogue.{field}", where), **named.get(field, {})}
    called = {key: _called(path, key, table) for key, table in tables.items()}
    rules = {key: _rule(path, key, table) for key, table in tables.items()}
    return Rulebook(system, rules, words, path, named, called, chapters, gaps)


def _texts(path: Path, name: str, table: Mapping[str, Any]) -> dict[str, Text]:
    return {key: _converted(path, f"{name}.{key}", text, Text) for key, text in table.items()}


def _named_in(path: Path) -> dict[str, dict[str, Text]]:
    """The names of a file of words: of values by their field, and of any field the name that most fields have; then
    those of the fields themselves."""
    told = tomllib.loads(path.read_text(encoding="utf-8"))
    fields = _converted(path, "values", told.get("values", {}), dict[str, dict[str, Text]])
    every: dict[str, Counter[Text]] = {}
    for values in fields.values():
        for value, text in values.items():
            every.setdefault(value, Counter())[text] += 1
    anywhere = {
        value: texts.most_common(1)[0][0] for value, texts in every.items() if value and not value.isdigit()
    }
    titles = _converted(path, "fields", told.get("fields", {}), dict[str, Text])
    return {**fields, "": {**titles, **anywhere, **_titles(path, told.get("events", {}))}}


def _called(path: Path, key: str, table: Any) -> dict[str, str]:
    """Takes `called` out of a rule: only its sentence reads it, so no client sees it."""
    told = table.pop("called", {}) if isinstance(table, dict) else {}
    found: dict[str, str] = _converted(path, f"{key}.called", told, dict[str, str])
    return found


def _in_catalogue(path: Path, key: str, where: list[str]) -> dict[str, Text]:
    """What the catalogue calls its entries: `where` = (file, table), a table within others with dots."""
    try:
        file, table = where
        told = tomllib.loads((path.parent / file).read_text(encoding="utf-8"))
        for name in table.split("."):
            told = told[name]
    except (OSError, ValueError, KeyError) as error:
        raise BadRulebook(f"{path}: {key}: {error}") from None
    return {name: _converted(path, key, one.get("name", one), Text) for name, one in told.items()}


def _titles(path: Path, events: Mapping[str, Any]) -> dict[str, Text]:
    """The title of each type of event, in quotes, as far as it does not wait for what an event tells."""
    titles = {
        tag: _converted(path, f"events.{tag}", words["title"], Text)
        for tag, words in events.items()
        if "title" in words
    }
    begun = {tag: Text(_begun(title.en), _begun(title.ru)) for tag, title in titles.items()}
    return {tag: _quoted(title) for tag, title in begun.items() if title.en and title.ru}


def _begun(template: str) -> str:
    """What stands before the first gap, without the sign that leads to it."""
    return re.split(r"[\[{]", template, maxsplit=1)[0].rstrip(" :,–-“«")


def _converted(path: Path, key: str, table: Any, cls: Any) -> Any:
    try:
        return msgspec.convert(table, cls)
    except msgspec.ValidationError as error:
        raise BadRulebook(f"{path}: {key}: {error}") from None


def _rule(path: Path, key: str, table: Any) -> Rule:
    if not RULE_ID.fullmatch(key) or not isinstance(table, dict) or "id" in table:
        raise BadRulebook(f"{path}: {key}: neither a rule ID nor a known key")
    rule: Rule = _converted(path, key, {**table, "id": key}, Rule)
    if rule.status == "enforced" and rule.message is None:
        raise BadRulebook(f"{path}: {key}.message: an enforced rule needs its sentence")
    if rule.status != "enforced" and rule.reason is None:
        raise BadRulebook(f"{path}: {key}.reason: a rule that is {rule.status} needs its reason")
    if rule.message is not None and re.search(r"[{}]", _bare(rule.message.en + rule.message.ru)):
        raise BadRulebook(f"{path}: {key}.message: braces hold one plain name, as in {{vp}}")
    return rule


def _bare(template: str) -> str:
    return PLACEHOLDER.sub("", template)


_elsewhere: list[Path] = []


def shelve(path: Path, *, out: bool = False) -> None:
    """Adds the `rules.toml` of a game that lives outside this folder, or takes it `out` again."""
    if path.parent.parent == GAMES or out is not (path in _elsewhere):
        return
    (_elsewhere.remove if out else _elsewhere.append)(path)
    for cached in (books, all_rules, _common, _words, _named, _called_as, _event_titles):
        cached.cache_clear()


@cache
def books() -> dict[str, Rulebook]:
    """Every rulebook by its system: the shared rules, each game, and the rule sets of the tracker."""
    paths = [
        GAMES / "rules.toml",
        *sorted(GAMES.glob("*/rules.toml")),
        *sorted(RULESETS.glob("*/rules.toml")),
        *_elsewhere,
    ]
    return {book.system: book for book in map(load_book, paths)}


@cache
def all_rules() -> dict[str, Rule]:
    """Every rule of every book by its ID. Raises `BadRulebook` for an ID that two books claim."""
    rules: dict[str, Rule] = {}
    for book in books().values():
        for key, rule in book.rules.items():
            if key in rules:
                raise BadRulebook(f"{book.system}: {key}: another rulebook has this rule already")
            rules[key] = rule
    return rules


@cache
def _words() -> dict[str, dict[str, Text]]:
    """Rule ID -> the words of its own book."""
    return {rule: book.words for book in books().values() for rule in book.rules}


@cache
def _common() -> dict[str, dict[str, Text]]:
    """Rule ID -> the words that fill its sentence where its own game has none. What a game calls something says nothing
    of another game's values; a shared rule speaks of those of every game."""
    of_games = [book for book in books().values() if _of_a_game(book)]
    shared = _all_words(book for book in books().values() if not _of_a_game(book))
    every = {**_all_words(of_games), **_figures(of_games), **shared}
    return {rule: shared if _of_a_game(book) else every for book in books().values() for rule in book.rules}


def _figures(of_games: Iterable[Rulebook]) -> dict[str, Text]:
    """What the standings call the figures that each game counts, in quotes."""
    paths = (book.path.with_name("tiebreaks.toml") for book in of_games)
    files = (tomllib.loads(path.read_text(encoding="utf-8")) for path in paths if path.exists())
    return {
        name: _quoted(msgspec.convert(told["title"], Text)) for file in files for name, told in file.items()
    }


def _of_a_game(book: Rulebook) -> bool:
    return book.path.parent != GAMES and book.path.parent.parent != RULESETS


def _all_words(told: Iterable[Rulebook]) -> dict[str, Text]:
    """The words of several books, the first to have one first."""
    return {key: text for book in reversed(list(told)) for key, text in book.words.items()}


@cache
def _named() -> dict[str, dict[str, dict[str, Text]]]:
    """Rule ID -> field -> value -> its name at the game of the rule."""
    return {rule: book.named for book in books().values() for rule in book.rules}


@cache
def _called_as() -> dict[str, dict[str, str]]:
    """Rule ID -> gap -> the field as whose values it is named."""
    return {rule: fields for book in books().values() for rule, fields in book.called.items() if fields}


def _system_of(rule: str) -> str:
    return next(book.system for book in books().values() if rule in book.rules)


@cache
def _event_titles(system: str) -> dict[str, Text]:
    """Type of an event -> its title in the words of a game; a rule set of the tracker has none there."""
    path = books()[system].path.with_name("words.toml")
    return _titles(path, tomllib.loads(path.read_text(encoding="utf-8"))["events"]) if path.exists() else {}


def shared_rules(system: str, shared: str) -> tuple[str, ...]:
    """The IDs to name when the rule `shared` of every stream is broken: the system's own first."""
    own = books()[system].rules.values() if system in books() else ()
    return (*(rule.id for rule in own if rule.shared == shared), shared)


def sentence(violation: RuleViolation, language: str, names: Mapping[str, str] | None = None) -> str:
    """What a person reads, with `names` for the ids among the parameters. Never raises: a missing parameter leaves a
    gap, an unlisted rule shows its ID."""
    rule = all_rules().get(violation.rule)
    if rule is None:
        return violation.rule
    words, named, called = _words()[rule.id], _named().get(rule.id, {}), _called_as().get(rule.id, {})
    text = rule.message or rule.title
    template = text.to(language)
    told, given = _with_titles(violation.params, language), {*NAMED.findall(text.en)}
    people = {key: Text(name, name) for key, name in (names or {}).items()}

    def value_of(name: str) -> str:
        own = named.get(called.get(name, name), {})
        first = (own, words) if name in called else (words, own)
        game = (*first, named.get("", {}), _common().get(rule.id, {}))
        return readable(told.get(name), language, ChainMap(people, *(() if name in given else game)))

    return filled(template, value_of)


def _with_titles(params: Mapping[str, Any], language: str) -> dict[str, Any]:
    """Rules among the parameters by their titles, and beside them (`broken`) the type of the event that breaks them as
    their game calls it; a type that no game has a title for leaves a gap.
    """
    told = {name: _as_titles(value, language) for name, value in params.items()}
    if "broken" in params and "type" in params:
        titles = (_event_titles(_system_of(rule)).get(params["type"]) for rule in _ids_in(params["broken"]))
        title = next((one for one in titles if one is not None), None)
        told["type"] = title and title.to(language)
    return told


def _as_titles(value: Any, language: str) -> Any:
    """The same value, where it is the ID of a rule or several of them with commas or as a list: their titles."""
    if isinstance(value, list | tuple):
        return [_as_titles(one, language) for one in value]
    ids = _ids_in(value)
    if not ids:
        return value
    return ", ".join(_quoted(all_rules()[one].title).to(language) for one in ids)


def _ids_in(value: Any) -> list[str]:
    """The rules that a text names and nothing besides; none where it says anything else."""
    ids = value.split(", ") if isinstance(value, str) else []
    return ids if all(one in all_rules() for one in ids) else []


def _quoted(title: Text) -> Text:
    return Text(f"“{title.en}”", f"«{title.ru}»")


def filled(template: str, value_of: Callable[[str], str]) -> str:
    """The template with every `{name}` filled in; empty values leave no gap, nor does [a piece] of empty values."""
    template = OPTIONAL.sub(
        lambda hit: hit[1] if any(map(value_of, PLACEHOLDER.findall(hit[1]))) else "", template
    )
    return _tidy(PLACEHOLDER.sub(lambda hit: value_of(hit[1]), template))


def title(rule: str, language: str) -> str:
    """The short title of a rule; an unlisted rule shows its ID."""
    listed = all_rules().get(rule)
    return listed.title.to(language) if listed else rule


def readable(value: Any, language: str, words: Mapping[str, Text]) -> str:
    """A parameter as words: lists with commas, mappings as `key: value`, nothing for None."""
    if value is None:
        return ""
    if isinstance(value, bool):
        return YES_NO["ru" if language.startswith("ru") else "en"][value]
    if isinstance(value, float):
        return measured(value, language)
    if isinstance(value, Mapping):
        return _joined(
            f"{readable(k, language, words)}: {readable(v, language, words)}" for k, v in value.items()
        )
    if isinstance(value, list | tuple | set | frozenset):
        return _joined(readable(item, language, words) for item in value)
    text = str(value)
    return words[text].to(language) if text in words else text


def measured(value: float, language: str) -> str:
    """A number that may have a fraction, as people write it: `5`, `2.5`, in Russian `2,5`."""
    written = f"{value:g}"
    return written.replace(".", ",") if language.startswith("ru") else written


def _joined(parts: Iterable[str]) -> str:
    return ", ".join(part for part in parts if part)


def _tidy(text: str) -> str:
    """Closes the gaps that missing parameters leave."""
    return re.sub(r"\s+([,.;:!?)])", r"\1", re.sub(r"\s{2,}", " ", text)).strip()
