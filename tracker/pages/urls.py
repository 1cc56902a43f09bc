"""Addresses of the pages. `/events/<id>/` is for everyone, `/events/<id>/console/` for its staff."""

from django.urls import include, path

from tracker.pages.account import account_list, accounts, second_factor, webhooks
from tracker.pages.campaign import (
    chronicle_aftermath,
    chronicle_amend,
    chronicle_desk,
    chronicle_new,
    chronicle_what_if,
    chronicles,
    stories,
)
from tracker.pages.core import health
from tracker.pages.day import day, day_actions, day_console
from tracker.pages.event import brackets, event_teams, exports, hall, public, why
from tracker.pages.ladder import ladders, league, runs, seasons
from tracker.pages.lists import lists, paper_lists
from tracker.pages.match import corrections, edit_result, elsewhere, replace_entry, results
from tracker.pages.organiser import (
    beginnings,
    brought_rounds,
    catalogues,
    console,
    console_actions,
    desk_pages,
    offices,
    organise,
    pasted,
    people,
    printed,
    rehearsals,
    stages,
    ties,
)
from tracker.pages.player import check_in, door, join
from tracker.pages.player.player_urls import player_urls
from tracker.pages.rulebooks import rule_fixes, rules, verify

app_name = "pages"

account = [
    path("", accounts.account, name="account"),
    path("players/keep/", door.keep_players, name="keep-players"),
    path("others/", account_list.account_list, name="accounts"),
    path("password/", accounts.Password.as_view(), name="password"),
    path("second-factor/", second_factor.second_factor_page, name="second-factor"),
    path("tokens/<uuid:token>/revoke/", accounts.revoke_token, name="revoke-token"),
    path("webhooks/", webhooks.webhook_list, name="webhooks"),
    path("webhooks/<uuid:webhook>/", webhooks.webhook, name="webhook"),
]
event = [
    path("", public.event, name="event"),
    path("pairings/", public.pairings, name="pairings"),
    path("pairings/hall/", hall.hall, name="hall"),
    path("pairings/why/", why.public_why, name="why"),
    path("bracket/", brackets.bracket, name="bracket"),
    path("bracket/hall/", brackets.hall, name="bracket-hall"),
    path("standings/", public.standings, name="standings"),
    path("standings/<uuid:player>/<slug:figure>/", public.explain, name="explain"),
    path("players/", public.players, name="players"),
    path("teams/", event_teams.teams, name="event-teams"),
    path("teams/tell/", event_teams.tell, name="captain"),
    path("teams.csv", event_teams.standings_csv, name="teams-csv"),
    path("players/<uuid:player>/list/", lists.shown_list, name="list"),
    path("log/", public.log, name="log"),
    path("join/", join.join, name="join"),
    path("check-in/", check_in.check_in, name="check-in"),
    path("calendar.ics", exports.calendar, name="calendar"),
    path("standings.csv", exports.standings, name="standings-csv"),
    path("pairings.csv", exports.pairings, name="pairings-csv"),
]
desk = [
    path("", console.console, name="console"),
    path("players/", console.players, name="console-players"),
    path("players/lists/", paper_lists.paper_lists, name="paper-lists"),
    path("players/add/", console_actions.add_players, name="console-add"),
    path("players/preview/", pasted.preview_players, name="console-preview"),
    path("players/<uuid:player>/list/", lists.enter_list, name="enter-list"),
    path("round/", console.round_page, name="console-round"),
    path("rehearsal/", rehearsals.rehearsal_page, name="console-rehearsal"),
    path("stage/", stages.stage_page, name="console-stage"),
    path("codes/", console.codes, name="console-codes"),
    path("teams/", event_teams.console_teams, name="console-teams"),
    path("teams/preview/", pasted.preview_teams, name="teams-preview"),
    path("settings/", desk_pages.settings, name="console-settings"),
    path("ties/", ties.ties, name="console-ties"),
    path("round/brought/", brought_rounds.brought_round, name="console-brought"),
    path("players/<uuid:player>/", desk_pages.player, name="console-player"),
    path("players/<uuid:player>/arrive/", desk_pages.arrive, name="arrive"),
    path("tables/<int:table>/", desk_pages.table, name="console-table"),
    path(
        "rounds/<int:round>/tables/<int:table>/elsewhere/",
        elsewhere.elsewhere,
        name="console-elsewhere",
    ),
    path("cards/", printed.cards, name="place-cards"),
    path("slips/", printed.slips, name="slips"),
    path("poster/", printed.poster, name="poster"),
    path("staff/", offices.staff, name="staff"),
    path("archive/", console.whole_event, name="console-archive"),
    path("do/<slug:action>/", console_actions.act, name="console-act"),
    path("begin-again/", beginnings.begin_again, name="begin-again"),
    path("matches/<uuid:match>/", results.type_result, name="type-result"),
    path("matches/<uuid:match>/edit/", edit_result.edit_result, name="edit-result"),
    path("logs/<uuid:stream>/", corrections.correct, name="correct"),
    path("matches/<uuid:match>/entries/<int:seq>/", replace_entry.replace_entry, name="replace-entry"),
]
days = [
    path("", day.day, name="day"),
    path("hall/", day.hall, name="day-hall"),
    path("check-in/", check_in.check_in_at_day, name="day-check-in"),
    path("log/", day.log, name="day-log"),
    path("calendar.ics", exports.day_calendar, name="day-calendar"),
    path("console/", day_console.console, name="day-console"),
    path("console/players/", day_console.players, name="day-players"),
    path("console/players/add/", day_actions.add_players, name="day-add"),
    path("console/players/preview/", day_actions.preview_players, name="day-preview"),
    path("console/settings/", day_console.settings, name="day-settings"),
    path("console/codes/", day_console.codes, name="day-codes"),
    path("console/do/<slug:action>/", day_actions.act, name="day-act"),
]
ranked = [
    path("ladders/", ladders.ladders, name="ladders"),
    path("ladders/<slug:system>/<slug:board>/", ladders.ladder, name="ladder"),
    path("ladders/<slug:system>/<slug:board>/hall/", ladders.hall, name="ladder-hall"),
    path("runs/new/", runs.log_run, name="run-new"),
    path("runs/of/<uuid:player>/", ladders.player, name="runner"),
    path("runs/<uuid:run>/", ladders.run, name="run"),
    path("runs/<uuid:run>/logged/", runs.logged, name="run-logged"),
    path("seasons/", seasons.seasons, name="seasons"),
    path("seasons/<uuid:event>/", seasons.season, name="season"),
    path("leagues/", league.leagues, name="leagues"),
    path("seasons/<uuid:event>/league/", league.league, name="league"),
    path("seasons/<uuid:event>/formula/", league.desk, name="league-desk"),
    path("seasons/<uuid:event>/do/<slug:action>/", seasons.act, name="season-act"),
]
campaigns = [
    path("campaigns/", chronicles.chronicles, name="chronicles"),
    path("campaigns/new/", chronicle_new.new, name="chronicle-new"),
    path("campaigns/<uuid:event>/", chronicles.chronicle, name="chronicle"),
    path("campaigns/<uuid:event>/join/", chronicles.join, name="chronicle-join"),
    path("campaigns/<uuid:event>/desk/", chronicle_desk.desk, name="chronicle-desk"),
    path("campaigns/<uuid:event>/what-if/", chronicle_what_if.what_ifs, name="chronicle-what-ifs"),
    path("campaigns/<uuid:event>/what-if/<uuid:fork>/", chronicle_what_if.what_if, name="chronicle-what-if"),
    path("campaigns/<uuid:event>/rules/", chronicle_amend.amend, name="chronicle-amend"),
    path("campaigns/<uuid:event>/desk/<slug:action>/", chronicle_desk.decide, name="chronicle-decide"),
    path("campaigns/<uuid:event>/rosters/<str:roster>/", chronicles.roster, name="chronicle-roster"),
    path("campaigns/<uuid:event>/rosters/<str:roster>/<slug:action>/", chronicles.act, name="chronicle-act"),
    path("campaigns/<uuid:event>/stories/<str:roster>/", stories.roster_story, name="chronicle-story"),
    path(
        "campaigns/<uuid:event>/stories/<str:roster>/<str:fighter>/",
        stories.fighter_story,
        name="chronicle-fighter",
    ),
    path(
        "campaigns/<uuid:event>/matches/<str:link>/<str:roster>/",
        chronicle_aftermath.aftermath,
        name="chronicle-aftermath",
    ),
]
urlpatterns = [
    path("", public.home, name="home"),
    path("events/", public.archive, name="archive"),
    path("healthz", health.healthz, name="healthz"),
    path("metrics", health.metrics, name="metrics"),
    path("rules/mended/", rule_fixes.rule_fixes, name="rule-fixes"),
    path("rules/mended/<uuid:fix>/", rule_fixes.rule_fix, name="rule-fix"),
    path("rules/<slug:system>/", rules.rules, name="rules"),
    path("verify/", verify.verify, name="verify"),
    path("logs/<uuid:stream>.jsonl", verify.download, name="download"),
    path("sign-in/code/", second_factor.sign_in_code, name="sign-in-code"),
    path("sign-in/", accounts.SignIn.as_view(), name="sign-in"),
    path("password/", accounts.PasswordReset.as_view(), name="password-reset"),
    path("password/<str:uidb64>/<str:token>/", accounts.PasswordSet.as_view(), name="password-set"),
    path("sign-out/", accounts.SignOut.as_view(), name="sign-out"),
    path("play/", door.play, name="play"),
    path("sign-up/", door.sign_up, name="sign-up"),
    path("account/", include(account)),
    path("organise/", organise.organise, name="organise"),
    path("organise/people/", people.people, name="people"),
    path("cards/<slug:system>/", catalogues.import_cards, name="import"),
    path("events/<uuid:event>/", include(event)),
    path("events/<uuid:event>/console/", include(desk)),
    path("days/<uuid:day>/", include(days)),
    *campaigns,
    *ranked,
    *player_urls,
]
