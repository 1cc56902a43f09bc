"""Answers are sent compressed to whoever takes that: half a second less for every page in a hall's Wi-Fi.

Django's own middleware, which pads each page by chance so that its size tells nothing of what is in it. Live streams go
out as they come. Files of the look are compressed once for each process. Named in `tracker.settings.MIDDLEWARE`.
"""

from __future__ import annotations

import gzip
from functools import lru_cache
from typing import Any

from django.conf import settings
from django.http import HttpRequest, HttpResponse
from django.http.response import HttpResponseBase
from django.middleware.gzip import GZipMiddleware
from django.utils.cache import patch_vary_headers

from tracker.web.assets import VERSION, YEAR

TEXTS = ("text/", "image/svg", "application/json", "application/javascript")
LARGEST = 2_000_000


class Compressed(GZipMiddleware):
    """Middleware: see the module."""

    def process_response(self, request: HttpRequest, response: HttpResponseBase) -> HttpResponseBase:
        if not response.streaming:
            return super().process_response(request, response)
        if request.path_info.startswith(settings.STATIC_URL) and response.status_code == 200:
            if request.GET.get(VERSION):
                response.headers["Cache-Control"] = f"max-age={YEAR}, public, immutable"
            return _static(request, response)
        return response


def _static(request: HttpRequest, response: Any) -> HttpResponseBase:
    size = int(response.headers.get("Content-Length") or LARGEST)
    if not response.headers.get("Content-Type", "").startswith(TEXTS) or not 200 < size < LARGEST:
        return response
    patch_vary_headers(response, ("Accept-Encoding",))
    if request.method != "GET" or "gzip" not in request.headers.get("Accept-Encoding", ""):
        return response
    packed = HttpResponse(_packed(b"".join(response.streaming_content)), headers=dict(response.headers))
    response.close()
    packed.headers["Content-Encoding"] = "gzip"
    packed.headers["Content-Length"] = str(len(packed.content))
    if etag := packed.headers.get("ETag"):
        packed.headers["ETag"] = etag if etag.startswith("W/") else f"W/{etag}"
    return packed


@lru_cache(maxsize=200)
def _packed(content: bytes) -> bytes:
    return gzip.compress(content, 6, mtime=0)
