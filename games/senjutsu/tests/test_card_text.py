"""Cards as lines: whatever is written is read back, in both languages; nothing is guessed."""

from __future__ import annotations

import pytest

from games.senjutsu.full.definitions import (
    Attack,
    Block,
    Cell,
    Definition,
    FocusGain,
    Move,
    OptionalInitiative,
    Other,
    PartDefinition,
)
from games.senjutsu.pages.card_text import effect_text, parts_from, text_of
from games.senjutsu.play.training_foes import EDITION

WITH_PARTS = [card for card, one in EDITION.items() if one.parts]


@pytest.mark.parametrize("language", ["en", "ru"])
@pytest.mark.parametrize("card", WITH_PARTS)
def test_a_card_is_read_back_as_it_was_written(card: str, language: str) -> None:
    parts = EDITION[card].parts or ()
    text = text_of(parts, language)
    assert parts_from(text) == (parts, []), text


def test_what_a_player_types() -> None:
    first = "5, 8 for 1\nStep 2 ahead, ahead-right; turn 1\nattack ahead 2, 0/-2 bleeding; stun; for 2"
    text = f"{first}\n-\nfocus; if success"
    parts, problems = parts_from(text)
    assert problems == []
    move = Move(steps=2, directions=(0, 1), turns=1)
    attack = Attack(grid=(Cell((0, -1), 2), Cell((0, -2), 1, bleeding=True)), stuns=1, optional_focus=2)
    assert parts == (
        PartDefinition(initiative=5, effects=(move, attack), optional_initiative=OptionalInitiative(1, 8)),
        PartDefinition(initiative=None, effects=(FocusGain(amount=1, if_success=True),)),
    )


def test_russian_with_and_without_the_letter_that_few_type() -> None:
    for word in ("вперёд", "вперед"):
        parts, problems = parts_from(f"3-6\nБлок здесь, {word}; в равновесие")
        assert problems == []
        block = Block(grid=((0, 0), (0, -1)), kamae="balance")
        assert parts == (PartDefinition(initiative=3, up_to=6, effects=(block,)),)


def test_a_text_keeps_its_letters() -> None:
    parts, _ = parts_from("4\ntext Heal 1 Wound of an Ally; optional")
    assert parts[0].effects == (Other(text="Heal 1 Wound of an Ally", optional=True),)


@pytest.mark.parametrize(
    "text",
    [
        "focus 1",
        "5\nfly 3",
        "5\nstep 2 up",
        "5\nfocus x",
        "5\nattack",
        "5\nkamae red",
        "5\nring 1; stun 1",
        "100",
    ],
)
def test_what_cannot_be_read_is_told(text: str) -> None:
    _parts, problems = parts_from(text)
    assert problems and problems[-1].text == text.splitlines()[-1]


def test_effects_have_words_in_both_languages() -> None:
    effect = Attack(grid=(Cell((0, -1), 1),), push=1, kamae="aggression")
    assert effect_text(effect, "en") == "attack ahead 1; push 1; in aggression"
    assert effect_text(effect, "ru").startswith("атака вперёд 1; оттолкнуть 1; в ")
    assert Definition(parts=(PartDefinition(initiative=1),)).parts
