"""Addresses of the pages. `/events/<id>/` is for everyone, `/events/<id>/console/` for its staff."""

from django.urls import include, path

from tracker.pages import (
    account_list,
    accounts,
    catalogues,
    console,
    console_actions,
    corrections,
    day,
    day_actions,
    day_console,
    edit_result,
    ladders,
    lists,
    offices,
    organise,
    pasted,
    public,
    replace_entry,
    results,
    runs,
    seasons,
    verify,
)
from tracker.pages.player_urls import player_urls

app_name = "pages"

account = [
    path("", accounts.account, name="account"),
    path("others/", account_list.account_list, name="accounts"),
    path("password/", accounts.Password.as_view(), name="password"),
    path("tokens/<uuid:token>/revoke/", accounts.revoke_token, name="revoke-token"),
]
event = [
    path("", public.event, name="event"),
    path("pairings/", public.pairings, name="pairings"),
    path("pairings/hall/", public.hall, name="hall"),
    path("standings/", public.standings, name="standings"),
    path("standings/<uuid:player>/<slug:figure>/", public.explain, name="explain"),
    path("players/", public.players, name="players"),
    path("players/<uuid:player>/list/", lists.shown_list, name="list"),
    path("log/", public.log, name="log"),
]
desk = [
    path("", console.console, name="console"),
    path("players/", console.players, name="console-players"),
    path("players/add/", console_actions.add_players, name="console-add"),
    path("players/preview/", pasted.preview_players, name="console-preview"),
    path("players/<uuid:player>/list/", lists.enter_list, name="enter-list"),
    path("round/", console.round_page, name="console-round"),
    path("codes/", console.codes, name="console-codes"),
    path("staff/", offices.staff, name="staff"),
    path("archive/", console.whole_event, name="console-archive"),
    path("do/<slug:action>/", console_actions.act, name="console-act"),
    path("matches/<uuid:match>/", results.type_result, name="type-result"),
    path("matches/<uuid:match>/edit/", edit_result.edit_result, name="edit-result"),
    path("logs/<uuid:stream>/", corrections.correct, name="correct"),
    path("matches/<uuid:match>/entries/<int:seq>/", replace_entry.replace_entry, name="replace-entry"),
]
days = [
    path("", day.day, name="day"),
    path("hall/", day.hall, name="day-hall"),
    path("log/", day.log, name="day-log"),
    path("console/", day_console.console, name="day-console"),
    path("console/players/", day_console.players, name="day-players"),
    path("console/players/add/", day_actions.add_players, name="day-add"),
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
    path("seasons/<uuid:event>/do/<slug:action>/", seasons.act, name="season-act"),
]
urlpatterns = [
    path("", public.home, name="home"),
    path("verify/", verify.verify, name="verify"),
    path("logs/<uuid:stream>.jsonl", verify.download, name="download"),
    path("sign-in/", accounts.SignIn.as_view(), name="sign-in"),
    path("sign-out/", accounts.SignOut.as_view(), name="sign-out"),
    path("account/", include(account)),
    path("organise/", organise.organise, name="organise"),
    path("cards/<slug:system>/", catalogues.import_cards, name="import"),
    path("events/<uuid:event>/", include(event)),
    path("events/<uuid:event>/console/", include(desk)),
    path("days/<uuid:day>/", include(days)),
    *ranked,
    *player_urls,
]
