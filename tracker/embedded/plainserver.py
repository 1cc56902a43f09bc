"""A web server of the standard library alone, for machines that granian has no wheel for. Started by `up`.

One thread for each request, so that a held live stream blocks nobody.

python -m tracker.embedded.plainserver HOST PORT
"""

from __future__ import annotations

import sys
from socketserver import ThreadingMixIn
from typing import Any
from wsgiref.simple_server import WSGIRequestHandler, WSGIServer, make_server

from tracker.web import serving


class ThreadedServer(ThreadingMixIn, WSGIServer):
    daemon_threads = True
    request_queue_size = 128

    def process_request_thread(self, request: Any, client_address: Any) -> None:
        """The thread ends here, and with it goes its connection to the database."""
        from django.db import connections

        try:
            super().process_request_thread(request, client_address)
        finally:
            connections.close_all()


class QuietHandler(WSGIRequestHandler):
    timeout = serving.BODY_SECONDS  # whoever sends nothing for so long keeps no thread

    def log_message(self, format: str, *args: object) -> None:
        """Not a line for every request: the log of a day in a hall stays readable."""


def main(host: str, port: int) -> None:
    from tracker.wsgi import application

    with make_server(host, port, application, ThreadedServer, QuietHandler) as server:
        server.serve_forever()


if __name__ == "__main__":
    main(sys.argv[1], int(sys.argv[2]))
