"""Sentences of the logs of Bushido and Ninja: numbers with their nouns, dice one by one, nobody left out."""

from __future__ import annotations

import re
from typing import Any

import msgspec
import pytest
from django.utils.translation import override

from games.registry import MATCHES, SYSTEMS
from games.tests.contract import story_of
from tracker.pages.match_forms import pages_of
from tracker.pages.match_forms.names import Names

ARCHER, MONK = "a/archer", "b/monk"
CALLED = {ARCHER: {"en": "Archer (A)", "ru": "Лучник (А)"}, MONK: {"en": "Monk (B)", "ru": "Монах (Б)"}}
BUSHIDO: dict[str, tuple[str, dict[str, Any], str, str]] = {
    "dice": (
        "damage_rolled",
        {"dice": "53", "wounds": 2},
        "Damage roll: 5, 3; 2 wounds.",
        "Бросок урона: 5, 3; 2 раны.",
    ),
    "exchange": (
        "melee_rolled",
        {"attack": {ARCHER: "412"}, "defence": {ARCHER: "6", MONK: "55"}},
        "Archer (A) attacks with 4, 1, 2 and defends with 6; Monk (B) only defends, with 5, 5.",
        "Лучник (А): в атаке 4, 1, 2, в защите 6; Монах (Б): только защита, 5, 5.",
    ),
    "wound": (
        "wounds_changed",
        {"model": MONK, "number": 1},
        "Monk (B) takes 1 wound.",
        "Монах (Б) получает 1 рану.",
    ),
    "healed": (
        "wounds_changed",
        {"model": MONK, "number": -5},
        "Monk (B) heals 5 wounds.",
        "Монах (Б) излечивает 5 ран.",
    ),
    "markers": (
        "marker_changed",
        {"model": MONK, "marker": "poisoned", "number": 2},
        "Monk (B) gains the marker Poisoned ×2.",
        "Монах (Б) получает маркер «Отравлен» ×2.",
    ),
    "tokens": (
        "tokens_changed",
        {"model": MONK, "token": "ki", "number": -3},
        "Monk (B) loses 3 Ki tokens.",
        "Монах (Б) теряет 3 жетона Ки.",
    ),
    "followed": (
        "rules_applied",
        {
            "blows": [{"attacker": ARCHER, "target": MONK, "hit": True, "sl": 1}],
            "wounds": {MONK: 3},
            "ki": {ARCHER: -1},
            "states": [{"model": MONK, "marker": "stunned", "number": -1}],
            "sp": {"a": 2},
            "tokens": {"b": 1},
        },
        "By the rules: Archer (A) hits Monk (B), success level 1. Monk (B) takes 3 wounds. Archer (A) spends"
        " 1 Ki token. Monk (B) loses the marker Stunned. Side A: 2 scenario points. Side B: 1 pass token.",
        "По правилам: Лучник (А) попадает, цель Монах (Б), уровень успеха 1. Монах (Б) получает 3 раны."
        " Лучник (А) тратит 1 жетон Ки. Монах (Б) теряет маркер «Оглушён». Сторона А: 2 очка сценария."
        " Сторона Б: 1 жетон паса.",
    ),
    "split": (
        "melee_dice_committed",
        {"side": "a", "attack": 2, "defence": 1, "special": "Sweep Attack", "salt": "x"},
        "Side A puts 2 dice into attack and 1 die into defence, with Sweep Attack.",
        "Сторона А: в атаку 2 кубика, в защиту 1 кубик, умение «Сбивающая атака».",
    ),
    "nothing taken": (
        "objective_removed",
        {"side": "a", "objective": None},
        "Side A takes no objective away.",
        "Сторона А: ни одна цель не убрана.",
    ),
    "astray": (
        "stray_shot_told",
        {},
        "The shot goes astray and hits nobody.",
        "Выстрел ушёл мимо цели и ни в кого не попал.",
    ),
    "card": (
        "card_fact_stated",
        {"card": ARCHER, "ki": 1, "move": 4},
        "The card of Archer (A): move 4, Ki 1.",
        "На карте «Лучник (А)»: движение 4, Ки 1.",
    ),
    "gained": (
        "effect_changed",
        {"model": MONK, "what": "move", "mode": "plus", "value": -1, "until": "game"},
        "Monk (B): Move −1 until the end of the game.",
        "Монах (Б): Движение −1, до конца игры.",
    ),
    "whole": (
        "match_result_recorded",
        {"last_turn": 1, "vp": {"a": 2, "b": 1}, "reason": "conceded"},
        "The match in 1 turn: Side A: 2 victory points, Side B: 1 victory point. It ended because a side conceded.",
        "Вся партия, 1 ход: Сторона А: 2 победных очка, Сторона Б: 1 победное очко. Причина окончания: сторона"
        " сдалась.",
    ),
}

NINJA: dict[str, tuple[str, dict[str, Any], str, str]] = {
    "wound": (
        "guard_attacked",
        {"guard": "g9", "intruder": "traitor"},
        "Guard g9 wounds the traitor.",
        "Стражник g9 ранит предателя.",
    ),
    "killed": (
        "guard_neutralised",
        {"intruder": "ninja", "guard": "g1", "by": "ninja.shuriken"},
        "Guard g1 is killed by the ninja: Shuriken (ninja).",
        "Стражник g1 убит ниндзя: «Сюрикен» (ниндзя).",
    ),
    "drunk": (
        "guard_neutralised",
        {"intruder": "traitor", "guard": "g1", "by": "potent_sake"},
        "Guard g1 is made drunk by the traitor: Potent Sake.",
        "Стражник g1 напоен предателем: «Крепкое саке».",
    ),
    "one goes": (
        "guards_moved",
        {"guards": ["g2"], "path": ["E5"]},
        "Guard g2 goes by E5.",
        "Стражник g2 идёт: E5.",
    ),
    "two stay": (
        "guards_moved",
        {"guards": ["g2", "g3"], "path": [], "facing": "E5"},
        "Guards g2, g3 stay, facing E5.",
        "Стража g2, g3 остаётся на месте, смотрит на E5.",
    ),
    "hand": (
        "hand_chosen",
        {"hand": "traitor", "size": 3, "cards": {"rope": 2, "kenjutsu": 1}, "salt": "x"},
        "The hand of the traitor: Rope ×2, Kenjutsu.",
        "Рука предателя: Верёвка ×2, Кендзюцу.",
    ),
    "hidden hand": (
        "hand_chosen",
        {"hand": "traitor", "size": 3, "commitment": "x"},
        "The hand of the traitor is chosen: 3 cards.",
        "Рука предателя выбрана: 3 карты.",
    ),
    "hidden bonus": (
        "respawn_bonus_taken",
        {"count": 1, "sleepers": 2, "commitment": "x"},
        "The guards take 1 card and 2 sleeping guards.",
        "Стража берёт 1 карту, ещё у неё 2 спящих стражника.",
    ),
}


def said(system: str, type_: str, data: dict[str, Any], language: str) -> str:
    known = {key: names[language] for key, names in CALLED.items()}
    with override(language):
        return str(pages_of(system).sentence(type_, data, Names({}, known, language)))


@pytest.mark.parametrize("key", BUSHIDO)
def test_a_sentence_of_bushido_is_what_a_person_would_say(key: str) -> None:
    type_, data, english, russian = BUSHIDO[key]
    assert said("bushido", type_, data, "en") == english
    assert said("bushido", type_, data, "ru") == russian


@pytest.mark.parametrize("key", NINJA)
def test_a_sentence_of_ninja_is_what_a_person_would_say(key: str) -> None:
    type_, data, english, russian = NINJA[key]
    assert said("ninja", type_, data, "en") == english
    assert said("ninja", type_, data, "ru") == russian


@pytest.mark.parametrize("system", ["bushido", "ninja"])
@pytest.mark.parametrize("language", ["en", "ru"])
def test_no_sentence_of_a_whole_log_shows_what_only_programs_read(system: str, language: str) -> None:
    """Neither ids with underscores, dice in a row, signs without a noun, nor a gap where something was left out."""
    one = SYSTEMS[system]
    story = story_of(MATCHES[system], *one.simulation().simulate(3, "full"))
    players = {
        player: "Anna" for seats in MATCHES[system].sides(story.states[-1]).values() for player in seats
    }
    for entry, state in zip(story.entries, story.states[1:], strict=True):
        known = {key: text.to(language) for key, text in one.faces.named(state.play).items()}
        data = msgspec.to_builtins(entry.event)
        type_ = data.pop("type")
        with override(language):
            text = pages_of(system).sentence(type_, data, Names(players, known, language))
        bad = re.search(r"_|\b[1-6]{3,}\b|: -\d|:\.|: ;|None|True|False|\(\)", text)
        assert not bad, (type_, text)


@pytest.mark.parametrize(
    ("system", "said"),
    [("super_fantasy_brawl", "Side A · Ann concedes."), ("last_battle", "Alliance concedes.")],
)
def test_a_player_stands_beside_a_side_whose_name_is_a_letter(system: str, said: str) -> None:
    side = "a" if system == "super_fantasy_brawl" else "alliance"
    names = Names({"1": "Ann", "2": "Bob"}, {}, "en", {side: "1"})
    assert pages_of(system).sentence("match_conceded", {"side": side}, names) == said
    team = names._replace(seats={})
    assert pages_of(system).sentence("match_conceded", {"side": side}, team) == said.replace(" · Ann", "")


def test_a_side_beside_its_player_and_in_a_confirmed_result_is_named_once() -> None:
    pages, sides = pages_of("super_fantasy_brawl"), {"a": ["1"], "b": ["2"]}
    names = Names({"1": "Ann", "2": "Bob"}, {}, "en", {"a": "1", "b": "2"})
    opened = pages.sentence("match_created", {"mode": "duel", "sides": sides}, names)
    assert opened == "Duel opens. Side A: Ann, Side B: Bob."
    with override("en"):
        told = pages.sentence("result_confirmed", {"side": "a", "vp": {"a": 5, "b": 3}}, names)
    assert told == "Side A · Ann: result confirmed."
