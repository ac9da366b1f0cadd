# Everything by one word. Needed: Python 3.11 or newer with venv, and make; each target makes its own environment first.
# The tests of the JavaScript SDK also need Node 20 or newer, those of the web client Chromium; without them they are not
# run (with CI=true they then fail).
#
#   make run ARGS="--port 9000"      arguments for what is started
#   make test ARGS="-k a8 -x"        arguments for pytest
#   make test WORKERS=1              as many test processes; one more than there are cores, if nothing is said
#   make run PYTHON=python3.12       the Python that a new environment is made with
#   make run VENV=/some/other/place  where the environment lies

PYTHON ?= python3
VENV ?= .venv
# tests wait for servers and browsers about as long as they compute
WORKERS ?= $(shell echo $$(( $$(getconf _NPROCESSORS_ONLN) + 1 )))
ARGS ?=

BIN := $(VENV)/bin
PY := $(BIN)/python
READY := $(VENV)/.ready
PYTEST := $(PY) -m pytest -n $(WORKERS)
# what `make watch` looks at: a change there starts the server anew
WATCHED := server protocol clients/bots
# the packages that the JavaScript SDK is tested with; only where there is Node, and then in their pinned versions
MODULES := $(if $(shell command -v node),tests/js/node_modules/.package-lock.json)
# the web client's tests need Chromium: where there is none, it is installed if it may be
FOUND := $(or $(shell command -v chromium),$(shell command -v chromium-browser),$(shell command -v google-chrome))
BROWSER := $(if $(FOUND),,chromium)
TSC := node tests/js/node_modules/typescript/bin/tsc --project tests/js
PRETTIER := node tests/js/node_modules/prettier/bin/prettier.cjs --log-level warn "clients/**/*.js" "tests/js/*.js"
COMPILE := $(BIN)/uv pip compile --quiet --universal --python-version 3.11 --generate-hashes --no-emit-index-url \
	--custom-compile-command "make lock" $(ARGS)

.DEFAULT_GOAL := help
.PHONY: chromium help run watch test lint check format schema vectors session cover build lock bench load soak clean

help: ## this list
	@echo "make what?"
	@sed -n 's/^\([a-z]*\):.*## /\1\t/p' Makefile | while IFS="$$(printf '\t')" read -r target words; do \
		printf '  %-8s %s\n' "$$target" "$$words"; done

$(READY): requirements-dev.lock pyproject.toml scripts/environment.py
	@command -v $(PYTHON) >/dev/null 2>&1 || { \
		echo "environment: there is no $(PYTHON) here; Fudakai needs Python 3.11 or newer (make PYTHON=/path/to/python3)" >&2; \
		exit 1; }
	@$(PYTHON) scripts/environment.py $(VENV)

$(MODULES): tests/js/package-lock.json tests/js/package.json
	@npm ci --prefix tests/js --no-audit --no-fund --loglevel error
	@touch $@

run: $(READY) ## start the server on this machine, with its own Redis; data in ./data
	@exec $(BIN)/fudakai-server serve $(ARGS)

watch: $(READY) ## the same, starting anew when a file changes
	@exec $(BIN)/watchfiles --sigint-timeout 12 "$(BIN)/fudakai-server serve $(ARGS)" $(WATCHED)

$(BROWSER):
	@$(PY) scripts/chromium.py

test: $(READY) $(MODULES) $(BROWSER) ## run every test
	@$(PYTEST) $(ARGS)

lint: $(READY) $(MODULES) ## ruff (rules and format), mypy; of JavaScript prettier, tsc
	@$(BIN)/ruff check .
	@$(BIN)/ruff format --check .
	@$(PY) -m mypy
	@$(if $(MODULES),$(PRETTIER) --check && $(TSC),echo "lint: prettier and tsc were not run: Node 20 is needed")

check: lint test ## all that must hold: lint and test; what CI runs

format: $(READY) $(MODULES) ## let ruff format and mend what it can, and prettier format
	@$(BIN)/ruff check --fix .
	@$(BIN)/ruff format .
	@$(if $(MODULES),$(PRETTIER) --write)

schema: $(READY) ## make protocol/schema/ and protocol/REFERENCE.md out of the code; ARGS=release keeps this version's
	@$(PY) -m scripts.schema $(ARGS)

vectors: $(READY) ## make protocol/vectors/, the golden bytes, out of the code
	@$(PY) -m tests.protocol.make_vectors

session: $(READY) ## play the session that protocol/SESSION.md shows, and write it there
	@$(PY) -m tests.protocol.session

cover: $(READY) $(MODULES) $(BROWSER) ## run every test and print the lines that none of them reached
	@$(BIN)/coverage erase
	@$(BIN)/coverage run -m pytest $(ARGS)
	@$(BIN)/coverage combine --quiet
	@$(BIN)/coverage report

build: $(READY) ## make the wheel in dist/
	@$(PY) -m hatchling build --target wheel

lock: $(READY) ## pin what pyproject.toml asks for; ARGS=--upgrade takes the newest
	@$(PY) -m pip install -qq --disable-pip-version-check --no-build-isolation --editable '.[lock]'
	@$(COMPILE) --output-file requirements.lock --extra server pyproject.toml
	@$(COMPILE) --output-file requirements-dev.lock --extra dev --constraint requirements.lock pyproject.toml

bench: $(READY) ## measure speed against a bare server
	@$(PY) -m bench $(ARGS)

load: $(READY) ## play many rooms against a running server, and judge; ARGS="--rooms 100 --url ws://..."
	@$(PY) -m fudakai.clients load $(ARGS)

soak: $(READY) ## kill the server and Redis again and again under play, and print the verdict
	@$(PY) -m tests.soak $(ARGS)

clean: ## remove what make made: the environment, builds, caches; data/ stays
	@rm -rf $(VENV) build dist htmlcov .coverage .coverage.* .pytest_cache .mypy_cache .ruff_cache .hypothesis \
		tests/js/node_modules
	@find . -name __pycache__ -type d -prune -exec rm -rf {} +
	@echo "clean: removed the environment, builds and caches; data/ stays"
