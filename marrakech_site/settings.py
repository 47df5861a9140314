"""Every setting of the site. What differs between machines comes from the environment or `.env`.

README.md lists the variables an operator may set.
"""

from pathlib import Path
from urllib.parse import urlsplit

import environ
from django.utils.csp import CSP

BASE_DIR = Path(__file__).resolve().parent.parent
VAR_DIR = BASE_DIR / "var"

env = environ.Env()
env.read_env(env.str("ENV_FILE", default=str(BASE_DIR / ".env")))

DEBUG = env.bool("DEBUG", default=False)
SECRET_KEY = env.str("SECRET_KEY")
SITE_URL = env.str("SITE_URL", default="http://localhost:8000").rstrip("/")
HTTPS = SITE_URL.startswith("https://")
ALLOWED_HOSTS = env.list(
    "ALLOWED_HOSTS", default=["localhost", "127.0.0.1", "[::1]"] if DEBUG else [urlsplit(SITE_URL).hostname]
)
CSRF_TRUSTED_ORIGINS = [SITE_URL] if HTTPS else []

INSTALLED_APPS = [
    "daphne",
    "servestatic.runserver_nostatic",
    "marrakech_site.apps.AdminConfig",
    "django.contrib.auth",
    "django.contrib.contenttypes",
    "django.contrib.sessions",
    "django.contrib.messages",
    "django.contrib.staticfiles",
    "allauth",
    "allauth.account",
    "allauth.mfa",
    "channels",
    "django_htmx",
    "accounts",
    "games",
    "ladder",
]

MIDDLEWARE = [
    "games.middleware.ArrivalMiddleware",
    "django.middleware.security.SecurityMiddleware",
    "servestatic.middleware.ServeStaticMiddleware",
    "django.middleware.csp.ContentSecurityPolicyMiddleware",
    "django.contrib.sessions.middleware.SessionMiddleware",
    "django.middleware.locale.LocaleMiddleware",
    "django.middleware.common.CommonMiddleware",
    "django.middleware.csrf.CsrfViewMiddleware",
    "django.contrib.auth.middleware.AuthenticationMiddleware",
    "accounts.middleware.GuestMiddleware",
    "django.contrib.messages.middleware.MessageMiddleware",
    "django.middleware.clickjacking.XFrameOptionsMiddleware",
    "allauth.account.middleware.AccountMiddleware",
    "games.middleware.RequestRateMiddleware",
    "games.middleware.BusyDatabaseMiddleware",
    "django_htmx.middleware.HtmxMiddleware",
    "accounts.middleware.TimeZoneMiddleware",
]

ROOT_URLCONF = "marrakech_site.urls"
ASGI_APPLICATION = "marrakech_site.asgi.application"

TEMPLATES = [
    {
        "BACKEND": "django.template.backends.django.DjangoTemplates",
        "DIRS": [BASE_DIR / "templates"],
        "APP_DIRS": True,
        "OPTIONS": {
            "context_processors": [
                "django.template.context_processors.request",
                "django.contrib.auth.context_processors.auth",
                "django.contrib.messages.context_processors.messages",
                "games.context.navigation",
                "ladder.context.ratings",
            ],
        },
    },
]

# One database file beside the code unless DATABASE_URL names a PostgreSQL server. A SQLite write takes
# the lock at its start (IMMEDIATE), so two writers take turns instead of failing half-way.
DATABASES = {"default": env.db_url("DATABASE_URL", default=f"sqlite:///{VAR_DIR / 'marrakech.sqlite3'}")}
if DATABASES["default"]["ENGINE"].endswith("sqlite3"):
    DATABASES["default"]["OPTIONS"] = {
        "transaction_mode": "IMMEDIATE",
        "timeout": 20,
        "init_command": "PRAGMA journal_mode=WAL; PRAGMA synchronous=NORMAL;",
    }
else:
    DATABASES["default"]["OPTIONS"] = {"pool": {"min_size": 2, "max_size": 20}}
DEFAULT_AUTO_FIELD = "django.db.models.BigAutoField"

REDIS_URL = env.str("REDIS_URL", default="")
if REDIS_URL:
    CHANNEL_LAYERS = {
        "default": {
            "BACKEND": "channels_redis.pubsub.RedisPubSubChannelLayer",
            "CONFIG": {"hosts": [{"address": REDIS_URL, "max_connections": 1000}]},
        }
    }
    CACHES: dict[str, dict[str, object]] = {
        "default": {"BACKEND": "django.core.cache.backends.redis.RedisCache", "LOCATION": REDIS_URL}
    }
else:
    CHANNEL_LAYERS = {"default": {"BACKEND": "channels.layers.InMemoryChannelLayer"}}
    # Room enough that rate limits are not thrown out to make room for others.
    CACHES = {
        "default": {
            "BACKEND": "django.core.cache.backends.locmem.LocMemCache",
            "OPTIONS": {"MAX_ENTRIES": 20_000},
        }
    }

# Accounts
AUTH_USER_MODEL = "accounts.User"
# Names are unique whatever the case, by an index on an expression that this check does not see.
SILENCED_SYSTEM_CHECKS = ["auth.W004"]
AUTHENTICATION_BACKENDS = ["allauth.account.auth_backends.AuthenticationBackend"]
AUTH_PASSWORD_VALIDATORS = [
    {
        "NAME": "django.contrib.auth.password_validation.UserAttributeSimilarityValidator",
        "OPTIONS": {"user_attributes": ("name", "email")},
    },
    {"NAME": "django.contrib.auth.password_validation.MinimumLengthValidator"},
    {"NAME": "django.contrib.auth.password_validation.CommonPasswordValidator"},
    {"NAME": "django.contrib.auth.password_validation.NumericPasswordValidator"},
]
LOGIN_URL = "account_login"
LOGIN_REDIRECT_URL = "games:mine"
ACCOUNT_ADAPTER = "accounts.adapter.AccountAdapter"
ACCOUNT_USER_MODEL_USERNAME_FIELD = "name"
ACCOUNT_USER_MODEL_EMAIL_FIELD = "email"
ACCOUNT_LOGIN_METHODS = {"username", "email"}
ACCOUNT_SIGNUP_FIELDS = ["username*", "email", "password1*"]
ACCOUNT_USERNAME_MIN_LENGTH = 3
ACCOUNT_FORMS = {
    "signup": "accounts.forms.SignupForm",
    "login": "accounts.forms.LoginForm",
    "add_email": "accounts.forms.AddEmailForm",
    "change_password": "accounts.forms.ChangePasswordForm",
    "set_password": "accounts.forms.SetPasswordForm",
    "reset_password": "accounts.forms.ResetPasswordForm",
    "reset_password_from_key": "accounts.forms.ResetPasswordKeyForm",
    "reauthenticate": "accounts.forms.ReauthenticateForm",
}
ACCOUNT_EMAIL_VERIFICATION = "optional"
# One address a user; a new one takes over when it is verified.
ACCOUNT_CHANGE_EMAIL = True
ACCOUNT_EMAIL_NOTIFICATIONS = True
ACCOUNT_EMAIL_SUBJECT_PREFIX = "Marrakech: "
ACCOUNT_PREVENT_ENUMERATION = True
ACCOUNT_REAUTHENTICATION_REQUIRED = True
ACCOUNT_REAUTHENTICATION_METHODS = {"password", "mfa"}
# What one visitor may ask of the site; allauth adds its own limits for log-in, sign-up and mail.
ACCOUNT_RATE_LIMITS = {
    "read_member": "1200/m/user",
    "read_visitor": "600/m/ip",
    "write_member": "120/m/user",
    "write_visitor": "60/m/ip",
    "open_table": "30/h/user",
    "invite": "60/h/user",
    "follow": "120/h/user",
    "vacation": "20/h/user",
    "new_guest": "30/h/ip",
    "save_record": "60/h/user",
    "all_records": "10/h/user",
}
ACCOUNT_LOGOUT_REDIRECT_URL = "games:home"
ACCOUNT_SESSION_REMEMBER = True
ACCOUNT_DEFAULT_HTTP_PROTOCOL = "https" if HTTPS else "http"
MFA_ADAPTER = "accounts.adapter.MFAAdapter"
MFA_FORMS = {
    "authenticate": "accounts.forms.AuthenticateForm",
    "reauthenticate": "accounts.forms.ReauthenticateCodeForm",
    "activate_totp": "accounts.forms.ActivateTOTPForm",
    "add_webauthn": "accounts.forms.AddPasskeyForm",
    "edit_webauthn": "accounts.forms.EditPasskeyForm",
    "authenticate_webauthn": "accounts.forms.UsePasskeyForm",
    "login_webauthn": "accounts.forms.LoginPasskeyForm",
    "reauthenticate_webauthn": "accounts.forms.ReauthenticatePasskeyForm",
}
MFA_SUPPORTED_TYPES = ["totp", "webauthn", "recovery_codes"]
MFA_PASSKEY_LOGIN_ENABLED = True
MFA_TOTP_ISSUER = "Marrakech"
# A phone's clock may be half a minute off.
MFA_TOTP_TOLERANCE = 1
MFA_WEBAUTHN_ALLOW_INSECURE_ORIGIN = not HTTPS
# Off only where example accounts must be able to look at admin.
ADMIN_NEEDS_SECOND_FACTOR = env.bool("ADMIN_NEEDS_SECOND_FACTOR", default=not DEBUG)
# How many proxies in front of the site may be believed about a visitor's address.
ALLAUTH_TRUSTED_PROXY_COUNT = env.int("TRUSTED_PROXIES", default=0)

# Seconds that a house player waits before it moves, so that people can follow.
HOUSE_PAUSE = env.float("HOUSE_PAUSE", default=1.0)

# Days of vacation that a player has in a calendar year.
VACATION_DAYS = env.int("VACATION_DAYS", default=30)

# Mail
MAILERS = {
    "default": {
        "BACKEND": "django.core.mail.backends.smtp.EmailBackend",
        "OPTIONS": {
            "host": env.str("EMAIL_HOST"),
            "port": env.int("EMAIL_PORT", default=587),
            "username": env.str("EMAIL_USER", default=""),
            "password": env.str("EMAIL_PASSWORD", default=""),
            "use_tls": env.bool("EMAIL_TLS", default=True),
            "timeout": 20,
        },
    }
    if "EMAIL_HOST" in env.ENVIRON
    else {"BACKEND": "accounts.mail.EmailBackend"}
}
DEFAULT_FROM_EMAIL = env.str("MAIL_FROM", default="Marrakech <noreply@localhost>")
CONTACT_EMAIL = env.str("CONTACT_EMAIL", default="")

# Language and time: UTC inside, the reader's zone outside
LANGUAGE_CODE = "en"
LANGUAGES = [("en", "English")]
USE_I18N = True
USE_TZ = True
TIME_ZONE = "UTC"

# Static files, hashed in production so that they can be cached for ever
STATIC_URL = "static/"
STATIC_ROOT = Path(env.str("STATIC_ROOT", default=str(BASE_DIR / "staticfiles")))
if not DEBUG:
    STORAGES = {
        "default": {"BACKEND": "django.core.files.storage.FileSystemStorage"},
        "staticfiles": {"BACKEND": "servestatic.storage.CompressedManifestStaticFilesStorage"},
    }

# Security
SECURE_CSP = {
    "default-src": [CSP.SELF],
    "object-src": [CSP.NONE],
    "base-uri": [CSP.NONE],
    "form-action": [CSP.SELF],
    "frame-ancestors": [CSP.NONE],
}
X_FRAME_OPTIONS = "DENY"
SECURE_REFERRER_POLICY = "same-origin"
SESSION_COOKIE_SECURE = CSRF_COOKIE_SECURE = HTTPS
SESSION_COOKIE_HTTPONLY = True
SECURE_SSL_REDIRECT = HTTPS
SECURE_HSTS_SECONDS = 31_536_000 if HTTPS else 0
if env.int("TRUSTED_PROXIES", default=0):
    SECURE_PROXY_SSL_HEADER = ("HTTP_X_FORWARDED_PROTO", "https")
DATA_UPLOAD_MAX_MEMORY_SIZE = 1_000_000

LOGGING = {
    "version": 1,
    "disable_existing_loggers": False,
    "formatters": {"line": {"format": "{asctime} {levelname} {name}: {message}", "style": "{"}},
    "handlers": {"stderr": {"class": "logging.StreamHandler", "formatter": "line"}},
    "root": {"handlers": ["stderr"], "level": "INFO"},
    "loggers": {
        "django": {"handlers": []},  # its own would say everything twice in debug mode
        "django.channels.server": {"level": "WARNING"},
        "daphne": {"level": "WARNING"},
    },
}
