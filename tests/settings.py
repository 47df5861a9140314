"""The site's settings as tests want them: nothing from the developer's `.env`, quick passwords.

The checkers of `make lint` use them too, so that they need no `.env` either.
"""

import os

os.environ["ENV_FILE"] = os.devnull
os.environ.setdefault("SECRET_KEY", "only for tests")
os.environ.setdefault("DEBUG", "on")

from marrakech_site.settings import *

PASSWORD_HASHERS = ["django.contrib.auth.hashers.MD5PasswordHasher"]

# A page that asks the database once a row fails its test.
INSTALLED_APPS += ["zeal"]
MIDDLEWARE.insert(0, "zeal.middleware.zeal_middleware")
ZEAL_ALLOWLIST = [
    # allauth asks for one user's address, or his second factors, twice: its own affair, and constant.
    {"model": "account.*", "field": "*"},
    {"model": "mfa.*", "field": "*"},
    # A session that ends is looked up once more to be deleted.
    {"model": "sessions.Session", "field": "get()"},
    # Who asks for a rematch that another player has opened locks himself and a game twice.
    {"model": "accounts.User", "field": "get()"},
    {"model": "games.Game", "field": "get()"},
    # Seasons are made one by one, once a quarter.
    {"model": "ladder.Ladder", "field": "get()"},
]

# The test client serves no collected files; looking for them when asked saves every client a search of its own.
SERVESTATIC_AUTOREFRESH = DEBUG

# Few watch house players here.
HOUSE_PAUSE = env.float("HOUSE_PAUSE", default=0.0)
