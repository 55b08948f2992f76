# make play        set up, build the page and open the app; in the terminal where the page cannot be built
# make terminal    set up and play in the terminal
# make test        set up, check and run the tests
# make test-long   the tests that take minutes
# make check       formatting, lint, types, layers, no game named outside its folder; the page's too
# make bench       the headline figures of the engine
# make web         build the web page into the server
# make setup       everything a developer needs, in .venv

VENV := .venv
BIN := $(VENV)/bin
PYTHON ?= $(shell for python in python3 python3.11 python3.12 python3.13 python; do \
	$$python -c 'import sys; sys.exit(sys.version_info < (3, 11))' 2>/dev/null && echo $$python && break; done)
PYTHON_SOURCES := src tests bench tools examples web/run.py hatch_build.py
INSTALL := $(BIN)/python -m pip install --quiet --disable-pip-version-check --constraint constraints.txt

.PHONY: play terminal test test-long check bench web setup

play: $(VENV)/.web
	@if $(BIN)/python web/run.py build; then $(BIN)/overtrick play $(ARGS); else \
		echo "The page could not be built, so the game starts here." >&2; $(BIN)/overtrick play --terminal $(ARGS); fi

terminal: $(VENV)/.play
	@$(BIN)/overtrick play --terminal $(ARGS)

test: check
	$(BIN)/pytest $(ARGS)

test-long: setup
	$(BIN)/pytest -m long $(ARGS)

check: setup
	$(BIN)/ruff format --check $(PYTHON_SOURCES)
	$(BIN)/ruff check $(PYTHON_SOURCES)
	$(BIN)/mypy
	$(BIN)/lint-imports --cache-dir $(VENV)/.layers
	$(BIN)/python tools/census.py
	$(BIN)/python tools/make_dispatch.py --check
	$(BIN)/python web/run.py check

bench: $(VENV)/.dev
	$(BIN)/overtrick bench engine $(ARGS)

web: $(VENV)/.web
	$(BIN)/python web/run.py build

setup: $(VENV)/.dev

# A stamp each for what players and developers need, so that playing never installs torch and a second run is instant.
$(VENV)/.play: pyproject.toml constraints.txt | $(BIN)/python
	$(INSTALL) --editable .
	@touch $@

$(VENV)/.web: pyproject.toml constraints.txt | $(BIN)/python
	$(INSTALL) --editable '.[web]'
	@touch $@ $(VENV)/.play

$(VENV)/.dev: pyproject.toml constraints.txt | $(BIN)/python
	$(INSTALL) --editable '.[train,rl,postgres,web,dev]'
	@touch $@ $(VENV)/.play $(VENV)/.web

$(BIN)/python:
	@test -n "$(PYTHON)" || { echo "Overtrick needs Python 3.11 or newer; none was found." >&2; exit 1; }
	$(PYTHON) -m venv $(VENV)
