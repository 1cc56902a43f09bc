"""Settings of every process: web, worker, beat and commands. Values come from the surroundings (`tracker.env`).

Without any variable this is the embedded installation: SQLite and files in the data folder, any host of the hall.
With DATABASE_URL and REDIS_URL it is a server, which must name its hosts. `docs/en/operators.md` lists the variables.
"""

from __future__ import annotations

import os

from tracker import env

BASE_DIR = env.CHECKOUT
DATA_DIR = env.private(env.data_folder())

with env.told():
    DEBUG = env.debug()
    SECRET_KEY = env.secret_key(DATA_DIR)
    # Keys of before: they still prove what they signed.
    SECRET_KEY_FALLBACKS = env.former_keys(DATA_DIR)
    DATABASES = {"default": env.database(DATA_DIR)}
    # How many proxies of ours a request passes: that many entries at the right of X-Forwarded-For are believed.
    PROXIES = env.number("WARLEDGER_PROXIES", 1 if env.flag("WARLEDGER_HTTPS") else 0, 0, 9)
    LOG_FORMAT = env.choice("WARLEDGER_LOGS", ("lines", "json"))
    # A request that takes longer is a line of the log; 0: every request is.
    SLOW_MS = env.number("WARLEDGER_SLOW", 1_000, 0, 600_000)
    # Whom the front page lets in by themselves: guests to a match, new accounts, both, or neither.
    DOOR = env.door(DATA_DIR)
    MAIL = env.mail("WARLEDGER_MAIL")
    METRICS_TOKEN = env.token("WARLEDGER_METRICS")
# Best kept where whoever can write to the database cannot: another disk, another machine's share.
SEALS_FILE = os.environ.get("WARLEDGER_SEALS") or str(DATA_DIR / "seals.jsonl")
EMBEDDED = not os.environ.get("DATABASE_URL")
HTTPS = env.flag("WARLEDGER_HTTPS")
# Messages go to addresses of the internet alone, unless the operator has receivers in their own network.
WEBHOOKS_PRIVATE = env.flag("WARLEDGER_WEBHOOKS_PRIVATE")
# A laptop in a hall is reached by whatever address the router gave it.
ALLOWED_HOSTS = env.listed("ALLOWED_HOSTS", ["*"] if EMBEDDED else [])
ALLOWED_HOSTS += ["localhost", "127.0.0.1"]  # health checks come from within
with env.told():
    # The link in a message is made of the address that was asked for: anybody could put another one there.
    if MAIL and "*" in ALLOWED_HOSTS:
        raise ValueError("WARLEDGER_MAIL wants ALLOWED_HOSTS: messages lead to an address of yours alone")
# Where phones reach a server that its organiser uses at 127.0.0.1; `up --host 0.0.0.0` tells it.
HALL_ADDRESS = os.environ.get("WARLEDGER_HALL", "")
CSRF_TRUSTED_ORIGINS = env.listed("CSRF_TRUSTED_ORIGINS", [])

INSTALLED_APPS = [
    "django.contrib.auth",
    "django.contrib.contenttypes",
    "django.contrib.sessions",
    "django.contrib.messages",
    "whitenoise.runserver_nostatic",
    "django.contrib.staticfiles",
    "rest_framework",
    "drf_spectacular_sidecar",
    "tracker",
]

MIDDLEWARE = [
    "tracker.web.middleware.Observed",
    "tracker.web.compress.Compressed",
    "corsheaders.middleware.CorsMiddleware",
    "api.migration_guard.MigrationGuard",
    "api.nul_guard.NulGuard",
    "api.fast_path.FastPath",
    "django.middleware.security.SecurityMiddleware",
    "tracker.web.middleware.ContentSecurityPolicy",
    "whitenoise.middleware.WhiteNoiseMiddleware",
    "django.contrib.sessions.middleware.SessionMiddleware",
    "django.middleware.locale.LocaleMiddleware",
    "django.middleware.common.CommonMiddleware",
    "django.middleware.csrf.CsrfViewMiddleware",
    "django.contrib.auth.middleware.AuthenticationMiddleware",
    "tracker.web.middleware.OwnPages",
    "tracker.web.middleware.OwnPassword",
    "django.contrib.messages.middleware.MessageMiddleware",
    "django.middleware.clickjacking.XFrameOptionsMiddleware",
    "tracker.pages.core.errors.PageErrors",
]
# Pages of any other origin may use the interface as programs do: with a token or without, never with a cookie.
CORS_URLS_REGEX = r"^/api/v1/"
CORS_ALLOW_ALL_ORIGINS = True
CORS_ALLOW_CREDENTIALS = False
CORS_ALLOW_METHODS = ["GET", "HEAD", "POST", "PUT", "DELETE", "OPTIONS"]
CORS_ALLOW_HEADERS = [
    "accept",
    "accept-language",
    "authorization",
    "cache-control",
    "content-type",
    "idempotency-key",
    "if-match",
    "if-none-match",
    "last-event-id",
    "prefer",
]
CORS_EXPOSE_HEADERS = [
    "Allow",
    "Content-Disposition",
    "ETag",
    "Location",
    "Preference-Applied",
    "RateLimit-Limit",
    "RateLimit-Remaining",
    "RateLimit-Reset",
    "Retry-After",
    "Warledger-Seal",
    "WWW-Authenticate",
]
CSRF_FAILURE_VIEW = "tracker.pages.core.errors.csrf_failure"

ROOT_URLCONF = "tracker.urls"
WSGI_APPLICATION = "tracker.wsgi.application"
ASGI_APPLICATION = "tracker.asgi.application"

TEMPLATES = [
    {
        "BACKEND": "django.template.backends.django.DjangoTemplates",
        "DIRS": [BASE_DIR / "templates"],
        "APP_DIRS": True,
        "OPTIONS": {
            "context_processors": [
                "django.template.context_processors.request",
                "django.template.context_processors.i18n",
                "django.contrib.auth.context_processors.auth",
                "django.contrib.messages.context_processors.messages",
                "tracker.pages.core.sealed.newest_seal",
                "tracker.pages.core.health.behind",
                "tracker.pages.core.offline.readers",
            ],
        },
    }
]

DEFAULT_AUTO_FIELD = "django.db.models.BigAutoField"
FORM_RENDERER = "tracker.pages.core.widgets.Renderer"

AUTH_PASSWORD_VALIDATORS = [
    {"NAME": "django.contrib.auth.password_validation.UserAttributeSimilarityValidator"},
    {"NAME": "django.contrib.auth.password_validation.MinimumLengthValidator"},
    {"NAME": "django.contrib.auth.password_validation.CommonPasswordValidator"},
]
LOGIN_URL = "pages:sign-in"
LOGIN_REDIRECT_URL = "pages:home"
LOGOUT_REDIRECT_URL = "pages:home"

PASSWORD_RESET_TIMEOUT = 60 * 60 * 3
if MAIL:
    EMAIL_HOST, EMAIL_PORT = MAIL["HOST"], MAIL["PORT"]
    EMAIL_HOST_USER, EMAIL_HOST_PASSWORD = MAIL["HOST_USER"], MAIL["HOST_PASSWORD"]
    EMAIL_USE_SSL, EMAIL_USE_TLS = MAIL["USE_SSL"], MAIL["USE_TLS"]
    EMAIL_TIMEOUT = 10
HOST_NAME = ALLOWED_HOSTS[0].lstrip(".*") or "localhost"
DEFAULT_FROM_EMAIL = os.environ.get("WARLEDGER_MAIL_FROM") or f"warledger@{HOST_NAME}"

LANGUAGE_CODE = "en"
LANGUAGES = [("en", "English"), ("ru", "Русский")]
LOCALE_PATHS = [BASE_DIR / "tracker" / "locale"]
USE_I18N = True
FORMAT_MODULE_PATH = ["tracker.dates"]
USE_TZ = True
TIME_ZONE = os.environ.get("WARLEDGER_TIMEZONE") or "UTC"

STATIC_URL = "/static/"
STATICFILES_DIRS = [BASE_DIR / "templates" / "static"]
# Served straight from where they lie: nothing to collect before the first page.
WHITENOISE_USE_FINDERS = True
WHITENOISE_MAX_AGE = 0 if DEBUG else 3600
# Their addresses carry a digest, so that new pages never meet old styles.
STORAGES = {
    "default": {"BACKEND": "django.core.files.storage.FileSystemStorage"},
    "staticfiles": {"BACKEND": "tracker.web.assets.Digested"},
}

SESSION_ENGINE = "tracker.web.sessions"
SESSION_COOKIE_AGE = 60 * 60 * 24 * 30
SESSION_COOKIE_SECURE = CSRF_COOKIE_SECURE = HTTPS
SESSION_COOKIE_SAMESITE = CSRF_COOKIE_SAMESITE = "Lax"
SECURE_CONTENT_TYPE_NOSNIFF = True
SECURE_REFERRER_POLICY = "same-origin"
X_FRAME_OPTIONS = "DENY"
SECURE_HSTS_SECONDS = 60 * 60 * 24 * 30 if HTTPS else 0
# Trusting this header is right only behind a proxy that sets it, hence by the same switch.
SECURE_PROXY_SSL_HEADER = ("HTTP_X_FORWARDED_PROTO", "https") if HTTPS else None
CONTENT_SECURITY_POLICY = (
    "default-src 'self'; img-src 'self' data:; object-src 'none'; base-uri 'self'; "
    "form-action 'self'; frame-ancestors 'none'"
)

DATA_UPLOAD_MAX_MEMORY_SIZE = 2_621_440
FILE_UPLOAD_MAX_MEMORY_SIZE = 2_621_440
DATA_UPLOAD_MAX_NUMBER_FIELDS = 5_000

REST_FRAMEWORK = {
    "DEFAULT_RENDERER_CLASSES": ["rest_framework.renderers.JSONRenderer"],
    "DEFAULT_PARSER_CLASSES": ["rest_framework.parsers.JSONParser"],
    "UNAUTHENTICATED_USER": "django.contrib.auth.models.AnonymousUser",
}

_broker = env.broker(DATA_DIR)
CELERY_TASK_ALWAYS_EAGER = _broker is None
CELERY_BROKER_URL, CELERY_BROKER_TRANSPORT_OPTIONS = _broker or ("memory://localhost/", {})
CELERY_BROKER_CONNECTION_TIMEOUT = 0.5
CELERY_BROKER_CONNECTION_RETRY_ON_STARTUP = True
CELERY_BROKER_CONNECTION_MAX_RETRIES = None
CELERY_REDIS_SOCKET_CONNECT_TIMEOUT = 0.5
CELERY_TASK_PUBLISH_RETRY = False
CELERY_TASK_IGNORE_RESULT = True
CELERY_TASK_ACKS_LATE = True
CELERY_TASK_REJECT_ON_WORKER_LOST = True
CELERY_TASK_TIME_LIMIT = 300
CELERY_WORKER_PREFETCH_MULTIPLIER = 1
CELERY_WORKER_HIJACK_ROOT_LOGGER = False
CELERY_TIMEZONE = "UTC"
CELERY_BEAT_SCHEDULER = "tracker.beat:Scheduler"
CELERY_BEAT_SCHEDULE_FILENAME = str(DATA_DIR / "beat-schedule")
CELERY_BEAT_SCHEDULE = {
    "ratings": {"task": "tracker.jobs.settle_ratings", "schedule": 15.0, "options": {"expires": 15}},
    "catch-up": {"task": "tracker.jobs.catch_up", "schedule": 15.0, "options": {"expires": 15}},
    "keep-times": {"task": "tracker.jobs.keep_times", "schedule": 60.0, "options": {"expires": 60}},
    "rule-fixes": {
        "task": "tracker.jobs.see_to_rule_fixes",
        "schedule": 300.0,
        "options": {"expires": 300},
    },
    "webhooks": {"task": "tracker.jobs.deliver_webhooks", "schedule": 15.0, "options": {"expires": 15}},
    "seal": {"task": "tracker.jobs.seal", "schedule": 300.0, "options": {"expires": 300}},
    "sessions": {"task": "tracker.jobs.clear_sessions", "schedule": 86_400.0, "options": {"expires": 3600}},
}

ERRORS_TO = os.environ.get("WARLEDGER_ERRORS", "")
LOGGING = {
    "version": 1,
    "disable_existing_loggers": False,
    "formatters": {
        "lines": {
            "()": "tracker.logs.Lines",
            "format": "{asctime} {levelname} {name}: {message}",
            "style": "{",
        },
        "json": {"()": "tracker.logs.JsonLines"},
    },
    "filters": {"about": {"()": "tracker.logs.About"}, "outages": {"()": "tracker.outages.OneLine"}},
    "handlers": {
        "console": {
            "class": "logging.StreamHandler",
            "formatter": LOG_FORMAT,
            "filters": ["about", "outages"],
        },
        **(
            {"errors": {"()": "tracker.logs.Reports", "to": ERRORS_TO, "filters": ["about", "outages"]}}
            if ERRORS_TO
            else {}
        ),
    },
    "root": {
        "handlers": ["console", "errors"] if ERRORS_TO else ["console"],
        "level": os.environ.get("LOG_LEVEL", "INFO"),
    },
    # One line for every job would drown the ones that matter.
    "loggers": {name: {"level": "WARNING"} for name in ("django.server", "celery.beat", "celery.app.trace")},
}
