"""Everything a person reads exists in both languages: templates, messages in Python, and what is compiled from them."""

from __future__ import annotations

import ast
import io
import os
import re
import shutil
import tempfile
import tokenize
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import polib
import pytest
from django.utils.translation.template import templatize

from tracker import compiled_words

ROOT = Path(__file__).parents[2]
PO = ROOT / "tracker" / "locale" / "ru" / "LC_MESSAGES" / "django.po"
TEMPLATES = sorted((ROOT / "templates").rglob("*.html")) + sorted((ROOT / "templates").glob("*.txt"))
SOURCES = sorted(
    path
    for folder in ("tracker", "api")
    for path in (ROOT / folder).rglob("*.py")
    if "tests" not in path.parts
)
CALLS = {"gettext", "gettext_lazy", "gettext_noop", "ngettext", "ngettext_lazy", "pgettext", "npgettext", "_"}
CONTEXTUAL = {"pgettext", "npgettext"}
# What both languages spell alike: names, formats, field names of files.
ALIKE = {"Warledger", "REST", "VP", "TP", "CSV", "JSON", "SoS"}

Message = tuple[str | None, str]


def of_python(source: str) -> Iterator[Message]:
    """(context, msgid) of every translated literal."""
    for node in ast.walk(ast.parse(source)):
        if not isinstance(node, ast.Call):
            continue
        name = getattr(node.func, "id", getattr(node.func, "attr", ""))
        texts = [
            arg.value for arg in node.args if isinstance(arg, ast.Constant) and isinstance(arg.value, str)
        ]
        if name in CALLS and texts:
            yield (texts[0], texts[1]) if name in CONTEXTUAL else (None, texts[0])


def of_template(source: str) -> Iterator[Message]:
    """The same for a template, by Django's own conversion into calls."""
    calls = templatize(source)
    for name, rest in re.findall(
        r"\b(n?p?gettext)\(((?:[^()'\"]|'(?:[^'\\]|\\.)*'|\"(?:[^\"\\]|\\.)*\")*)\)", calls
    ):
        texts = [ast.literal_eval(text) for text in _strings(rest)]
        yield (texts[0], texts[1]) if name in CONTEXTUAL else (None, texts[0])


def _strings(code: str) -> list[str]:
    tokens = tokenize.generate_tokens(io.StringIO(code).readline)
    return [token.string for token in tokens if token.type == tokenize.STRING]


def used() -> dict[Message, str]:
    found: dict[Message, str] = {}
    for path in TEMPLATES:
        found |= dict.fromkeys(of_template(path.read_text("utf-8")), path.name)
    for path in SOURCES:
        found |= dict.fromkeys(of_python(path.read_text("utf-8")), path.name)
    return found


@pytest.fixture(scope="module")
def catalogue() -> polib.POFile:
    return polib.pofile(str(PO))


def translated(entry: polib.POEntry) -> bool:
    if entry.msgid_plural:
        return len(entry.msgstr_plural) == 4 and all(entry.msgstr_plural.values())
    return bool(entry.msgstr)


def test_every_message_in_use_is_translated(catalogue: polib.POFile) -> None:
    known = {(entry.msgctxt, entry.msgid): entry for entry in catalogue if not entry.obsolete}
    missing = {
        f"{place}: {message[1]}"
        for message, place in used().items()
        if message not in known or not translated(known[message]) or known[message].fuzzy
    }
    assert not missing, "\n".join(sorted(missing))


@pytest.mark.soak
def test_no_entry_is_dead(catalogue: polib.POFile) -> None:
    inside = set(used())
    dead = [entry.msgid for entry in catalogue if (entry.msgctxt, entry.msgid) not in inside]
    assert not dead


def test_translations_keep_every_placeholder(catalogue: polib.POFile) -> None:
    wrong = []
    for entry in catalogue:
        texts = list(entry.msgstr_plural.values()) if entry.msgid_plural else [entry.msgstr]
        wanted = placeholders(entry.msgid_plural or entry.msgid)
        wrong += [
            text
            for text in texts
            if not placeholders(text) <= wanted or (wanted - placeholders(text)) - {"%(count)d", "%(count)s"}
        ]
    assert not wrong


def placeholders(text: str) -> set[str]:
    return set(re.findall(r"%\(\w+\)[sd]|\{\w+\}", text))


def test_what_is_compiled_says_what_its_source_says(tmp_path: Path, catalogue: polib.POFile) -> None:
    shutil.copy(PO, tmp_path / "django.po")
    assert compiled_words.ensure(tmp_path) == [tmp_path / "django.mo"]
    assert texts_of(polib.mofile(str(tmp_path / "django.mo"))) == texts_of(catalogue)


def test_a_source_is_compiled_again_only_when_it_has_changed(tmp_path: Path) -> None:
    source = tmp_path / "django.po"
    shutil.copy(PO, source)
    compiled_words.ensure(tmp_path)
    assert compiled_words.ensure(tmp_path) == []
    os.utime(tmp_path / "django.mo", (0, 0))
    assert compiled_words.ensure(tmp_path) == [tmp_path / "django.mo"]


def test_a_folder_that_cannot_be_written_to_stops_nothing(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
) -> None:
    shutil.copy(PO, tmp_path / "django.po")

    def refused(*_: object, **__: object) -> None:
        raise PermissionError("read-only")

    monkeypatch.setattr(tempfile, "mkstemp", refused)
    assert compiled_words.ensure(tmp_path) == []
    assert "cannot be compiled" in caplog.text


def texts_of(entries: Any) -> dict[Message, Any]:
    return {(entry.msgctxt or None, entry.msgid): entry.msgstr_plural or entry.msgstr for entry in entries}


@pytest.mark.parametrize("path", TEMPLATES, ids=lambda path: str(path.relative_to(ROOT / "templates")))
def test_no_text_of_a_template_is_left_untranslated(path: Path) -> None:
    bare = plain_text(path.read_text("utf-8"))
    assert not [word for word in bare if word not in ALIKE], bare


def plain_text(source: str) -> list[str]:
    """Words of two letters or more in text nodes and read-aloud attributes, outside of every template tag."""
    source = re.sub(r"{%\s*comment\s*%}.*?{%\s*endcomment\s*%}", "", source, flags=re.S)
    source = re.sub(r"{%\s*blocktranslate.*?{%\s*endblocktranslate\s*%}", "", source, flags=re.S)
    source = re.sub(r"<(code|kbd)\b[^>]*>.*?</\1>", "", source, flags=re.S)
    source = re.sub(r"{%\s*block body_class\s*%}\w*{%\s*endblock\s*%}", "", source)
    source = re.sub(r"{%.*?%}|{{.*?}}", "", source, flags=re.S)
    read_aloud = re.findall(r'(?:aria-label|title|placeholder|alt)="([^"]*)"', source)
    text = re.sub(r"&\w+;", " ", re.sub(r"<[^>]*>", " ", source))
    return re.findall(r"[^\W\d_]{2,}", " ".join([text, *read_aloud]))
