"""The OpenAPI document, and a page to browse it that needs no outside host."""

from __future__ import annotations

from typing import Any

from django.http import HttpResponse
from django.shortcuts import render
from django.urls import reverse

from api.answers import as_json, not_modified, version_tag
from api.endpoint import Endpoint
from api.openapi import document
from api.shapes.systems import Root
from games.registry import MATCHES

LISTS = (
    "systems",
    "matches",
    "tournaments",
    "campaigns",
    "chronicles",
    "players",
    "runs",
    "ladders",
    "seasons",
    "feed",
    "seals",
)


class RootView(Endpoint):
    """The lists and documents by name, and every game's address."""

    def get(self, request: Any) -> HttpResponse:
        links = {name: reverse(f"api:{name}") for name in (*LISTS, "schema", "docs")}
        games = {key: reverse("api:system", args=[key]) for key in MATCHES}
        return as_json(Root("1", links, games))


class SchemaView(Endpoint):
    """OpenAPI 3.1 as JSON."""

    def get(self, request: Any) -> HttpResponse:
        etag = version_tag(1, document())
        body = not_modified(self.http_request, etag)
        return body or as_json(document(), headers={"ETag": etag})


class DocsView(Endpoint):
    """Swagger UI from our own static files; scripts and styles are files, as the content policy demands."""

    def get(self, request: Any) -> HttpResponse:
        return render(self.http_request, "api_docs.html")
