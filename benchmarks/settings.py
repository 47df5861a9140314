"""The site's settings in production, with two views more to measure it against."""

from marrakech_site.settings import *

ROOT_URLCONF = "benchmarks.urls"
# All visitors come from one machine here. Members keep their limits.
del ACCOUNT_RATE_LIMITS["read_visitor"]
