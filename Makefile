# make run   sets everything up and opens the floor, with a table of every game
# make test  sets everything up and runs all checks
# make help  tells what else there is
PYTHON ?= $(shell tools/find-python)
VENV   := .venv
STAMP  := $(VENV)/.ready
FLOOR  := $(VENV)/.floor
# Modules are compiled when they are first imported, most never are; a machine that forbids it would compile them at every start.
unexport PYTHONDONTWRITEBYTECODE
PIP    := $(VENV)/bin/python -m pip install --quiet --no-compile --disable-pip-version-check --constraint requirements/run.txt
PYTEST := $(VENV)/bin/python -m pytest -p tools.workers

QUICK = $(shell grep -rlE '@given|stateful|mark\.quick' tests --include='test_*.py' | grep -v tests/browser)

.PHONY: help run scale test check all-tests lint mypy pyright quick quick-types quick-tests slowest mutants soak fuzz bench docs release pictures pythons clean

help: ## this list
	@awk -F ':.*## ' '/^[a-z]+:.*## / { printf "make %-9s %s\n", $$1, $$2 }' $(MAKEFILE_LIST)

# The interrupt key closes the floor: that is no error.
run: $(FLOOR) ## opens the floor, with a table of every game
	@trap : INT; $(VENV)/bin/pitboss serve || test $$? -eq 130

test: $(STAMP) check ## every check: lint, types, and all tests (browser and PostgreSQL where they are installed)

# The tests begin when one reader of types is done: they are collected by one process, while the other still reads.
check: lint
	@$(MAKE) --no-print-directory --jobs 2 pyright mypy all-tests

all-tests:
	$(PYTEST) --workers 4

lint: $(STAMP)
	$(VENV)/bin/ruff check .
	$(VENV)/bin/ruff format --check .
	tools/check-pages
	$(VENV)/bin/codespell

# With the Python of README and docs. The games of examples are read one by one: each has a module `game`, which its other modules
# import as pitboss does when it loads them.
mypy:
	$(VENV)/bin/python -m tools.documented_code
	$(VENV)/bin/mypy src tests benchmarks tools build/documented
	@for game in examples/*/game.py; do \
		$(VENV)/bin/mypy --no-error-summary --disable-error-code import-not-found $$(dirname $$game)/*.py || exit 1; done

pyright:
	tools/pyright

quick: $(STAMP) lint ## under a minute: lint, types of src, rule cases, doctests, one example of each property
	@$(MAKE) --no-print-directory --jobs 2 --output-sync quick-types quick-tests

quick-types:
	$(VENV)/bin/mypy src

quick-tests:
	HYPOTHESIS_PROFILE=quick $(PYTEST) --workers 2 --no-header src $(QUICK)

slowest: $(STAMP) ## all tests, and which of them took longest (docs/slowest-tests.md)
	$(PYTEST) --workers 4 --junitxml build/tests.xml
	$(VENV)/bin/python -m tools.slowest_tests build/tests.xml

mutants: $(STAMP) ## breaks rules, or money, views, stores, odds, and looks who notices (CHAPTER=565, ROOM=money, or all; docs/mutants.md)
	$(VENV)/bin/python -m tools.mutants $(CHAPTER) $(ROOM)

soak: $(STAMP) ## evenings of kills and questions about hidden cards, sixteen times as long: about an hour
	PITBOSS_LONGER=16 $(VENV)/bin/python -m pytest tests/floor/test_floor_kills.py tests/floor/test_history.py tests/floor/test_probing.py

fuzz: $(STAMP) ## hands every command inputs with something wrong in them (MINUTES=10)
	$(VENV)/bin/python -m tools.fuzz --minutes $(or $(MINUTES),10)

release: $(STAMP) ## builds and tries a release in dist/, and uploads nothing
	$(PIP) --requirement requirements/release.txt
	$(VENV)/bin/python tools/release

docs: $(STAMP) ## the documentation site, in build/site/html
	$(VENV)/bin/python -m tools.docs_site

pictures: $(STAMP) ## pictures of the pages, and of what the library draws and prints, for the documentation
	$(VENV)/bin/python tools/pictures.py
	$(VENV)/bin/python tools/library_pictures.py
	$(VENV)/bin/python tools/printed_pictures.py

bench: $(VENV)/.bench ## every benchmark, beside its peers
	$(VENV)/bin/python benchmarks/engine.py
	$(VENV)/bin/python benchmarks/poker.py
	$(VENV)/bin/python benchmarks/viewers.py
	$(VENV)/bin/python benchmarks/hands.py
	$(VENV)/bin/python benchmarks/odds.py
	$(VENV)/bin/python benchmarks/writer.py
	$(VENV)/bin/python benchmarks/floor.py
	$(VENV)/bin/python benchmarks/pages.py
	$(VENV)/bin/python benchmarks/desk.py

$(VENV)/bin/pip:
	@command -v $(PYTHON) >/dev/null || { echo 'there is no Python here; pitboss needs 3.11 or later: make PYTHON=python3.11' >&2; exit 1; }
	@$(PYTHON) -c 'import sys; sys.exit(sys.version_info < (3, 11) and "pitboss needs Python 3.11 or later: make PYTHON=python3.11")'
	@echo 'Setting up $(VENV): this takes less than a minute, the first time only.'
	$(PYTHON) -m venv $(VENV)
	$(PIP) --requirement requirements/pip.txt

$(FLOOR): $(VENV)/bin/pip pyproject.toml requirements/run.txt
	$(PIP) --editable '.[floor,print]'
	@touch $@

# What the floor needs is in it. Node's programs are fetched meanwhile, and the largest packages are compiled by importing them.
LARGEST = import alembic, fastapi, numba, numpy, sqlalchemy.orm, uvicorn; numba.njit(lambda: numpy.zeros(1))()
$(STAMP): $(VENV)/bin/pip pyproject.toml requirements/run.txt requirements/test.txt tools/install-node-tools
	@tools/install-node-tools & node=$$!; $(PIP) --editable '.[all]' && { \
		$(VENV)/bin/python -c '$(LARGEST)' & largest=$$!; $(PIP) --requirement requirements/test.txt && wait $$node && wait $$largest; }
	@touch $(FLOOR) $@

# eval7 builds from source and does not say that it needs Cython.
$(VENV)/.bench: $(STAMP) requirements/bench.txt
	$(PIP) --requirement requirements/bench.txt
	$(PIP) --no-build-isolation eval7==0.1.10
	@touch $@

scale: $(STAMP) requirements/scale.txt ## installs what a cluster and a GPU need
	$(PIP) --requirement requirements/scale.txt

pythons: ## the wheel with every extra on every Python from 3.11 on that is here: ten minutes, and an index of packages
	@tools/try-pythons

clean: ## removes what was set up
	rm -rf $(VENV) build src/*.egg-info .pytest_cache .mypy_cache .ruff_cache .hypothesis
