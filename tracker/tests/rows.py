"""Tables of rows, each with the tests that hold it (module.name, modules by the names below). Used by the checks."""

from __future__ import annotations

from importlib import import_module

MODULES = {
    "boards": "tracker.standings.tests.test_boards",
    "brackets": "tracker.formats.tests.test_brackets",
    "brought_teams": "tracker.tests.pages.test_brought_teams",
    "brought": "tracker.tests.pages.test_brought_rounds",
    "bushido": "tracker.standings.tests.test_bushido",
    "bushido_rounds": "tracker.rulesets.tournament.tests.test_bushido_formats",
    "cards": "tracker.standings.tests.test_cards",
    "certificates": "tracker.tests.pages.test_certificates",
    "check": "tracker.pairing.tests.test_check",
    "counted": "tracker.standings.tests.test_counted",
    "corrections": "tracker.tests.test_corrections",
    "desk": "tracker.rulesets.tournament.tests.test_desk",
    "desk_pages": "tracker.tests.pages.test_desk",
    "undone": "tracker.tests.pages.test_undone",
    "draw_seeds": "tracker.tests.test_draw_seeds",
    "drawing": "tracker.rulesets.tournament.tests.test_drawing",
    "duels": "tracker.standings.tests.test_duels",
    "edit": "tracker.tests.pages.test_edit_result",
    "elsewhere": "tracker.rulesets.tournament.tests.test_elsewhere",
    "explain": "tracker.pairing.tests.test_explain",
    "failures": "tracker.rulesets.tournament.tests.test_known_failures",
    "fide": "tracker.standings.tests.test_fide",
    "fide_teams": "tracker.standings.tests.test_fide_teams",
    "flow": "tracker.tests.test_tournament_flow",
    "forfeits": "tracker.standings.tests.test_forfeits",
    "forged": "tracker.rulesets.tournament.tests.test_forged_draws",
    "large": "tracker.rulesets.tournament.tests.test_large",
    "more": "tracker.standings.tests.test_more_tiebreaks",
    "order": "tracker.pairing.tests.test_order",
    "organiser": "tracker.tests.pages.test_organiser",
    "performance": "tracker.standings.tests.test_performance",
    "points": "tracker.rulesets.tournament.tests.test_scoring",
    "print": "tracker.tests.journey.test_print",
    "public": "tracker.tests.pages.test_public",
    "random": "tracker.rulesets.tournament.tests.test_random_events",
    "ratings": "tracker.tests.ratings.test_counting",
    "registration": "tracker.rulesets.tournament.tests.test_registration",
    "rehearsal": "tracker.tests.test_rehearsal",
    "results": "tracker.tests.test_round_results",
    "rounds": "tracker.rulesets.tournament.tests.test_rounds",
    "seeding": "tracker.rulesets.tournament.tests.test_seeding",
    "seeding_pages": "tracker.tests.pages.test_seeding",
    "server": "tracker.standings.tests.test_tiebreakserver",
    "sixteen": "tracker.tests.journey.test_sixteen",
    "stages": "tracker.rulesets.tournament.tests.test_stages",
    "stages_pages": "tracker.tests.pages.test_stages",
    "swiss": "tracker.pairing.tests.test_swiss",
    "team_pages": "tracker.tests.pages.test_team_event",
    "team_stages": "tracker.rulesets.tournament.tests.test_team_stages",
    "teams": "tracker.rulesets.tournament.tests.test_teams",
    "tiebreaks": "tracker.standings.tests.test_tiebreaks",
    "ties": "tracker.rulesets.tournament.tests.test_ties",
    "why": "tracker.tests.pages.test_why",
    "wishes": "tracker.pairing.tests.test_wishes",
}
Rows = dict[str, tuple[str, ...]]


def named(tests: tuple[str, ...]) -> None:
    """Each of these tests exists, and there is one."""
    assert tests
    for one in tests:
        module, _dot, name = one.partition(".")
        try:
            found = import_module(MODULES[module])
        except ModuleNotFoundError as missing:  # a browser is not everywhere
            assert missing.name is not None and missing.name.startswith("playwright")
            continue
        assert callable(getattr(found, name, None)), one
