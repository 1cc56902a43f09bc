"""Addresses of the pages of Super Fantasy Brawl: a player's own teams. Included by `tracker.pages.player_urls`."""

from django.urls import path

from tracker.pages.match_forms.super_fantasy_brawl import teams

urlpatterns = [
    path("teams/", teams.teams, name="teams"),
    path("teams/new/", teams.new_team, name="team-new"),
    path("teams/check/", teams.check, name="team-check"),
    path("teams/<uuid:team>/", teams.edit_team, name="team"),
    path("teams/<uuid:team>/submit/", teams.submit, name="team-submit"),
]
