"""The web application for an ASGI server; `tracker.wsgi` is the faster one and the default."""

import os

from django.core.asgi import get_asgi_application

os.environ.setdefault("DJANGO_SETTINGS_MODULE", "tracker.settings")

application = get_asgi_application()
