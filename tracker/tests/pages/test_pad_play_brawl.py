"""Random play through the pads of Super Fantasy Brawl: every mode and level ends, and nothing offered is refused."""

from __future__ import annotations

import re

import pytest

from games.tests.rounds import quick_first
from tracker import selectors
from tracker.tests.pages.at_the_table import prefilled
from tracker.tests.pages.brawl import options_at
from tracker.tests.pages.brawl_habits import on_arena, seated
from tracker.tests.pages.pad_play import PadPlay

pytestmark = pytest.mark.django_db(transaction=True)


def ends(play: PadPlay) -> None:
    play.to_the_end()
    assert selectors.outcome(play.match).status == "confirmed"


@pytest.mark.parametrize(
    ("detail", "mode"),
    quick_first(
        3, [("turns", "duel"), ("summary", "duel"), ("summary", "superteams"), ("turns", "superteams")]
    ),
)
def test_a_match_by_reports(detail: str, mode: str) -> None:
    ends(seated(mode, detail, 1))


@pytest.mark.soak
def test_a_duel_with_every_card() -> None:
    ends(seated("duel", "full", 1, edition=True))


@pytest.mark.parametrize("arena", ["sample", None])
def test_a_hex_is_chosen_or_nothing_is_sent(arena: str | None) -> None:
    """All hexes that may be meant are drawn, with and without an arena; an untouched form logs nothing."""
    play = seated("duel", "full", 1, **on_arena(arena, "duel"))
    step = "trap_token_placed"
    page = offering(play, step)
    cells = {tuple(one["cell"]) for one in options_at(play.match, play.phones[0], step)}
    drawn = {tuple(map(int, cell.split(","))) for cell in re.findall(r'data-hex="([^"]+)" points', page)}
    assert len(cells) > 1 and drawn == cells
    before = selectors.head(play.match).version
    fields = {name: told for name, told in prefilled(page, step).items() if name != "choice"}
    for language, words in (("en", "Choose one."), ("ru", "Выберите что-то одно.")):
        answer = play.phones[0].client.post(play.path, fields, headers={"accept-language": language})
        refused = answer.content.decode()
        assert answer.status_code == 400 and words in refused
        again = {
            tuple(map(int, cell.split(","))) for cell in re.findall(r'data-hex="([^"]+)" points', refused)
        }
        assert again == cells, "it is asked again"
    assert selectors.head(play.match).version == before


def offering(play: PadPlay, step: str) -> str:
    """The pad of the first phone, as soon as it offers the step."""
    for _tap in range(60):
        page = play.phones[0].get(play.path)
        if f'data-step="{step}"' in page:
            return page
        play.step()
    raise AssertionError(f"never offered: {step}\n{play.story()}")


@pytest.mark.soak
@pytest.mark.parametrize(("mode", "arena"), [("duel", "sample"), ("duel", None), ("superteams", None)])
def test_a_match_of_which_nobody_told_the_cards_ends(mode: str, arena: str | None) -> None:
    """Cards are named as they are played, numbers are read off them, and who is out of action is said; without an arena
    spaces of unknown value ask for points."""
    ends(seated(mode, "full", 2, **on_arena(arena, mode)))


@pytest.mark.soak
def test_superteams_with_every_card() -> None:
    ends(seated("superteams", "full", 1, edition=True))
