"""Cards that call traits, keywords and abilities as the rulebook does: in Russian, or spelt otherwise."""

from __future__ import annotations

import pytest

from games.bushido.full import events as f
from games.bushido.full.printed import RULE, called, parsed
from games.bushido.full.terms import MarkerKind
from games.bushido.full.traits import immune, trait, within, worth
from games.bushido.opening import _facts
from games.bushido.profiles import Profile
from games.bushido.roster.keywords import has_trait, has_type, hated_by, is_ronin
from games.bushido.tests.full.fights import MINE, THEIRS, allocated, armed, damage, dice, facing, met, won
from games.bushido.tests.full.shooting import aimed, archer, bow, roll, shooting
from games.bushido.tests.full.tables import card, figures, harm_of, refused
from games.rulebook import title
from games.testing import accepts, refuses


def test_every_trait_is_known_by_its_russian_name() -> None:
    told = {name: title(rule, "ru").partition(":")[0] for name, rule in RULE.items()}
    assert {name: called(russian) for name, russian in told.items()} == {name: name for name in RULE}


@accepts("BUS-TRT-103", "BUS-TRT-79", "BUS-TRT-06", "BUS-TRG-06")
def test_traits_as_the_rulebook_prints_them() -> None:
    case = facing(
        card("Живучий (2)", "Сильный [Рукопашная]", "Ranged Defense (1)", "Armor [Defense, Melee] (3)")
    )
    assert (worth(case.state, MINE, "Tough").value, worth(case.state, MINE, "Ranged Defence").value) == (2, 1)
    armour = [within(case.state, MINE, "Armour", kind).value for kind in ("melee", "ranged")]
    assert armour[0] == 3 and trait(case.state, MINE, "Strong") is not None
    assert parsed("Лёгкая поступь") == parsed("Lightfooted") and parsed("Command [Guard] (2/6)").y == 6


@accepts("BUS-TRT-50", "BUS-COND-20")
@refuses("BUS-TRT-50", "BUS-COND-20")
@pytest.mark.parametrize(
    ("printed", "marker"),
    [
        ("Immune [Immobilized]", "immobilised"),
        ("Immune [Bleed, Poison, Fire, Disease]", "on_fire"),
        ("Иммунитет [Испуг, Отравление, Кровотечение]", "poisoned"),
        ("Иммунитет [Удержание]", "held"),
    ],
)
def test_markers_as_cards_call_them(printed: str, marker: MarkerKind) -> None:
    case = facing(card(printed))
    refused(case, f.MarkerChanged(model=MINE, marker=marker, value=1, by=THEIRS), "BUS-TRT-50")
    assert not immune(case.state, MINE, "stunned") and not immune(case.state, THEIRS, marker)


@accepts("BUS-SPA-10", "BUS-SPA-14")
def test_abilities_as_cards_spell_them() -> None:
    """A Stun attack stuns, and a Counterstrike defense strikes back, also of a card that has no capitals for it."""
    case = won(met(facing(armed(specials={"Stun attack": 1}), armed(wound_tracks=(20,)))), "Stun attack", 1)
    assert [one.kind for one in figures(case.when(damage("11")), THEIRS).markers] == ["stunned"]
    foe = armed(specials={"Counterstrike defense": 1})
    case = allocated(met(facing(armed(), foe)), (3, 0), (0, 2, "Counterstrike defense", 1))
    assert harm_of(case.when(dice(("222", ""), ("", "66")))).source == THEIRS
    stunning = archer(weapon=bow(specials={"stun attack": 1}))
    shot = aimed(shooting(stunning)).when(roll("66", special="stun attack")).when(damage("11"))
    assert [one.kind for one in figures(shot, THEIRS).markers] == ["stunned"]


@accepts("BUS-TRT-47", "BUS-ROSTER-31")
def test_lists_read_the_same_names() -> None:
    one = Profile(traits=("Незначительный", "Ненависть [Они, Ронин]"))
    assert has_trait(one, "Insignificant") and has_trait(one, "Незначительный")
    assert [*hated_by(one)] == ["Они", "Ронин"] and not has_trait(one, "Kami")


@accepts("BUS-ROSTER-31", "BUS-ROSTER-16", "BUS-VIM-02")
def test_the_words_that_rules_speak_of_are_known_in_russian() -> None:
    beast = Profile(name="Кабан", types=("Животное",), faction="Ронин")
    assert has_type(beast, "Animal") and is_ronin("Ронин") and not has_type(beast, "Swarm")
    row = {"types": ["Животные"], "traits": ["Незначительный", "Фланговый обход"]}
    assert (
        (facts := _facts(row))["animal"]
        and facts["insignificant"]
        and facts["flank"]
        and not facts["disguise"]
    )
