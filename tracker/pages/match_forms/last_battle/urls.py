"""Addresses of the pages of Last Battle: a player's own warbands. Included by `tracker.pages.player_urls`."""

from tracker.pages.match_forms.last_battle.warbands import WarbandSheet

urlpatterns = WarbandSheet().urls
