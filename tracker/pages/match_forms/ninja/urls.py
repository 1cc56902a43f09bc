"""Addresses of the pages of Ninja: a map on its way to an edition. Included by `tracker.pages.player.player_urls`."""

from django.urls import path

from tracker.pages.match_forms.ninja import zone_map

urlpatterns = [path("maps/ninja/", zone_map.zone_map, name="zone-map")]
