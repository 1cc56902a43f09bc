"""Addresses of the player's pages; `tracker.pages.urls` includes them."""

from django.urls import path

from tracker.pages.core import offline
from tracker.pages.event import statistics
from tracker.pages.ladder import ratings
from tracker.pages.lists import rosters
from tracker.pages.match import board, match, new_match, score_pad
from tracker.pages.match_forms import urls_of_games
from tracker.pages.player import claim, my_day, player, player_story
from tracker.pages.rulebooks import tools

player_urls = [
    path("sw.js", offline.service_worker, name="service-worker"),
    path("claim/", claim.claim, name="claim"),
    path("claim/<str:code>/", claim.claim_code, name="claim-code"),
    path("my/", my_day.my_day, name="my-day"),
    path("my/events/<uuid:event>/check-in/", my_day.check_in, name="my-check-in"),
    path("my/events/<uuid:event>/judge/", my_day.call_judge, name="call-judge"),
    path("players/<uuid:player>/", player.player, name="player"),
    path("players/<uuid:player>/story/", player_story.player_story, name="player-story"),
    path("players/<uuid:player>/ratings/<slug:system>/", ratings.player, name="rating"),
    path("ratings/<slug:system>/", ratings.ratings, name="ratings"),
    path("statistics/<slug:system>/", statistics.statistics, name="statistics"),
    path("statistics/<slug:system>.csv", statistics.as_csv, name="statistics-csv"),
    path("statistics/<slug:system>.json", statistics.as_json, name="statistics-json"),
    path("players/<uuid:player>/devices/", claim.devices, name="devices"),
    path("matches/new/", new_match.games, name="new-match"),
    path("matches/new/<slug:system>/<slug:mode>/", new_match.new_match, name="new-match-of"),
    path("matches/<uuid:match>/codes/", new_match.codes, name="match-codes"),
    path("matches/<uuid:match>/", match.match_page, name="match"),
    path("matches/<uuid:match>/overlay/", match.overlay, name="overlay"),
    path("matches/<uuid:match>/board/", board.board_frame, name="match-board"),
    path("matches/<uuid:match>/pad/", score_pad.score_pad, name="score-pad"),
    *rosters.urls(),
    path("tools/<slug:system>/", tools.tools, name="tools"),
    path("tools/<slug:system>/reference/", tools.references, name="references"),
    *urls_of_games(),
]
