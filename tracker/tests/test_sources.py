"""What snapshots and rows are made by: no source of a fold is left out of its digest, and a job folds a stream once."""

from __future__ import annotations

from typing import Any

import grimp
import pytest

from games import registry, tiebreaks
from games.match import Match
from games.portable import log_of, write_log
from games.registry import MATCHES
from tracker import appended, sources
from tracker.after import follow_up
from tracker.exchange import transfer
from tracker.models import MatchRow
from tracker.rulesets import campaign, chronicle, season, tournament


def test_no_source_of_a_fold_is_outside_its_digest() -> None:
    """Whatever a rule set imports, however far away: after a mend there no snapshot and no row of before is used."""
    graph = grimp.build_graph("games", "tracker", cache_dir=None, exclude_type_checking_imports=True)
    rows = (sources.GAMES, sources.TRACKER / "rulesets", *sources.SHARED)
    for rules in (*MATCHES.values(), tournament.RULES, campaign.RULES, chronicle.RULES, season.RULES):
        module = type(getattr(rules, "play", rules)).__module__
        folders, files = sources.folders_and_files(module)
        for used in graph.find_upstream_modules(module):
            path = sources.ROOT.joinpath(*used.split("."))
            found = path / "__init__.py" if path.is_dir() else path.with_suffix(".py")
            assert found in files or any(folder in found.parents for folder in folders), f"{module}: {used}"
            assert any(folder in found.parents for folder in rows), f"{module}: {used}"


def test_what_games_publish_to_standings_is_in_the_digest_of_a_tournament() -> None:
    """No import leads there: the tie-breakers of a game are read from its folder."""
    folders_and_files = sources.folders_and_files(type(tournament.RULES).__module__)
    assert tiebreaks.files() and set(tiebreaks.files()) <= set(folders_and_files[1])


@pytest.mark.django_db(transaction=True)
@pytest.mark.parametrize("system", MATCHES)
def test_a_job_folds_a_stream_once(system: str, monkeypatch: pytest.MonkeyPatch) -> None:
    """Row, score lines, chart and snapshot come of one fold."""
    simulation = registry.SYSTEMS[system].simulation()
    level = "turns" if "turns" in simulation.LEVELS else simulation.LEVELS[0]
    setup, told = simulation.simulate(1, level)
    with appended.held():
        stream = transfer.import_log(write_log(*log_of(MATCHES[system], "match", setup, told))).stream
    folded: list[Any] = []
    evolve = Match.evolve

    def counted(rules: Match[Any], state: Any, event: Any) -> Any:
        folded.append(event)
        return evolve(rules, state, event)

    monkeypatch.setattr(Match, "evolve", counted)
    follow_up.update(stream)
    assert folded == [event for event, _ in told]
    assert MatchRow.objects.get(stream_id=stream).status == "finished"
