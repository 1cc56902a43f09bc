"""Addresses of the player's pages; `tracker.pages.urls` includes them."""

from django.urls import path

from tracker.pages import (
    board,
    claim,
    decks,
    match,
    my_day,
    new_match,
    offline,
    player,
    score_pad,
    teams,
    warband,
)

player_urls = [
    path("sw.js", offline.service_worker, name="service-worker"),
    path("claim/", claim.claim, name="claim"),
    path("claim/<str:code>/", claim.claim_code, name="claim-code"),
    path("my/", my_day.my_day, name="my-day"),
    path("my/events/<uuid:event>/check-in/", my_day.check_in, name="my-check-in"),
    path("players/<uuid:player>/", player.player, name="player"),
    path("players/<uuid:player>/devices/", claim.devices, name="devices"),
    path("matches/new/", new_match.games, name="new-match"),
    path("matches/new/<slug:system>/<slug:mode>/", new_match.new_match, name="new-match-of"),
    path("matches/<uuid:match>/codes/", new_match.codes, name="match-codes"),
    path("matches/<uuid:match>/", match.match_page, name="match"),
    path("matches/<uuid:match>/board/", board.board_frame, name="match-board"),
    path("matches/<uuid:match>/pad/", score_pad.score_pad, name="score-pad"),
    path("warbands/", warband.warbands, name="warbands"),
    path("warbands/new/", warband.new_warband, name="warband-new"),
    path("warbands/check/", warband.check, name="warband-check"),
    path("warbands/<uuid:warband>/", warband.edit_warband, name="warband"),
    path("warbands/<uuid:warband>/submit/", warband.submit, name="warband-submit"),
    path("decks/", decks.decks, name="decks"),
    path("decks/new/", decks.new_deck, name="deck-new"),
    path("decks/check/", decks.check, name="deck-check"),
    path("decks/<uuid:deck>/", decks.edit_deck, name="deck"),
    path("decks/<uuid:deck>/text/", decks.export, name="deck-text"),
    path("decks/<uuid:deck>/submit/", decks.submit, name="deck-submit"),
    path("teams/", teams.teams, name="teams"),
    path("teams/new/", teams.new_team, name="team-new"),
    path("teams/check/", teams.check, name="team-check"),
    path("teams/<uuid:team>/", teams.edit_team, name="team"),
    path("teams/<uuid:team>/submit/", teams.submit, name="team-submit"),
]
