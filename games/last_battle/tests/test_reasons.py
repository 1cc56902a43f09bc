"""Each condition of a rule is refused with its own fact: who, how many, what would be legal. Setup, turns, result."""

from __future__ import annotations

from typing import Any

from games.last_battle import events as e
from games.last_battle.tests.tables import (
    STRANGER,
    A,
    S,
    chosen,
    fell,
    hired,
    note,
    opened,
    over,
    played,
    ready,
    reveal,
    shown,
    squad,
    turn,
)
from games.last_battle.tests.test_summary import report
from games.rulebook import sentence
from games.testing import Case, refuses, why


@refuses("LB-LOG-07", "LB-END-05", "LB-END-06", "LB-SCH-05", "LB-SCH-02", "LB-LINK-08", "LB-LINK-09")
def test_who_may_not_log_is_told_who_may() -> None:
    case = ready()
    assert why(case, turn(1), "LB-LOG-07", STRANGER) == {"stranger": "x"}
    assert why(chosen(), squad("a"), "LB-LOG-07", S) == {"owner": "a"}
    assert why(chosen(), squad("x"), "LB-LOG-07") == {"stranger": "x"}
    assert why(case, e.PlayStopped(reason="time"), "LB-END-05", A) == {"no_staff": "a"}
    assert why(case, e.MatchConceded(side="alliance"), "LB-END-06", S) == {"side": "alliance"}
    assert why(case, reveal("a", "loophole"), "LB-SCH-02", S) == {"owner": "a"}
    claim = e.SchemeScored(player="a", scheme="loophole", amount=1)
    assert why(over(ready("sea")), claim, "LB-SCH-05", S) == {"owner": "a"}
    end = e.GameEnded(serpent_vp=0, alliance_vp=0, result="draw")
    stopped = played(ready("sea"), 3).when(e.PlayStopped(reason="time"))
    assert why(stopped, end, "LB-END-05", A) == {"stopped": 3}
    fates = e.FatesPublished(figures=(e.FigureFate("s1", "saved"),))
    assert why(case, fates, "LB-LINK-09") == {"phase": "step_turns"}
    fallen = over(ready("sea").when(turn(1, casualties=(fell("s1", by="a1"),)))).when(end)
    assert why(fallen, fates, "LB-LINK-08", A) == {"no_staff": "a"}
    nobody = e.FatesPublished(figures=())
    assert why(fallen, nobody, "LB-LINK-08") == {"missing": "s1", "owner": "s"}
    assert why(fallen.when(fates), fates, "LB-LINK-09")["fated"] == "sea"


@refuses(
    "LB-MULTI-01", "LB-MULTI-02", "LB-HAND-01", "LB-SETUP-02", "LB-SETUP-03", "LB-SETUP-04", "LB-SETUP-06"
)
def test_why_a_table_and_its_schemes_are_refused() -> None:
    def table(serpent: tuple[str, ...], alliance: tuple[str, ...], **told: Any) -> e.TableOpened:
        return e.TableOpened(battlefield="camp", sides={"serpent": serpent, "alliance": alliance}, **told)

    new = opened()
    new = Case(new.rules, new.setup, new.rules.initial(new.setup))
    assert why(new, table((), ("a",)), "LB-MULTI-01") == {"empty": ["serpent"]}
    assert why(new, table(("a",), ("a",)), "LB-MULTI-02") == {"twice": ["a"]}
    assert why(new, table(("s",), ("a",), hand_limits={"serpent": -1}), "LB-HAND-01") == {"negative": -1}
    many = table(("s",), ("a",), scheme_draw_count=11)
    assert why(new, many, "LB-SETUP-02") == {"count": 11, "limit": 10}
    dealing = opened(scheme_draw_count=2)

    def dealt(*schemes: str) -> e.SchemesDealt:
        return e.SchemesDealt(player="a", schemes=schemes)

    assert why(dealing, dealt("trap"), "LB-SETUP-02") == {"wanted": 2, "told": 1}
    assert why(dealing, dealt("trap", "trap"), "LB-SETUP-02") == {"twice": ["trap"]}
    strange = dealt("trap", "sea_treasures")
    assert why(dealing, strange, "LB-SETUP-02") == {"strange": ["sea_treasures"]}
    ready_ = dealing.when(dealt("trap", "loophole"))
    assert why(ready_, dealt("trap", "loophole"), "LB-SETUP-02") == {"dealt": "a"}
    assert why(opened(), e.SchemesDealt(player="s", schemes=("trap",)), "LB-SETUP-07") == {"player": "s"}
    unknown = e.SchemeChosen(player="a", scheme=None, commitment="a" * 64)
    assert why(dealing, unknown, "LB-SETUP-03") == {"undealt": "a", "free": "surround_them"}
    both = opened(players=2).when(e.SchemeChosen(player="a", scheme="surround_them"))
    second = e.SchemeChosen(player="a2", scheme="surround_them")
    assert why(both, second, "LB-SETUP-04") == {"scheme": "surround_them", "takers": ["a"]}
    foreign = e.SchemeChosen(player="a2", scheme="sea_treasures")
    assert why(both, foreign, "LB-SETUP-04") == {"foreign": "sea_treasures", "own": "surround_them"}
    assert why(both, e.SchemeChosen(player="a", scheme="trap"), "LB-SETUP-08") == {"chosen": "a"}

    def telling(to: str | None) -> e.SchemeShared:
        return e.SchemeShared(from_player="a", to_player=to)

    assert why(both, telling("s"), "LB-SETUP-06") == {"foe": "s"}
    assert why(both, telling("x"), "LB-SETUP-06") == {"stranger": "x"}
    assert why(both, telling("a"), "LB-SETUP-06") == {"teller": "a"}
    assert why(opened(players=2), telling("a2"), "LB-SETUP-06") == {"without": "a"}
    assert why(both, telling("a2"), "LB-SETUP-06", S) == {"owner": "a"}

    def preset(squad_: str, *schemes: str) -> e.SerpentSchemesPreset:
        return e.SerpentSchemesPreset(squad=squad_, schemes=schemes)

    assert why(opened(), preset("a", "trap"), "LB-SETUP-07") == {"ally": "a"}
    assert why(opened(), preset("s"), "LB-SETUP-07") == {"count": 0}
    assert why(opened(), preset("s", "trap", "trap"), "LB-SETUP-07") == {"twice": ["trap"]}
    assert why(opened().when(preset("s", "trap")), preset("s", "trap"), "LB-SETUP-07") == {"done": "s"}
    assert why(opened(), preset("s", "trap"), "LB-SETUP-07", A) == {"no_staff": "a"}


@refuses("LB-ROSTER-02", "LB-ROSTER-07", "LB-MULTI-02", "LB-SETUP-08", "LB-SETUP-12")
def test_why_a_squad_and_its_notes_are_refused() -> None:
    case = chosen()
    alone = e.SquadHired(player="a", leader=None, figures=())
    assert why(case, alone, "LB-ROSTER-02") == {"leaders": 0}
    plain = e.SquadHired(player="a", leader="x", figures=(e.Figure("x", traits=()),))
    assert why(case, plain, "LB-ROSTER-02") == {"figure": "x"}
    lead = e.Figure("x", traits=("Leader",))
    twins = (lead, *(e.Figure("y", cost=1, unique=True, traits=()) for _ in range(2)))
    hiring = e.SquadHired(player="a", leader="x", figures=twins)
    assert why(case, hiring, "LB-ROSTER-07") == {"figure": "y", "copies": 2}
    assert why(case.when(squad("s")), squad("s"), "LB-MULTI-02") == {"player": "s"}
    theirs = (lead, e.Figure("s1", cost=1, unique=True, traits=()))
    same = e.SquadHired(player="a", leader="x", figures=theirs)
    assert why(case.when(squad("s")), same, "LB-ROSTER-07") == {"taken": "s1", "players": ["s"]}
    dead = case.when(e.FigureFellElsewhere(figure_id="a1", table="sea"))
    assert why(dead, squad("a"), "LB-ROSTER-07") == {"dead": "a1"}
    away = case.when(e.FiguresHiredElsewhere(figures=("a1",), table="sea"))
    assert why(away, squad("a"), "LB-ROSTER-07") == {"elsewhere": "a1", "tables": ["sea"]}
    noted = hired().when(note("a", "loophole"))
    assert why(noted, note("a", "loophole"), "LB-SETUP-12") == {"done": "a"}
    other = note("a", "trap", (), ("s-lead",))
    assert why(hired(), other, "LB-SETUP-08") == {"player": "a", "scheme": "trap"}
    half = e.SchemeNoted(player="a", scheme=None, own_figures=("a1",), enemy_figures=())
    assert why(hired(), half, "LB-SETUP-12") == {"schemeless": "a"}


@refuses("LB-DMG-05", "LB-DMG-06", "LB-TURN-06", "LB-PROL-02", "LB-PROL-03", "LB-PROL-05", "LB-PROL-07")
def test_why_a_report_of_a_turn_is_refused() -> None:
    case = ready()

    def falling(*casualties: e.Casualty) -> e.TurnReported:
        return turn(1, casualties=casualties)

    twice = falling(fell("s1", by="a1"), fell("s1", by="a1"))
    assert why(case, twice, "LB-DMG-06") == {"figure": "s1", "owner": "s", "left": 1}
    assert why(case, falling(fell("s1", owner="a")), "LB-DMG-06") == {"unhired": "s1", "owners": ["s"]}
    assert why(case, falling(fell("zz", summoned=True)), "LB-DMG-06") == {"ownerless": "zz"}
    sides = falling(fell("s1", owner="s", side="alliance"))
    assert why(case, sides, "LB-DMG-06") == {"wrong": "s", "side": "serpent"}
    assert why(case, falling(fell("s1", owner="x")), "LB-LOG-07") == {"stranger": "x"}
    assert why(case, falling(fell("s1", by="zz")), "LB-DMG-05") == {"stranger": "zz", "victim": "s1"}
    gone = falling(fell("s1", by="a1", how="withdrawn"))
    assert why(case, gone, "LB-DMG-05") == {"figure": "s1", "ended": "withdrawn", "by": "a1"}
    assert why(case, turn(2), "LB-TURN-06") == {"turn": 2, "expected": 1}
    early = turn(1, prolong=e.Prolong("serpent", 10, True))
    assert why(case, early, "LB-PROL-02") == {"early": 1}
    fifth = played(case, 4)

    def flipped(card: int | str, success: bool, **told: Any) -> e.TurnReported:
        return turn(5, prolong=e.Prolong("serpent", card, success), **told)

    assert why(fifth, flipped(9, True), "LB-PROL-03") == {"low": 9, "needed": 10, "turn": 5}
    assert why(fifth, flipped(10, False), "LB-PROL-03") == {"enough": 10, "needed": 10, "turn": 5}
    assert why(fifth, flipped("X-3", True), "LB-PROL-05") == {"strange": "X-3"}
    other = flipped(10, True, first_side="alliance")
    assert why(fifth, other, "LB-PROL-02") == {"side": "alliance", "turn": 5}
    assert why(over(case), turn(6), "LB-PROL-07") == {"turn": 5}
    assert why(over(case), turn(6), "LB-TLOG-05") == {"over": 5}


@refuses("LB-TLOG-02", "LB-TLOG-03", "LB-HEAV-12", "LB-HEAV-13", "LB-SERP-04", "LB-SCORE-06", "LB-SCORE-08")
def test_why_strategy_numbers_of_a_turn_are_refused() -> None:
    def scoring(number: int, **strategy: int) -> e.TurnReported:
        return turn(number, strategy=strategy)

    first = {"turn": 1, "side": "alliance", "vp": 1, "logged": 0}
    assert why(ready(), scoring(1, alliance=1), "LB-SCORE-08") == first
    assert why(ready(), scoring(1, alliance=1), "LB-TLOG-02") == first
    both = scoring(2, alliance=1, serpent=1)
    assert why(played(ready(), 1), both, "LB-TLOG-02") == {"both": 2}
    closing = turn(1, strategy={}, portals_closed={"alliance": 1})
    assert why(ready(), closing, "LB-TLOG-03") == {"table": "camp"}
    heaven = ready("heaven")
    four = turn(1, strategy={"serpent": 1}, portals_closed={"serpent": 4})
    over_ = {"side": "serpent", "closed": 4, "left": 3}
    assert why(heaven, four, "LB-HEAV-13") == why(heaven, four, "LB-TLOG-03") == over_
    none = turn(1, strategy={"serpent": 1}, portals_closed={"serpent": 0})
    assert why(heaven, none, "LB-TLOG-03") == {"scorer": "serpent", "told": 0, "vp": 1}
    for number in range(1, 6):
        vp = int(number < 4)
        told = turn(number, strategy={"serpent": vp}, portals_closed={"serpent": vp})
        heaven = heaven.when(told)

    def ended(serpent: int, alliance: int) -> e.StrategyScored:
        return e.StrategyScored(serpent=serpent, alliance=alliance)

    assert why(heaven, ended(1, 1), "LB-HEAV-12") == {"shut": "alliance"}
    assert why(heaven, ended(1, 1), "LB-HEAV-13") == {"all_closed": "alliance"}
    assert why(heaven, ended(0, 0), "LB-HEAV-12") == {"open": "serpent"}
    assert why(heaven, ended(2, 0), "LB-HEAV-12") == {"many": "serpent"}
    blood = played(ready("serpent"), 1)
    calm = turn(2, strategy={"alliance": 1}, casualties=())
    assert why(blood, calm, "LB-SERP-04") == {"bloodless": "alliance"}


def claimed(case: Case, scheme: str, vp: int, *fallen: e.Casualty) -> tuple[Case, e.TurnReported]:
    case = shown(case, "a", scheme)
    return case, turn(case.state.turn + 1, schemes={"a": vp}, casualties=fallen)


@refuses(
    "LB-SCH-06",
    "LB-SCH-07",
    "LB-UNIQ-01",
    "LB-UNIQ-08",
    "LB-COMM-01",
    "LB-COMM-09",
    "LB-COMM-10",
    "LB-COMM-17",
)
def test_why_scheme_points_of_a_turn_are_refused() -> None:
    def fact(rule: str, case: Case, scheme: str, vp: int, *fallen: e.Casualty) -> dict[str, Any]:
        told = why(*claimed(case, scheme, vp, *fallen), rule)
        return {key: value for key, value in told.items() if key not in ("scheme", "player", "vp", "turn")}

    great = played(ready("heaven", a="time_of_the_great"), 1)
    assert fact("LB-UNIQ-01", great, "time_of_the_great", 1) == {"bloodless": "a-lead"}
    early = fact("LB-SCH-07", ready("heaven", a="time_of_the_great"), "time_of_the_great", 1)
    assert early == {"early": "time_of_the_great", "first": 2, "current": 1}
    graves = ready(a="gravediggers")
    assert fact("LB-COMM-01", graves, "gravediggers", 1) == {"bloodless": "a"}
    assert fact("LB-SCH-06", graves, "gravediggers", 2, fell("s1", by="a1")) == {"possible": [1]}
    goat = ready(a="scapegoat")
    assert fact("LB-COMM-09", goat, "scapegoat", 1) == {"stands": "a2"}
    lone = fell("a2", how="dead_no_killer")
    assert fact("LB-COMM-10", goat, "scapegoat", 1, lone) == {"unkilled": "a2"}
    worth = fact("LB-COMM-09", goat, "scapegoat", 1, fell("a2", by="s-lead", by_owner="s"))
    assert worth == {"told": 1, "possible": [2]}
    demo = ready(a="public_demonstration").when(turn(1, casualties=(fell("a1", by="s1"),)))
    assert fact("LB-COMM-17", demo, "public_demonstration", 3) == {"present": ["a2", "a3"]}
    leaders = ready("serpent", a="elimination_of_leaders")
    assert fact("LB-UNIQ-08", leaders, "elimination_of_leaders", 2) == {"stands": "s-lead"}
    end = over(ready(a="loophole")).when(reveal("a", "loophole"))
    many = e.SchemeScored(player="a", scheme="loophole", amount=4)
    assert why(end, many, "LB-SCH-06")["left"] == 3


@refuses("LB-UNIQ-06")
def test_a_secret_note_is_not_told_by_what_a_report_is_refused_for() -> None:
    """LB-HID-01: whoever reports VP for Elimination hears the same, whichever Leader was noted."""
    told: list[list[str]] = []
    for noted in ("s-lead", "s2-lead"):
        case = hired("serpent", a="elimination_of_leaders", players=2)
        case = case.when(note("a", "elimination_of_leaders", (), (noted,)))
        for player, scheme in (
            ("a2", "search_the_ruins"),
            ("s", "show_of_force"),
            ("s2", "search_the_ruins"),
        ):
            case = case.when(note(player, scheme))
        guess = turn(1, schemes={"a": {"elimination_of_leaders": 2}}, casualties=(fell("s-lead", by="a1"),))
        refused = case.when(guess, S)
        told.append([sentence(one, "en") for one in refused.then_refused("LB-UNIQ-06")])
    assert told[0] == told[1]


@refuses("LB-TURN-06", "LB-END-01", "LB-SCORE-09", "LB-SCORE-10", "LB-TLOG-06", "LB-SETUP-04", "LB-SETUP-08")
def test_why_a_report_of_a_match_is_refused() -> None:
    case = opened("sea", detail="summary")
    assert why(case, report(turns=4), "LB-END-01") == {"entered": 4, "least": 5}
    camp = opened("camp", detail="summary")
    assert why(camp, report(turns=11), "LB-PROL-04")["last"] == 10
    together = {"together": 5, "most": 4, "played": 5}
    assert why(camp, report(3, 2), "LB-SCORE-09") == together
    refused = camp.when(report(3, 2), S)
    refused.then_refused("LB-SCORE-09")
    assert [one.rule for one in refused.violations] == ["LB-SCORE-09"], "one reason is told once"
    logged = played(ready("sea"), 1).when(turn(2, strategy={"alliance": 1}))
    told = why(logged, report(0, 0), "LB-SCORE-10")
    assert told == {"side": "alliance", "vp": 0, "least": 1, "most": 4}
    assert why(over(logged), report(0, 1, turns=5, strategy={"alliance": 5}), "LB-SCORE-01")["vp"] == 5
    same = report(0, 0, ("a", 1, "trap"), ("a", 1, "loophole"))
    assert why(case, same, "LB-SETUP-08") == {"twice": "a"}
    theirs = report(0, 0, ("s", 1, "sea_treasures"))
    assert why(case, theirs, "LB-SETUP-04") == {"preset": "sea_treasures", "holder": "s"}
    short = report(0, 0, ("a", 1, "show_of_force"), turns=1, reason="closed")
    assert why(case, short, "LB-SCH-07") == {"short": "show_of_force", "turns": 1}
    more = report(0, 0, ("a", 2, "show_of_force"), turns=2, reason="closed")
    told = why(case, more, "LB-SCH-06")
    assert (told["most"], told["turns"]) == (1, 2)
