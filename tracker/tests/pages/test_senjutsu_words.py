"""Every event of Senjutsu in a sentence, in both languages; concealed ones name no card."""

from __future__ import annotations

from random import Random
from typing import Any

import msgspec
import pytest
from django.utils.translation import override

from games.ruleset import NextEvent, SecretEvent
from games.secrets import concealed
from games.senjutsu import RULES
from games.senjutsu.full import effect_events as fx
from games.senjutsu.full import events as f
from games.senjutsu.full.definitions import Definition, FocusGain, PartDefinition
from games.senjutsu.full.state import FullState
from games.senjutsu.play.match import play
from games.senjutsu.state import SenjutsuState
from games.senjutsu.system import SYSTEM
from games.senjutsu.worded import WORDS
from games.vocabulary import examples_of
from tracker.pages.match_forms import pages_of
from tracker.pages.match_forms.generic.hex_board import side_by_side
from tracker.pages.match_forms.names import Names

LANGUAGES = ("en", "ru")
SEATS: dict[str, dict[str, tuple[str, ...]]] = {
    "duel": {"red": ("p-1",), "blue": ("p-2",)},
    "multi": {"red": ("p-1",), "blue": ("p-2",), "green": ("p-3",)},
    "solo": {"red": ("p-1",)},
    "horde": {"red": ("p-1",)},
}
TOLD = Definition(
    types=("attack", "defence"),
    mandatory_focus=1,
    required_kamae="balance",
    counterattack=(4, 5),
    parts=(
        PartDefinition(initiative=2, up_to=6, effects=None),
        PartDefinition(initiative=None, effects=(FocusGain(amount=1, if_success=True),)),
    ),
)
RARE = (
    f.CardsRevealed(cards={"p-1": "A-048", "p-2": "A-107"}, declared={"A-107": TOLD}),
    f.InstantPlayed(player="p-1", card="A-048", kind="addition", on="A-107", declared=TOLD),
    fx.VoStateChanged(vo="vo-1", stance="defensive", contract="first_blood", cause="S-014"),
    fx.VoDeckSeen(player="p-1", vo="vo-1", card="A-048", cards=("S-002", "S-014")),
    fx.CollisionHappened(
        actor="p-1",
        cause="push",
        against="character",
        hex=(1, -2),
        other="p-2",
        discards=True,
        discarded="A-048",
    ),
    fx.AttackResolved(
        attacker="p-1",
        results=(
            fx.Result(
                hex=(0, 1),
                outcome="hit",
                target="p-2",
                wounds=2,
                bleeding=1,
                stuns=1,
                injuries=2,
                poison=("C-002",),
                push=fx.Shift(cells=2, direction=1),
                turns=fx.ForcedTurn(count=1, rotation=1),
                executed=True,
            ),
            fx.Result(hex=(1, 1), outcome="failed", target="p-3"),
        ),
    ),
    f.CardDrawn(
        actor="p-1", asked=2, drawn=1, cards=("A-048",), override=f.Override(card="A-048", rule="SEN-DRAW-01")
    ),
    f.CardsMoved(player="p-1", source="deck", to="hand", count=1, by="A-048", search=True, cards=("A-050",)),
)


def said(event: Any, language: str) -> str:
    data = msgspec.to_builtins(event)
    type_ = data.pop("type")
    with override(language):
        return pages_of("senjutsu").sentence(type_, data, Names({"p-1": "Анна", "p-2": "Bob"}, {}, language))


def fits(text: str, language: str) -> bool:
    """A sentence without holes, in the reader's language."""
    clean = not {"_", "None", "{", "%("} & {part for part in ("_", "None", "{", "%(") if part in text}
    return (
        clean
        and text.endswith((".", ".)"))
        and (language != "ru" or any("а" <= c <= "я" for c in text.lower()))
    )


def test_every_type_of_event_has_a_sentence() -> None:
    assert {str(cls.__struct_config__.tag) for cls in RULES.event_types} <= set(WORDS.events)


@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.parametrize("event", [*examples_of(SYSTEM), *RARE], ids=lambda event: type(event).__name__)
def test_examples_speak(event: Any, language: str) -> None:
    assert fits(said(event, language), language) or type(event).__name__ == "MatchAnnulled", said(
        event, language
    )


@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.parametrize("mode", SEATS)
def test_simulated_matches_speak_to_those_who_know_and_to_everybody(mode: str, language: str) -> None:
    for event, _actor in play(Random(3), "3", mode, SEATS[mode], limit=250)[1]:
        for shown in (event, concealed(event)):
            assert fits(said(shown, language), language), (event, said(shown, language))


SECRETS = [event for event in (*examples_of(SYSTEM), *RARE) if isinstance(event, SecretEvent)]


@pytest.mark.parametrize("event", SECRETS, ids=lambda event: type(event).__name__)
def test_a_concealed_event_names_none_of_its_cards(event: SecretEvent) -> None:
    sealed = concealed(msgspec.structs.replace(event, commitment="c" * 64))
    told = msgspec.to_builtins([getattr(event, name) for name in event.secret_fields])
    secret = {text for text in _texts(told) if text[:2] in ("A-", "S-", "C-")} - {"A-048"}
    assert not [card for card in secret if card in said(sealed, "en")]


def _texts(value: Any) -> list[str]:
    if isinstance(value, str):
        return [value]
    items = [*value, *value.values()] if isinstance(value, dict) else value if isinstance(value, list) else []
    return [text for item in items for text in _texts(item)]


def test_every_step_has_a_title() -> None:
    assert len(WORDS.order) > 50
    assert {step for step in WORDS.order if step not in WORDS.steps} <= set(WORDS.events)


def test_refusals_name_printed_cards_and_opponents() -> None:
    told = {"cards": ["A-127", "A-901"], "actor": "katana-2", "expected": {"k1": "stun"}}
    names = pages_of("senjutsu").own_names(told, "en")
    assert names["A-127"] == "Push Back (A-127)"
    assert names["katana-2"] == "katana ashigaru 2"
    assert "A-901" not in names and "stun" not in names


def test_hexes_of_an_attack_are_told_apart() -> None:
    data = {"attacker": "p-1", "card": "A-048", "part": 0, "hexes": [[0, 2], [-1, 3]]}
    told = pages_of("senjutsu").sentence("attack_declared", data, Names({"p-1": "Анна"}, {}, "ru"))
    assert told.startswith("Анна атакует 0/2, −1/3 картой")


@pytest.mark.parametrize(("mode", "offered"), [("duel", True), ("solo", False), ("horde", False)])
def test_no_text_gives_the_advantage_where_there_is_no_track(mode: str, offered: bool) -> None:
    """SEN-SOLO-11."""
    state = SenjutsuState(mode=mode, full=FullState())
    form = SYSTEM.faces.taps(state, NextEvent(type="wound_taken"))
    assert form is not None
    kinds: Any
    (kinds,) = [row for group in form.groups for row in group.rows if row.key == "kind"]
    assert ("advantage" in {choice.key for choice in kinds.choices}) is offered


def test_allies_who_share_a_hex_stand_side_by_side_on_the_board() -> None:
    """One piece lay on the other, so that one of both was nowhere to be seen (SEN-SETUP-06)."""
    places = [("0/1", 7.0), ("1/1", 49.0), ("0/1", 7.0)]
    drawn = side_by_side([{"label": label, "x": x} for label, x in places])
    assert [piece["x"] for piece in drawn] == [-4.0, 49.0, 18.0]
