"""Addresses of the pages of Super Fantasy Brawl: a player's own teams. Included by `tracker.pages.player_urls`."""

from tracker.pages.match_forms.super_fantasy_brawl.teams import TeamSheet

urlpatterns = TeamSheet().urls
