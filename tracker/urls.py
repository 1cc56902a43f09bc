"""Every address: pages for people at the root, REST below `/api/v1/`."""

from django.urls import include, path

urlpatterns = [
    path("api/v1/", include("api.urls")),
    path("i18n/", include("django.conf.urls.i18n")),
    path("", include("tracker.pages.urls")),
]

handler400 = "tracker.pages.core.errors.bad_request"
handler403 = "tracker.pages.core.errors.forbidden"
handler404 = "tracker.pages.core.errors.not_found"
handler500 = "api.failures.server_error"
