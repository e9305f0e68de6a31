# make lab: set everything up and open JupyterLab on the first notebook.
# make test: set everything up and run every check.

BIN := .venv/bin
READY := .venv/.ready
ROOT := $(if $(filter 0,$(shell id -u)),--allow-root)

.PHONY: lab test bench docs lite browser schema badge

lab: $(READY)
	$(BIN)/jupyter lab $(ROOT) --ServerApp.ip=127.0.0.1 notebooks/01-start-here.ipynb

test: $(READY) browser
	$(BIN)/ruff check
	$(BIN)/ruff format --check
	$(BIN)/mypy
	$(BIN)/nbstripout --verify notebooks/*.ipynb lite/content/*.ipynb
	$(BIN)/pytest -n 2 --dist worksteal
	$(BIN)/pytest -n 2 --nbmake notebooks

bench: $(READY) browser
	$(BIN)/python benchmarks/peers.py
	$(BIN)/python benchmarks/steps.py
	$(BIN)/python benchmarks/table_latency.py
	$(BIN)/python benchmarks/checks.py
	$(BIN)/python benchmarks/first_picture.py

docs: $(READY)
	$(BIN)/mkdocs build --strict

# The kit in the browser alone, in dist/lite; it needs npm.
lite: $(READY)
	$(BIN)/python lite/build.py

# The README's Binder badge opens the repository that this clone came from.
badge: $(READY)
	$(BIN)/python binder/badge.py

schema: $(READY)
	$(BIN)/python -c "import json; from designkit.record import schema; print(json.dumps(schema(), indent=2))" > docs/record.schema.json

# The browser tests drive a real Chromium; where there is none and it can be installed, it is.
browser:
	@command -v chromium > /dev/null || { [ "$$(id -u)" = 0 ] && command -v apt-get > /dev/null \
	  && apt-get update -qq && apt-get install -y -qq chromium > /dev/null; } \
	  || echo "No Chromium here: the browser tests will be skipped (install the package 'chromium' to run them)."

$(READY): pyproject.toml
	python3 -m venv .venv
	$(BIN)/pip install --quiet --disable-pip-version-check --editable ".[dev]"
	touch $@
