"""What is asked of a world for the test of rights: bodies of the API, forms of pages, and a call of every command.

Each of them is whole, so that the answer hangs on who asks and on nothing else.
"""

from __future__ import annotations

from collections.abc import Callable
from datetime import UTC, datetime
from importlib import import_module
from typing import Any

from django.conf import settings
from django.test import RequestFactory

from tracker import commands
from tracker.commands.moving import Played
from tracker.identity import Identity
from tracker.permissions import SCOPED, Role
from tracker.tests.chronicle.club import river_war
from tracker.tests.everybody import RUN, SYSTEMS, World
from tracker.tests.factories import roster_of

STARTS = datetime(2026, 3, 1, tzinfo=UTC)
GOOD = "correct horse battery"
RESULT = {"turns": 5, "strategy": {"serpent": 1, "alliance": 3}, "result": "alliance"}
LATE = commands.Because("late")
PAYLOADS = [{"type": "match_reported", "data": RESULT}]
PLAYED = commands.Asked("last_battle", "battle", {"alliance": ["Anna"], "serpent": ["Zoe"]})
Call = Callable[[World, Identity], Any]


def bodies(world: World, role: Role) -> dict[str, Any]:
    """The body of each POST of the API, by the name of its address."""
    me, season = str(world.player.pk), {"name": "Spring", "starts": "2026-03-01T00:00:00Z"}
    dropped = {"type": "player_dropped", "data": {"player": me}}
    rosters = {
        f"{kind}{part}": {"system": system, "name": "New", "body": {}}
        for kind, system in SYSTEMS.items()
        for part in ("s", "-validate")
    }
    return {
        **rosters,
        **{f"{kind}-revisions": {"body": {}} for kind in SYSTEMS},
        "tournaments": {"name": "Cup"},
        "campaigns": {"name": "Day", "options": {"detail": "summary"}},
        "seasons": season,
        "rule-fixes": {"system": "last_battle"},
        "rule-fix": {"matches": [str(world.match.stream_id)], "decision": "keep", "reason": "late"},
        "players": {"name": "Piet"},
        "matches": {"system": "last_battle"},
        "tokens": {"name": "x", "scopes": [SCOPED.get(role, "read")]},
        "claim": {"code": world.other.claim_code},
        "webhooks": {"name": "bot", "target": "https://bot.example.org/"},
        "webhook": {"action": "pause"},
        "live-token": {},
        "match-events": {"type": "match_reported", "data": RESULT},
        "tournament": {"action": "unlock_lists", "reason": "late"},
        "tournament-players": {"players": [{"name": "Zoe"}]},
        "tournament-player": {"action": "drop"},
        "tournament-rounds": {},
        "tournament-stages": {"action": "begin"},
        "tournament-teams": {"teams": [{"name": "Polar", "players": [{"name": "Zoe"}]}]},
        "tournament-round": {"action": "close"},
        "tournament-results": {"results": [{"table": 1, "events": PAYLOADS}]},
        "tournament-events": dropped,
        "campaign": {"action": "start"},
        "campaign-players": {"players": [{"name": "Zoe"}]},
        "campaign-player": {"action": "check_in"},
        "campaign-tables": {"battlefield": "sea", "sides": {"serpent": [str(world.daytime[0].pk)]}},
        "campaign-arcana": {"action": "send", "arcana": "M-fool", "table": "sea"},
        "campaign-fallen": {"fates": {"sea": []}},
        "campaign-events": {"type": "player_checked_in", "data": {"player": me}},
        "season": {"action": "close"},
        "season-league": {"points": [3, 2, 1]},
        "chronicles": {"name": "War", "definition": river_war()},
        "chronicle-rosters": {"player": me, "name": "More"},
        "chronicle-matches": {"rosters": ["r1", "r2"]},
        "chronicle-challenges": {"roster": "r1", "against": "r2"},
        "chronicle-challenge": {"action": "decline"},
        "chronicle-amendments": {"definition": river_war().replace("max = 60", "max = 70"), "reason": "poor"},
        "chronicle-what-ifs": {"name": "If"},
        "chronicle-what-if-events": {"events": [{"type": "cycle_closed", "data": {"cycle": 1}}]},
        "chronicle-what-if-matches": {"matches": 1},
        "chronicle-rolls": {"link": world.link, "roster": "r1"},
        "chronicle-events": {"type": "signed", "data": {"link": world.link, "roster": "r1"}},
        "season-events": {"type": "season_changed", "data": season},
        "runs": {"player": me, "run": RUN},
    }


def forms(world: World) -> dict[str, dict[str, Any]]:
    """Fields of the pages that ask for some before they ask who sends them; the others get an empty form."""
    me = str(world.player.pk)
    handed = {f"{kind}-submit": {"event": str(world.event), "for": me} for kind in (*SYSTEMS, "roster")}
    return {
        **handed,
        "score-pad": {"step": "report", "player": ""},
        "chronicle-join": {"player": me, "name": "More"},
        "chronicle-act": {"text": "well"},
        "chronicle-aftermath": {"do": "tell"},
        "chronicle-what-ifs": {"name": "If", "at": "1"},
        "chronicle-what-if": {"do": "throw-away"},
        "league-desk": {"do": "set", "points": "3, 2, 1"},
        "chronicle-amend": {"do": "preview", "definition": river_war().replace("max = 60", "max = 70")},
        "my-check-in": {"player": me},
        "call-judge": {"player": me},
        "captain": {"player": me},
        "webhooks": {"name": "bot", "target": "https://bot.example.org/", "about": "all"},
        "webhook": {"do": "pause"},
        "rule-fixes": {"system": "last_battle"},
        "rule-fix": {"match": str(world.match.stream_id), "do": "keep", "reason": "late"},
        "devices": {"do": "end", "claim": str(world.claim.pk)},
        "claim": {"code": world.other.claim_code},
        "play": {"game": "senjutsu", "first": "Anna", "second": "Zoe"},
        "sign-up": {"username": "newcomer", "password1": GOOD, "password2": GOOD},
    }


def _request(world: World, who: Identity) -> Any:
    request = RequestFactory().post("/")
    request.session = import_module(settings.SESSION_ENGINE).SessionStore()
    request.user = who.user
    return request


def _of_player(name: str, /) -> Call:
    return lambda world, who: getattr(commands, name)(who, world.event, player=world.player.pk)


def _of_event(name: str, /, **told: Any) -> Call:
    return lambda world, who: getattr(commands, name)(who, world.event, **told)


def _of_day(name: str, /, **told: Any) -> Call:
    return lambda world, who: getattr(commands, name)(who, world.day, **told)


def _of_season(name: str, /, **told: Any) -> Call:
    return lambda world, who: getattr(commands, name)(who, world.season, **told)


def _of_account(name: str, /, **told: Any) -> Call:
    return lambda world, who: getattr(commands, name)(who, world.people["visits"].pk, **told)


def _of_webhook(name: str, /) -> Call:
    return lambda world, who: getattr(commands, name)(who, world.webhook_of(who.user).pk)


def _of_chronicle(name: str, /, *args: Any, **told: Any) -> Call:
    return lambda world, who: getattr(commands, name)(who, world.chronicle, *args, **told)


def _after(name: str, /, *args: Any) -> Call:
    """What follows the match, for the player's roster."""
    return lambda world, who: getattr(commands, name)(who, world.chronicle, world.link, "r1", *args)


CALLS: dict[str, Call] = {
    # campaigns
    "create_chronicle": lambda world, who: commands.create_chronicle(who, name="War", definition=river_war()),
    "join_chronicle": lambda world, who: commands.join_chronicle(
        who, world.chronicle, player=world.player.pk, name="More", fighters=[]
    ),
    "leave_chronicle": _of_chronicle("leave_chronicle", "r1"),
    "link_match": _of_chronicle("link_match", ["r1", "r2"]),
    "challenge_roster": _of_chronicle("challenge_roster", "r1", "r2"),
    "answer_challenge": lambda world, who: commands.answer_challenge(
        who, world.chronicle, world.challenge, accepted=False
    ),
    "play_challenge": lambda world, who: commands.play_challenge(who, world.chronicle, world.challenge),
    "fork_chronicle": _of_chronicle("fork_chronicle", name="If"),
    "assume": _of_chronicle("assume", []),
    "assume_result": _of_chronicle("assume_result", ["r1", "r2"], "r1"),
    "play_what_if": _of_chronicle("play_what_if", 1),
    "throw_away": _of_chronicle("throw_away"),
    "amend_definition": _of_chronicle(
        "amend_definition", river_war().replace("max = 60", "max = 70"), "poor"
    ),
    "roll_dice": _after("roll_dice"),
    "type_die": _of_chronicle("type_die", "r1", "nothing", [1]),
    "choose_row": _of_chronicle("choose_row", "r1", "nothing", "x"),
    "state_facts": _after("state_facts", []),
    "sign_aftermath": _after("sign_aftermath"),
    "buy_item": _of_chronicle("buy_item", "r1", "hire", recruit=("n", "New")),
    "write_note": _of_chronicle("write_note", "r1", "well"),
    "adjust": _of_chronicle("adjust", verb="add", target="koku", amount=1, roster="r1", reason="gift"),
    "close_cycle": _of_chronicle("close_cycle", 1),
    "accept_correction": _of_chronicle("accept_correction", "m1", "x", {}),
    "enter_roster": _of_chronicle("enter_roster", name="New", fighters=[], new_player="Zed"),
    # an account
    "create_webhook": lambda world, who: commands.create_webhook(who, name="x", url="https://example.org/"),
    **{
        f"{name}_webhook": _of_webhook(f"{name}_webhook")
        for name in ("pause", "resume", "skip", "try", "remove")
    },
    # administrators
    "start_rule_fix": lambda world, who: commands.start_rule_fix(who, "last_battle"),
    "decide_rule_fix": lambda world, who: commands.decide_rule_fix(
        who, world.fix, [world.match.stream_id], decision="keep", reason="late"
    ),
    # anybody
    "claim": lambda world, who: commands.claim(_request(world, who), str(world.other.claim_code)),
    "token_of_code": lambda world, who: commands.token_of_code(str(world.other.claim_code), "x"),
    "check_roster": lambda world, who: commands.check_roster("senjutsu", "x", None, {}),
    "end_session": lambda world, who: commands.end_session(_request(world, who)),
    "signed_in": lambda world, who: commands.signed_in(_request(world, _signed(world, who))),
    "leave": lambda world, who: commands.leave(_request(world, who), who, world.player),
    "parse_pasted_players": lambda world, who: commands.parse_pasted_players("Anna"),
    "tables_of": lambda world, who: commands.tables_of("senjutsu"),
    "invited": lambda world, who: commands.invited(world.match.stream_id, {}),
    "last_of": lambda world, who: commands.last_of(who, world.match.stream_id),
    "take_back_last": lambda world, who: commands.take_back_last(who, world.match.stream_id),
    "answered": lambda world, who: commands.answered(world.match.stream_id, "x"),
    "warned": lambda world, who: commands.warned(who, world.event, PAYLOADS),
    "warned_of_draw": lambda world, who: commands.warned_of_draw(who, world.event, commands.Draw("draft")),
    "start_match": lambda world, who: commands.start_match(_request(world, who), PLAYED),
    "sign_up": lambda world, who: commands.sign_up(_request(world, who), name="newcomer", password="x"),
    "keep_players": lambda world, who: commands.keep_players(_request(world, who)),
    # the player or staff
    "append": lambda world, who: commands.append(
        who, world.event, [{"type": "player_dropped", "data": {"player": str(world.player.pk)}}]
    ),
    "check_in": _of_player("check_in"),
    "check_in_all": _of_event("check_in_all"),
    "drop_absent": _of_event("drop_absent", reason="did not come"),
    "drop": _of_player("drop"),
    "withdraw_list": _of_player("withdraw_list"),
    "begin_again": _of_event("begin_again"),
    "submit_list": lambda world, who: commands.submit_list(
        who, world.event, player=world.player.pk, revision=world.revision
    ),
    "log_run": lambda world, who: commands.log_run(who, player=world.player.pk, run=RUN),
    "end_claim": lambda world, who: commands.end_claim(who, world.claim.pk),
    "code_for_another_device": lambda world, who: commands.code_for_another_device(who, world.player),
    "hide_name": lambda world, who: commands.hide_name(who, world.player),
    "show_name": lambda world, who: commands.show_name(who, world.player),
    "forget_player": lambda world, who: commands.forget_player(who, world.player),
    # anybody who is known, accounts, keepers
    "open_match": lambda world, who: commands.open_match(
        who, commands.Asked("last_battle", "match", {"serpent": ["A"], "alliance": ["B"]})
    ),
    "save_roster": lambda world, who: commands.save_roster(who, system="senjutsu", name="x", body={}),
    "create_match": lambda world, who: commands.create_match(who, system="last_battle"),
    "create_filled": lambda world, who: commands.create_filled(
        who, name="Cup", preset="last_battle_swiss", people=[commands.NewPlayer("Zoe")]
    ),
    "create_tournament": lambda world, who: commands.create_tournament(who, name="Cup"),
    "create_campaign": lambda world, who: commands.create_campaign(who, name="Day"),
    "create_player": lambda world, who: commands.create_player(who, name="Piet"),
    "import_edition": lambda world, who: commands.import_edition(
        who, system="last_battle", key="more", name="More", text="figure_id,name,cost,size\n", format="csv"
    ),
    "create_season": lambda world, who: commands.create_season(who, name="Spring", starts=STARTS),
    # offices and accounts
    "appoint": _of_event("appoint", name="visits", role="judge"),
    "dismiss": lambda world, who: commands.dismiss(who, world.event, world.people["judge"].pk),
    "create_account": lambda world, who: commands.create_account(who, name="new"),
    "renew_password": _of_account("renew_password"),
    "close_account": _of_account("close_account"),
    "reopen_account": _of_account("reopen_account"),
    "let_keep_seasons": _of_account("let_keep_seasons", club=""),
    # staff of the tournament
    "register_players": _of_event("register_players", people=[commands.NewPlayer("Zoe")]),
    "enter": _of_event("enter", people=[commands.NewPlayer("Zoe")], present=True),
    "reset_claim_code": lambda world, who: commands.reset_claim_code(who, world.player),
    "enter_list": lambda world, who: commands.enter_list(
        who, world.event, player=world.player, name="x", body=roster_of("x").body
    ),
    "lock_lists": _of_event("lock_lists"),
    "unlock_lists": _of_event("unlock_lists", reason="late"),
    "begin_stage": _of_event("begin_stage", stage={"format": "single_elimination", "cut": 2}, reason="late"),
    "withdraw_stage": _of_event("withdraw_stage", number=2, reason="late"),
    "start_rehearsal": _of_event("start_rehearsal", players=4, runs=1),
    "merge_players": lambda world, who: commands.merge_players(
        who, person=world.player.pk, player=world.other.pk
    ),
    "part_player": lambda world, who: commands.part_player(who, player=world.player.pk),
    "parse_pasted_teams": lambda world, who: commands.parse_pasted_teams("Polar: Zoe"),
    "enter_teams": _of_event("enter_teams", teams=[commands.NewTeam("Polar", (commands.NewPlayer("Zoe"),))]),
    "change_team": _of_event("change_team", team="polar", name="Polar"),
    "tell_lineup": lambda world, who: commands.tell_lineup(
        who, world.event, player=world.player.pk, team="polar", round=1, players=["x"]
    ),
    "put_forward": lambda world, who: commands.put_forward(
        who, world.event, player=world.player.pk, round=1, table=1, step="defender", players=["x"]
    ),
    "dispute_sheet": lambda world, who: commands.dispute_sheet(
        who, world.event, player=world.player.pk, round=1, table=1
    ),
    "settle_sheet": _of_event("settle_sheet", round=1, table=1),
    "plan_of": lambda world, who: commands.plan_of({"format": "swiss"}),
    "draw_round": _of_event("draw_round"),
    "draw_until": _of_event("draw_until", draw=commands.Draw("draft")),
    "report_round": _of_event("report_round", round=1, results=[commands.TableResult(1, PAYLOADS)]),
    "bring_round": _of_event("bring_round", played=Played([], {}, "a file")),
    "discard_round": _of_event("discard_round", round=1, seed="seed", reason="late"),
    "discard_drawn": _of_event("discard_drawn", round=1, reason="late"),
    "publish_round": _of_event("publish_round", round=1),
    "publish_and_start_round": _of_event("publish_and_start_round", round=1),
    "start_round": _of_event("start_round", round=1),
    "close_round": _of_event("close_round", round=1),
    "finish": _of_event("finish"),
    "reinstate": _of_player("reinstate"),
    "undo_check_in": _of_player("undo_check_in"),
    "redraw_round": _of_event("redraw_round", reason="late"),
    "run_clock": _of_event("run_clock", do="start", minutes=90),
    "answer_judge": _of_event("answer_judge", table=1),
    "plan_swap": lambda world, who: commands.plan_swap(
        who, world.event, one=world.player.pk, other=world.other.pk
    ),
    "swap_players": lambda world, who: commands.swap_players(
        who, world.event, one=world.player.pk, other=world.other.pk, because=LATE
    ),
    "swap_tables": _of_event("swap_tables", one=1, other=2, because=LATE),
    "rename_player": lambda world, who: commands.rename_player(who, world.player, name="Renamed"),
    "call_judge": _of_player("call_judge"),
    "enter_event": lambda world, who: commands.enter_event(world.event, commands.NewPlayer("Zed")),
    "report_match": lambda world, who: commands.report_match(who, world.match.stream_id, RESULT),
    "void": lambda world, who: commands.void(who, world.over.stream_id, [world.reported], "wrong", tail=True),
    "plan_result": lambda world, who: commands.plan_result(who, world.over.stream_id, PAYLOADS),
    "edit_result": lambda world, who: commands.edit_result(who, world.over.stream_id, PAYLOADS, LATE),
    "plan_entry": lambda world, who: commands.plan_entry(
        who, world.over.stream_id, world.reported, PAYLOADS, lambda state: []
    ),
    "replace_entry": lambda world, who: commands.replace_entry(
        who, world.over.stream_id, world.reported, PAYLOADS, lambda state: [], LATE
    ),
    # staff of the day and of the season
    "add_table": lambda world, who: commands.add_table(
        who,
        world.day,
        battlefield="sea",
        sides={"serpent": [world.daytime[0].pk], "alliance": [world.daytime[1].pk]},
    ),
    "add_tables": lambda world, who: commands.add_tables(
        who,
        world.day,
        {"sea": {"serpent": [world.daytime[0].pk], "alliance": [world.daytime[1].pk]}},
    ),
    "remove_table": _of_day("remove_table", table="sea", reason="late"),
    "start_day": _of_day("start_day"),
    "finish_day": _of_day("finish_day"),
    "create_arcanum": _of_day("create_arcanum", arcana="M-fool", table="sea", side="serpent"),
    "grant_arcanum": _of_day("grant_arcanum", arcana="M-fool", table="camp"),
    "publish_fates": _of_day("publish_fates", fates={"sea": []}),
    "change_season": _of_season("change_season", name="Spring", starts=STARTS),
    "shape_league": _of_season("shape_league", formula={"points": [3, 2, 1]}),
    "count_tournament": lambda world, who: commands.count_tournament(who, world.season, world.event),
    "leave_out": lambda world, who: commands.leave_out(who, world.season, world.event, reason="x"),
    "follow_season": _of_season("follow_season", name="Next", starts=STARTS),
    "close_season": _of_season("close_season"),
    "reopen_season": _of_season("reopen_season", reason="late"),
}


def _signed(world: World, who: Identity) -> Identity:
    """Whoever signs in has an account."""
    return who if who.user.is_authenticated else Identity(world.people["visits"])
