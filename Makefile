# make run   sets everything up and opens the floor, with a table of every game
# make test  sets everything up and runs all checks
PYTHON ?= python3
VENV   := .venv
STAMP  := $(VENV)/.ready
FLOOR  := $(VENV)/.floor
# Modules are compiled when they are first imported, most never are; a machine that forbids it would compile them at every start.
unexport PYTHONDONTWRITEBYTECODE
PIP    := $(VENV)/bin/python -m pip install --quiet --no-compile --disable-pip-version-check --constraint requirements/run.txt

.PHONY: run test check mutants soak bench pictures clean

# The interrupt key closes the floor: that is no error.
run: $(FLOOR)
	@trap : INT; $(VENV)/bin/pitboss serve || test $$? -eq 130

test: $(STAMP) check

check:
	$(VENV)/bin/ruff check .
	$(VENV)/bin/ruff format --check .
	$(VENV)/bin/mypy
	$(VENV)/bin/python -m pytest -n 3 --dist loadfile --no-loadscope-reorder

# Breaks what carries each paragraph and looks who notices: make mutants CHAPTER=565; all chapters without one (docs/mutants.md).
mutants: $(STAMP)
	$(VENV)/bin/python -m tools.mutants $(CHAPTER)

# Evenings of kills, ten times as long: about an hour.
soak: $(STAMP)
	PITBOSS_LONGER=10 $(VENV)/bin/python -m pytest tests/floor/test_floor_kills.py tests/floor/test_history.py

# Pictures of the pages, and of what the library draws and prints, for the documentation.
pictures: $(STAMP)
	$(VENV)/bin/python tools/pictures.py
	$(VENV)/bin/python tools/library_pictures.py
	$(VENV)/bin/python tools/printed_pictures.py

bench: $(VENV)/.bench
	$(VENV)/bin/python benchmarks/engine.py
	$(VENV)/bin/python benchmarks/poker.py
	$(VENV)/bin/python benchmarks/viewers.py
	$(VENV)/bin/python benchmarks/hands.py
	$(VENV)/bin/python benchmarks/odds.py
	$(VENV)/bin/python benchmarks/writer.py
	$(VENV)/bin/python benchmarks/floor.py
	$(VENV)/bin/python benchmarks/pages.py
	$(VENV)/bin/python benchmarks/desk.py

$(FLOOR): pyproject.toml requirements/run.txt
	@$(PYTHON) -c 'import sys; sys.exit(sys.version_info < (3, 11) and "pitboss needs Python 3.11 or later: make PYTHON=python3.11")'
	@echo 'Setting up $(VENV): this takes less than a minute, the first time only.'
	$(PYTHON) -m venv $(VENV)
	$(PIP) --editable '.[floor,print]'
	@touch $@

$(STAMP): $(FLOOR) requirements/test.txt tools/install-html-validate
	$(PIP) --editable '.[all]' --requirement requirements/test.txt
	tools/install-html-validate
	@touch $@

# eval7 builds from source and does not say that it needs Cython.
$(VENV)/.bench: $(STAMP) requirements/bench.txt
	$(PIP) --requirement requirements/bench.txt
	$(PIP) --no-build-isolation eval7==0.1.10
	@touch $@

clean:
	rm -rf $(VENV) build src/*.egg-info .pytest_cache .mypy_cache .ruff_cache .hypothesis
