"""The web application as servers see it (`granian --interface wsgi tracker.wsgi:application`)."""

import gc
import os

from django.core.wsgi import get_wsgi_application
from django.urls import get_resolver

os.environ.setdefault("DJANGO_SETTINGS_MODULE", "tracker.settings")

application = get_wsgi_application()
routes = get_resolver().url_patterns
"""Read here, so that every page is loaded before anybody asks: the first reader of each process waited for all."""

# What is loaded stays till the end. A full collection of garbage went through all of it, and held up every thread for a
# tenth of a second.
gc.collect()
gc.freeze()
