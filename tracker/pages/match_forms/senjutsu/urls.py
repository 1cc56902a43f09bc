"""Addresses of the pages of Senjutsu: a player's own decks. Included by `tracker.pages.player_urls`."""

from tracker.pages.match_forms.senjutsu.decks import DeckSheet

urlpatterns = DeckSheet().urls
