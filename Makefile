# Everything here sets itself up: Python >= 3.12 and make are all a fresh machine needs. `make help` lists the targets.

SHELL := /bin/sh
.SHELLFLAGS := -eu -c
.DEFAULT_GOAL := help
.DELETE_ON_ERROR:
.PHONY: help run test lint format unit screenshots bench lock clean

PORT ?= 8000
BIN := .venv/bin
# A python3 may be too old, a stub for a version that is not there, or lack venv: believe only what it says of itself.
PYTHON ?= $(shell for python in python3.14 python3.13 python3.12 python3 /usr/bin/python3; do \
	if "$$python" -c 'import ensurepip, sys, venv; sys.exit(sys.version_info < (3, 12))' 2>/dev/null; then \
	echo "$$python"; break; fi; done)
# Two makes at once take turns at setting up, where the machine has flock.
ALONE := $(shell command -v flock >/dev/null && echo flock var/.lock)

help: ## List the targets
	@sed -n 's/^\([a-z]*\):.*## /\1\t/p' $(MAKEFILE_LIST) | expand -t 14

run: .venv/.installed .env ## Set up what is missing and serve the site on http://localhost:8000 (PORT= another)
	@$(ALONE) $(BIN)/python manage.py migrate --verbosity 0
	@$(ALONE) $(BIN)/python manage.py example_data --first-start
	@exec $(BIN)/python manage.py serve --port $(PORT)

test: lint unit ## Lint, types, import contracts, and all tests

# The checkers and tests read tests/settings.py and no .env.
lint unit: export DJANGO_SETTINGS_MODULE = tests.settings

lint: .venv/.installed ## Style, types, import contracts, missing migrations
	$(BIN)/ruff check
	$(BIN)/ruff format --check
	$(BIN)/mypy .
	$(BIN)/lint-imports
	$(BIN)/python manage.py makemigrations --check --dry-run

unit: .venv/.installed ## Only the tests
	$(BIN)/pytest -n 2

format: .venv/.installed ## Put the code into the project's style
	$(BIN)/ruff check --fix
	$(BIN)/ruff format

screenshots: .venv/.installed ## Pictures of every page, in three widths and both themes
	$(BIN)/python -m tests.browser.screenshots

bench: .venv/.installed ## What the rules, the house players and the site can do
	$(BIN)/python -m benchmarks.rules
	$(BIN)/python -m benchmarks.house
	$(BIN)/python -m benchmarks.site
	$(BIN)/python -m benchmarks.sweep
	$(BIN)/python -m benchmarks.catching_up
	$(BIN)/python -m benchmarks.ladder
	$(BIN)/python -m benchmarks.player

lock: .venv/.installed ## Pin the newest versions that pyproject.toml allows
	$(BIN)/pip-compile --quiet --upgrade --allow-unsafe --extra dev --generate-hashes --strip-extras \
		--no-emit-index-url --no-emit-trusted-host --no-emit-find-links --no-emit-options \
		--output-file requirements.lock pyproject.toml

clean: ## Remove what the other targets made, except .env and var/
	rm -rf .venv staticfiles .mypy_cache .ruff_cache .pytest_cache .import_linter_cache .hypothesis

# The virtual environment: made anew whenever the lock has changed, so that it holds the lock and nothing else.
.venv/.installed: requirements.lock
	@test -n "$(PYTHON)" || { \
		echo "No Python 3.12 or newer with venv was found. Install one (on Debian: apt-get install python3-venv),"; \
		echo "or name yours: make PYTHON=/path/to/python3 ..."; exit 1; } >&2
	@$(ALONE) $(SHELL) -euc 'test -f $@ && test $@ -nt $< && exit; \
		echo "Setting up .venv with $(PYTHON); this takes a few minutes"; \
		"$(PYTHON)" -m venv --clear .venv; \
		$(BIN)/pip install --quiet --disable-pip-version-check --require-hashes -r $<; \
		touch $@'

# Debug and a secret key for this machine only. An operator writes a file of his own; this never overwrites one.
.env: | .venv/.installed
	@umask 077; $(BIN)/python -c 'import secrets; print("DEBUG=on", "SECRET_KEY=" + secrets.token_urlsafe(50), sep="\n")' > $@.$$$$; \
		ln $@.$$$$ $@ 2>/dev/null || true; rm $@.$$$$
