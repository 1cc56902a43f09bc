"""The invented training edition and the facts: everything that a card may say occurs, and the numbers fit the mode."""

from __future__ import annotations

from collections import Counter
from typing import Any, get_args

from games.super_fantasy_brawl.cards import edition_of, parse_edition
from games.super_fantasy_brawl.definitions import AnyCondition, Keyword
from games.super_fantasy_brawl.facts import BASICS, FACTS, LIMITS, MODES, TRAPS, CardType, TargetingKind
from games.super_fantasy_brawl.play.training import ARENAS, CARDS, CHALLENGES, CHAMPIONS, EDITION


def effects() -> list[tuple[str, str, str]]:
    """(type of the card, timing, keyword) of every effect."""
    return [
        (str(card.type), effect.timing, effect.keyword)
        for card in CARDS.values()
        for effect in card.effects or ()
    ]


def test_every_champion_has_six_cards_of_its_own() -> None:
    for slug, champion in CHAMPIONS.items():
        assert champion.cards is not None and len(set(champion.cards)) == LIMITS.cards_of_champion
        assert {CARDS[card].champion for card in champion.cards} == {slug}
    assert len(CARDS) == len(CHAMPIONS) * LIMITS.cards_of_champion
    assert len(CHAMPIONS) >= max(MODES["duel"].normal_pool, 2 * MODES["duel"].tournament_pool)
    assert len(CHALLENGES) == LIMITS.challenges


def test_every_kind_of_card_keyword_and_condition_occurs() -> None:
    abilities = [
        effect.keyword for champion in CHAMPIONS.values() for effect in champion.levelled.effects or ()
    ]
    assert {keyword for _, _, keyword in effects()} | set(abilities) == set(get_args(Keyword))
    assert {card.type for card in CARDS.values()} == set(get_args(CardType))
    assert {card.targeting.kind for card in CARDS.values() if card.targeting} == set(get_args(TargetingKind))
    kinds = {type(one) for challenge in CHALLENGES.values() for one in challenge.conditions or ()}
    assert kinds == set(get_args(AnyCondition))
    timings = {(kind, timing) for kind, timing, _ in effects()}
    assert timings == {
        ("attack", "pre"),
        ("attack", "damage"),
        ("attack", "post"),
        ("skill", "main"),
        ("reaction", "pre"),
        ("reaction", "post"),
    }


def test_an_edition_of_nothing_is_an_edition() -> None:
    assert edition_of({}) == type(EDITION)()
    assert parse_edition("[]", "json") == ({}, [])


def test_names_say_that_the_edition_is_invented() -> None:
    named: list[Any] = [*CHAMPIONS.values(), *CARDS.values(), *CHALLENGES.values()]
    assert all((one.name or "").startswith("Training") for one in named)
    assert all("чебн" in (one.name_ru or "") for one in named)
    assert all("invented" in arena.name for arena in ARENAS.values())


def test_the_facts_fit_the_table_of_modes() -> None:
    assert sum(trap.copies for trap in TRAPS.values()) == 12
    assert Counter(basic.core or "any" for basic in BASICS.values()) == Counter(("any", *LIMITS.cores))
    for mode in MODES.values():
        assert mode.deck == mode.team * LIMITS.cards_of_champion
        assert len(mode.picks_normal) == mode.team * len(mode.seats)
        assert mode.traps_each * len(mode.seats) == LIMITS.traps_on_board
        assert sorted(owner for _, owner in mode.bans) == sorted(mode.seats)
        left = mode.tournament_pool - 1 - len(mode.picks_tournament) // len(mode.seats)
        assert left == (1 if mode.picks_tournament else mode.team)
    assert set(FACTS.targeting) | {"none"} == set(get_args(TargetingKind))
