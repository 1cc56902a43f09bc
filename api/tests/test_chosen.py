"""A client chooses what an answer holds: its fields, and what comes with it."""

from __future__ import annotations

from typing import Any
from uuid import UUID

import msgspec
import pytest

from api import expand
from api.fields import PART
from api.tests.hall import Hall, Rest, assert_problem
from api.tests.test_tournaments import report_all, start_round
from tracker.systems import MATCH, TOURNAMENT


def _cups(organiser: Rest, count: int = 2) -> list[str]:
    """Ids of events of two players with a round played."""
    found = []
    for number in range(count):
        asked = {
            "name": f"Cup {number}",
            "options": {"rounds": 1, "list_required": False},
            "players": [{"name": "Anna"}, {"name": "Борис"}],
            "check_in": True,
        }
        made = organiser.post("tournaments/", asked).json()["tournament"]
        start_round(organiser, f"tournaments/{made['id']}/", 1)
        report_all(organiser, f"tournaments/{made['id']}/", 1)
        found.append(made["id"])
    return found


def test_a_league_over_several_events_is_one_request(organiser: Rest, visitor: Rest) -> None:
    first, second, _ = _cups(organiser, 3)
    asked = f"tournaments/?id={first}&id={second}&expand=standings"
    asked += "&fields=results.name,results.expanded.standings.rows"
    answer = visitor.get(asked)
    assert answer.status_code == 200 and answer["Content-Type"] == PART
    told = answer.json()["results"]
    assert [one["name"] for one in told] == ["Cup 1", "Cup 0"] and "next" not in answer.json()
    for id_, one in zip((second, first), told, strict=True):
        assert set(one) == {"name", "expanded"}
        rows = visitor.get(f"tournaments/{id_}/standings/").json()["rows"]
        assert one["expanded"] == {"standings": {"rows": rows}} and len(rows) == 2


@pytest.mark.parametrize("part", [one.name for one in msgspec.structs.fields(expand.OF[TOURNAMENT])])
def test_a_part_of_an_event_is_what_its_own_address_answers(
    part: str, organiser: Rest, visitor: Rest
) -> None:
    at = f"tournaments/{_cups(organiser, 1)[0]}/"
    for who in (organiser, visitor):
        whole = who.get(f"{at}?expand={part}").json()["tournament"]["expanded"]
        own = who.get(f"{at}{part}/").json()
        assert whole == {part: own.get("results", own)}


def test_a_part_of_a_match_is_what_its_own_address_answers_to_the_same_reader(
    hall: Hall, visitor: Rest
) -> None:
    hall.alice.post(hall.at + "events/", hall.choice("trap"))
    for who in (hall.alice, hall.boris, hall.olga, visitor):
        found = who.get(hall.at + "?expand=score,state&expand=next").json()["match"]["expanded"]
        assert list(found) == ["score", "state", "next"]
        assert found == {part: who.get(f"{hall.at}{part}/").json() for part in found}
        listed = who.get(f"matches/?id={hall.match}&expand=state").json()["results"]
        assert [one["expanded"]["state"] for one in listed] == [found["state"]]
    assert "trap" in str(hall.alice.get(hall.at + "?expand=state").json())
    assert "trap" not in str(hall.boris.get(hall.at + "?expand=state,score,next").json())


def test_every_part_has_its_place_and_every_place_its_part() -> None:
    for kind, struct in expand.OF.items():
        assert {one.name for one in msgspec.structs.fields(struct)} == {*expand.parts_of(kind)} - {kind}
    assert expand.OF.keys() == {MATCH, TOURNAMENT}


def test_fields_keep_what_they_name_whole_and_nothing_else(hall: Hall) -> None:
    whole = hall.olga.get(hall.at).json()
    told = hall.olga.get(f"{hall.at}?fields=match.sides,match.id&fields=links.live").json()
    assert told == {
        "match": {"sides": whole["match"]["sides"], "id": hall.match},
        "links": {"live": whole["links"]["live"]},
    }
    assert list(told["match"]) == ["id", "sides"], "in the order of the whole answer"
    assert hall.olga.get(f"{hall.at}?fields=match.id,match").json() == {"match": whole["match"]}
    tag = hall.olga.get(f"{hall.at}?fields=you")["ETag"]
    assert hall.olga.get(f"{hall.at}?fields=you", If_None_Match=tag).status_code == 304


def test_standings_are_cut_without_harm_to_those_who_want_them_whole(organiser: Rest, visitor: Rest) -> None:
    at = f"tournaments/{_cups(organiser, 1)[0]}/standings/"
    assert list(visitor.get(at + "?fields=rows.name").json()) == ["rows"]
    assert len(visitor.get(at).json()) > 3
    assert visitor.get(at + "?format=csv&fields=rows.name")["Content-Type"].startswith("text/csv")


@pytest.mark.parametrize(
    ("query", "legal"),
    [
        ("fields=match.vpp", "winner"),
        ("fields=nothing", "match"),
        ("fields=match.id.x", "nothing"),
        ("fields=", "nothing"),
        ("expand=stat", "state"),
        ("expand=standings", "state"),
        ("expand=match", "state"),
    ],
)
def test_what_an_answer_cannot_hold_is_refused_with_what_it_can(hall: Hall, query: str, legal: str) -> None:
    problem = assert_problem(hall.olga.get(f"{hall.at}?{query}"), 400, "invalid")
    assert problem["errors"][0]["where"] == f"?{query.partition('=')[0]}"
    assert legal in problem["errors"][0]["what"] or query == "fields="


def test_a_list_with_parts_has_short_pages(organiser: Rest, visitor: Rest) -> None:
    assert "50" in assert_problem(visitor.get("matches/?expand=score&limit=51"), 400, "invalid")["detail"]
    many = ",".join([_cups(organiser, 1)[0]] * 101)
    assert "100" in assert_problem(visitor.get(f"tournaments/?id={many}"), 400, "invalid")["detail"]
    assert visitor.get("matches/?limit=51").status_code == 200


def test_two_words_of_a_filter_are_still_refused(visitor: Rest, db: Any) -> None:
    assert_problem(visitor.get("matches/?status=open&status=open"), 400, "invalid")


def test_a_live_stream_sends_its_parts_at_once_and_when_they_change(hall: Hall) -> None:
    from api.views.live import Parts
    from games.ruleset import EVERYONE
    from tracker.identity import VISITOR

    stream = UUID(hall.match)
    parts = Parts(VISITOR, EVERYONE, stream, ["match", "score"])
    told = parts.news()
    assert told.startswith("event: match\ndata: {") and "\n\nevent: score\ndata: {" in told
    assert parts.news() == ""
    hall.finish()
    assert '"status":"confirmed"' in parts.news() and parts.news() == ""
    problem = assert_problem(hall.olga.get(f"live/{stream}/?expand=standings"), 400, "invalid")
    assert "score" in problem["detail"]
