"""Squads and notes as they are tapped: what a list brings along, what is typed, and whom notes may name."""

from __future__ import annotations

from typing import Any

import msgspec
import pytest
from msgspec.structs import replace

from games.faces import Unread
from games.last_battle import RULES
from games.last_battle.pages.faces import FACES
from games.last_battle.pages.faces import WORDS as FACES_WORDS
from games.last_battle.state import LastBattleState
from games.last_battle.tests.tables import COSTS, chosen, hired, squad
from games.lines import Line
from games.ruleset import EVERYONE, NextEvent
from games.taps import OneOf, Row, Taps, Written

LISTED: dict[str, Any] = msgspec.to_builtins(squad("a"))
OWN = {"player": "a"}


def offer(state: LastBattleState, type_: str, player: str = "a") -> NextEvent:
    found = RULES.next_events(state, EVERYONE)
    return next(one for one in found if one.type == type_ and one.players == (player,))


def hiring(listed: dict[str, Any] | None = None, **options: Any) -> Taps:
    state = chosen(**options).state
    told = offer(state, "squad_hired")
    brought = {name: (value,) for name, value in (listed or {}).items() if name in ("leader", "figures")}
    found = FACES.taps(state, replace(told, choices={**brought, **told.choices}))
    assert found is not None
    return found


def started(rows: list[Row], **tapped: Any) -> dict[str, Any]:
    return {**{row.key: row.start for row in rows}, **tapped}


def test_a_list_that_was_handed_in_is_hired_as_it_is_and_changed_behind_a_fold() -> None:
    taps = hiring(LISTED)
    assert all(not group.rows for group in taps.groups) and taps.groups[0].more
    read = taps.read(started(taps.rows), OWN)
    assert msgspec.convert(read, type(squad("a"))) == squad("a")


def test_what_is_typed_wins_over_the_list_and_the_rest_of_it_holds() -> None:
    taps = hiring(LISTED, detail="full")
    first, *others = [one for one in LISTED["figures"] if one["figure_id"] != LISTED["leader"]]
    typed = f"{first['figure_id']}; 1; 1; 7"
    read = taps.read(started(taps.rows, figures=typed, leader_lives=4), OWN)
    leader, changed = read["figures"]
    assert others and leader["lives"] == 4
    assert changed == {**first, "cost": 1, "size": 1, "lives": 7}


def test_without_a_list_everything_is_asked_in_sight() -> None:
    taps = hiring()
    assert [row.key for row in taps.groups[0].rows] == ["leader", "figures"] and not taps.groups[0].more
    read = taps.read({"leader": " Queen ", "figures": "2x Scout; 5; 1\n\nGiant"}, OWN)
    assert read["leader"] == "Queen"
    assert [one["figure_id"] for one in read["figures"]] == ["Queen", "Scout", "Scout", "Giant"]
    assert read["figures"][1:3] == [{"figure_id": "Scout", "cost": 5, "size": 1}] * 2


def test_a_squad_is_told_its_limit_and_the_serpent_that_it_has_none() -> None:
    """LB-ROSTER-03, LB-ROSTER-08."""
    state = chosen().state
    for player, hint in (("a", "figures_hint"), ("s", "figures_hint_preset")):
        taps = FACES.taps(state, offer(state, "squad_hired", player))
        assert taps is not None
        written = next(row for row in taps.rows if isinstance(row, Written) and row.key == "figures")
        assert isinstance(written.hint, Line) and written.hint.key == hint
        says = FACES_WORDS.lines[hint]
        assert ("{limit}" in says.en, "{limit}" in says.ru) == (player == "a", player == "a")


@pytest.mark.parametrize("line", ["; 5", "Scout; many", "Scout; 5; 1; 2; 3"])
def test_a_line_of_another_form_is_named(line: str) -> None:
    with pytest.raises(Unread, match="Line 2") as why:
        hiring().read({"leader": "Queen", "figures": f"Giant\n{line}"}, OWN)
    assert why.value.key == "figures"


def noting(scheme: str) -> tuple[Taps, list[OneOf]]:
    state = hired(a=scheme).state
    taps = FACES.taps(state, offer(state, "scheme_noted"))
    assert taps is not None
    return taps, [row for row in taps.rows if isinstance(row, OneOf)]


def test_a_scheme_without_notes_folds_as_every_other() -> None:
    for scheme in ("loophole", "trap", "vendetta"):
        taps, _rows = noting(scheme)
        (group,) = taps.groups
        assert not group.rows and group.fold and group.nothing and group.secret
    taps, rows = noting("loophole")
    assert not rows
    note = {"scheme": "loophole", "own_figures": [], "enemy_figures": []}
    assert taps.read({}, OWN) == {**OWN, **note, "more": None}


def test_a_figure_is_noted_once() -> None:
    taps, rows = noting("public_demonstration")
    own = [row.key for row in rows if row.key.startswith("own:")]
    keys = [choice.key for choice in rows[0].choices]
    assert len(own) == 3
    read = taps.read(dict(zip(own, keys, strict=False)), OWN)
    assert read["own_figures"] == keys[:3]
    with pytest.raises(Unread) as why:
        taps.read(dict.fromkeys(own, keys[0]), OWN)
    assert why.value.key == own[1]


def test_a_cheaper_enemy_is_refused_at_its_field_and_the_field_says_who_fits() -> None:
    """LB-COMM-13, LB-HID-01: the refusal of the rule named the scheme on an open phone."""
    taps, (own, enemy) = noting("vendetta")
    price = dict(zip([f"a{n}" for n in range(len(COSTS))], COSTS, strict=True))
    dear, cheap = max(price, key=lambda one: price[one]), min(price, key=lambda one: price[one] or 99)
    assert enemy.name == Line("noted_avenged")
    with pytest.raises(Unread, match="costs less than your figure") as why:
        taps.read({own.key: dear, enemy.key: cheap.replace("a", "s")}, OWN)
    assert why.value.key == enemy.key and "endetta" not in str(why.value.said)
    read = taps.read({own.key: cheap, enemy.key: dear.replace("a", "s")}, OWN)
    assert read["enemy_figures"] == [dear.replace("a", "s")]


def test_another_figure_of_the_name_of_the_leader_counts_with_its_own_cost() -> None:
    """LB-COMM-13: a leader costs 0, and so did whoever is called the same; the rule refused what the field let pass."""
    table, plain = chosen(a="vendetta"), squad("a")
    twin = replace(plain.figures[0], unique=False)
    others = (one for one in plain.figures[1:5])
    state = table.when(squad("s")).when(replace(plain, figures=(twin, twin, *others))).state
    taps = FACES.taps(state, offer(state, "scheme_noted"))
    assert taps is not None
    own, enemy = (row for row in taps.rows if isinstance(row, OneOf))
    named = next(choice.name for choice in own.choices if choice.key == "a-lead")
    assert named == Line("at_cost", {"figure_id": "a-lead", "number": 9})
    with pytest.raises(Unread, match="costs less than your figure"):
        taps.read({own.key: "a-lead", enemy.key: "s1"}, OWN)
