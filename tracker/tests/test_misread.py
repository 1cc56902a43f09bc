"""Names read by another table of letters than they were written by: told apart from rare names, in both scripts."""

from __future__ import annotations

import pytest

from tracker import misread

NAMES = ("Анна Вебер", "José Peña", "Фёдор Цой", "Zoë Müller", "Łukasz Żak", "Søren Åberg", "Şule Çelik")
READ = (("utf-8", "latin-1"), ("utf-8", "cp1252"), ("utf-8", "cp1251"), ("cp1251", "latin-1"))
RARE = (
    *NAMES, "Ñusta", "IRMÃ LÚCIA", "JOÃO", "MUÑOZ", "Ðorđe", "Þór", "Ångström", "Öö Üü", "Сірко Рія", "Æon", "Рівне",
    "Р. С. Ёлкин", "СССР", "O’Neil", "D'Ñ", "Лев «Рысь» С.", "Ярослав (РС)", "Ђорђе Јовић", "李小龍", "N° 5", "What?",
    "Élan", "ÇA", "Bo Ли",
)  # fmt: skip


@pytest.mark.parametrize("name", RARE)
def test_a_rare_name_is_no_garbled_one(name: str) -> None:
    assert not misread.is_garbled(name)


@pytest.mark.parametrize(("written", "read"), READ)
@pytest.mark.parametrize("name", NAMES)
def test_a_name_read_by_the_wrong_table_is_seen(name: str, written: str, read: str) -> None:
    try:
        shown = name.encode(written).decode(read)
    except UnicodeError:
        return  # this table has no such letter
    if shown == name or (written == "cp1251" and name.isascii()):
        return
    assert misread.is_garbled(shown), shown
    assert misread.meant(shown) == name


@pytest.mark.parametrize("name", ["????? ?????", "Bo \ufffd\ufffd", "╨Р╨╜╨╜╨░", "JosÃ Bo"])
def test_letters_that_are_lost_are_seen_without_a_guess(name: str) -> None:
    assert misread.is_garbled(name) and not misread.meant(name)
