"""The ladder's pure functions: ranks, scores, boards."""

from __future__ import annotations

from games.senjutsu.facts import CHARACTERS, HORDE
from games.senjutsu.ladder.book import LADDER
from games.senjutsu.ladder.rank import board_of, rank_of, score_of, wave_size
from games.senjutsu.state import Options, Run
from games.testing import accepts


@accepts("SEN-HORDE-12")
def test_ranks_by_waves() -> None:
    ranks = [rank_of(waves) for waves in range(15)]
    assert ranks == ["none"] * 3 + ["wood"] + ["steel"] * 4 + ["gold"] * 4 + ["jade"] * 3
    assert [wave_size(waves) for waves in range(5)] == [1, 2, 3, 4, 1]


@accepts("SEN-SCORE-06")
def test_more_waves_then_more_opponents_then_fewer_turns() -> None:
    runs = [Run(5, 2, 9), Run(5, 2, 8), Run(5, 3, 30), Run(6, 0, 40)]
    assert sorted(runs, key=score_of) == runs


@accepts("SEN-SCORE-07")
def test_six_boards() -> None:
    nightmares: list[dict[str, str]] = [{}, {"k1": "yari"}, dict.fromkeys(("k1", "k2", "k3"), "yumi")]
    boards = {
        board_of(Options(nightmare=slots, fallen_lord=lord)) for slots in nightmares for lord in (False, True)
    }
    assert boards == {
        *("horde", "nightmare_1", "nightmare_3"),
        *("horde_fallen_lord", "nightmare_1_fallen_lord", "nightmare_3_fallen_lord"),
    }
    assert boards == set(LADDER.boards)


def test_the_book_names_every_rank_and_every_figure_of_the_score() -> None:
    assert list(LADDER.ranks) == list(HORDE.ranks)[::-1]
    assert len(LADDER.figures) == len(score_of(Run()))
    assert set(CHARACTERS) <= set(LADDER.characters)


def test_all_characters_of_a_ladder_are_written_as_names() -> None:
    """Opponents who may be played stood among "Ronin" and "Master" as "musashi" and "ashigaru (of the pair)"."""
    names = [name.to(language) for name in LADDER.characters.values() for language in ("en", "ru")]
    assert len(names) > 20 and [name for name in names if not name[0].isupper()] == []
