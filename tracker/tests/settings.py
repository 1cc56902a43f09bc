"""Settings of the suite: a data folder of its own, jobs in the asking process, a second database named `postgres`.

The PostgreSQL server itself is started by the root conftest, and only when a collected test asks for it.
"""

import atexit
import os
import shutil
import sys
import tempfile

# Whoever wants no bytecode beside the sources gets it inside the environment: without any, each worker and each process
# that a test starts would compile 130,000 lines anew.
if sys.dont_write_bytecode and sys.prefix != sys.base_prefix:
    sys.dont_write_bytecode = False
    sys.pycache_prefix = os.path.join(sys.prefix, "bytecode")
    os.environ.pop("PYTHONDONTWRITEBYTECODE", None)
    os.environ["PYTHONPYCACHEPREFIX"] = sys.pycache_prefix

_folder = tempfile.mkdtemp(prefix="warledger-test-")
atexit.register(shutil.rmtree, _folder, ignore_errors=True)
for _name in (
    "DATABASE_URL",
    "REDIS_URL",
    "WARLEDGER_JOBS",
    "WARLEDGER_HTTPS",
    "WARLEDGER_PROXIES",
    "DEBUG",
    "WARLEDGER_DOOR",
    "ALLOWED_HOSTS",
):
    os.environ.pop(_name, None)
os.environ["WARLEDGER_DATA"] = _folder
os.environ["SECRET_KEY"] = "a key of the test suite, long enough for every check of its length"

from tracker.settings import *
from tracker.settings import DATABASES

# A file, not memory: threads and processes of a test meet in it as they do in a hall.
DATABASES["default"]["TEST"] = {"NAME": os.path.join(_folder, "suite.sqlite3")}
DATABASES["default"]["OPTIONS"]["init_command"] = "PRAGMA journal_mode=WAL; PRAGMA synchronous=OFF;"
DATABASES["postgres"] = {
    "ENGINE": "tracker.postgres",
    "NAME": "warledger",
    "TEST": {"DEPENDENCIES": []},
}

# Tests roll their seals back; one that is about the file names its own.
SEALS_FILE = ""
PASSWORD_HASHERS = ["django.contrib.auth.hashers.MD5PasswordHasher"]
CELERY_TASK_ALWAYS_EAGER = True
CELERY_TASK_EAGER_PROPAGATES = True
ALLOWED_HOSTS = ["*"]
DOOR = "open"
