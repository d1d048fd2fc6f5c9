# `make demo` and `make test` set up their own environment; nothing but Python, make and a C++ compiler is needed.
PYTHON ?= python3
VENV := .venv
BIN := $(VENV)/bin
export OMP_NUM_THREADS := 1
export OPENBLAS_NUM_THREADS := 1

.PHONY: demo test test-all lint format docs wheel dist clean
NATIVE := $(wildcard native/* native/patches/*)

demo: $(VENV)/ready
	$(BIN)/gradus demo

test: $(VENV)/ready-test lint
	$(BIN)/python -m pytest -n 2 --dist worksteal -m "not slow"

test-all: $(VENV)/ready-test-all lint
	$(BIN)/python -m pytest -n 2 --dist worksteal --cov=gradus --cov-report=term:skip-covered

lint: $(VENV)/ready-test
	$(BIN)/ruff check .
	$(BIN)/ruff format --check .
	$(BIN)/mypy
	$(BIN)/mypy --config-file tests/mypy.ini tests tools benchmarks
	$(BIN)/lint-imports --no-cache

format: $(VENV)/ready-test
	$(BIN)/ruff check --fix .
	$(BIN)/ruff format .

$(VENV)/pip:
	$(PYTHON) -m venv $(VENV)
	$(BIN)/python -m pip install --quiet --upgrade pip
	@touch $@

$(VENV)/ready: $(VENV)/pip pyproject.toml $(NATIVE)
	$(BIN)/python -m pip install --quiet --editable .
	@touch $@

$(VENV)/ready-test: $(VENV)/pip pyproject.toml $(NATIVE)
	$(BIN)/python -m pip install --quiet --editable '.[test]'
	@touch $@ $(VENV)/ready

$(VENV)/ready-test-all: $(VENV)/pip pyproject.toml $(NATIVE)
	$(BIN)/python -m pip install --quiet --editable '.[test-all]'
	@touch $@ $(VENV)/ready-test $(VENV)/ready

# The documentation as a site, in build/site; a warning is an error.
docs: $(VENV)/ready-docs
	NO_MKDOCS_2_WARNING=1 $(BIN)/mkdocs build --strict --quiet
	@echo "The site is in build/site; open build/site/index.html."

$(VENV)/ready-docs: $(VENV)/pip pyproject.toml
	$(BIN)/python -m pip install --quiet --editable '.[docs]'
	@touch $@

# A wheel with the native core inside: whoever installs it needs no compiler.
wheel: $(VENV)/pip
	$(BIN)/python -m pip wheel --no-deps --wheel-dir dist --config-settings=cmake.define.GRADUS_NATIVE=ON .

# What would be published: the wheel and the source distribution, looked at as a package index would.
dist: wheel $(VENV)/ready-dist
	$(BIN)/python -m build --sdist --outdir dist .
	$(BIN)/python -m twine check --strict dist/*

$(VENV)/ready-dist: $(VENV)/pip pyproject.toml
	$(BIN)/python -m pip install --quiet --editable '.[dist]'
	@touch $@

clean:
	rm -rf $(VENV) build dist
