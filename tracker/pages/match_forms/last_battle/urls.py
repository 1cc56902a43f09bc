"""Addresses of the pages of Last Battle: a player's own warbands. Included by `tracker.pages.player_urls`."""

from django.urls import path

from tracker.pages.match_forms.last_battle import warbands

urlpatterns = [
    path("warbands/", warbands.warbands, name="warbands"),
    path("warbands/new/", warbands.new_warband, name="warband-new"),
    path("warbands/check/", warbands.check, name="warband-check"),
    path("warbands/<uuid:warband>/", warbands.edit_warband, name="warband"),
    path("warbands/<uuid:warband>/submit/", warbands.submit, name="warband-submit"),
]
