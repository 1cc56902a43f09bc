"""Addresses of the pages of Senjutsu: a player's own decks. Included by `tracker.pages.player_urls`."""

from django.urls import path

from tracker.pages.match_forms.senjutsu import decks

urlpatterns = [
    path("decks/", decks.decks, name="decks"),
    path("decks/new/", decks.new_deck, name="deck-new"),
    path("decks/check/", decks.check, name="deck-check"),
    path("decks/<uuid:deck>/", decks.edit_deck, name="deck"),
    path("decks/<uuid:deck>/text/", decks.export, name="deck-text"),
    path("decks/<uuid:deck>/submit/", decks.submit, name="deck-submit"),
]
