# `make` sets everything up in .venv and shows how the books differ. `make test` sets up and runs all checks.
PYTHON ?= python3
BIN := .venv/bin

# Many containers set this variable. Without bytecode on disk, each process that a test starts compiles the project
# again, and each process of pytest rewrites every test module. The tests then take a quarter longer.
unexport PYTHONDONTWRITEBYTECODE

.DEFAULT_GOAL := compare
.PHONY: generated compare fix lacking test checks test-all long-tests extras browser lowest pythons pyodide pure bench-web lint types scripts check check-rulesets docs site pictures messages bench conformance soak studies weights mutation clean native

# Install the project and a group of pyproject.toml. uv takes seconds where pip takes a minute. pip takes over if uv
# cannot be installed; it knows groups since version 25.1.
PIP := $(BIN)/python -m pip install --quiet --disable-pip-version-check
install = $(BIN)/uv pip install --quiet --python $(BIN)/python --editable . --group $(1) || \
	{ $(PIP) 'pip>=25.1' && $(PIP) --editable . --group $(1); }

.venv/ready: pyproject.toml
	@$(PYTHON) -c 'import sys; sys.exit(sys.version_info < (3, 11) and "Python 3.11 or later is needed; try: make PYTHON=python3.11")'
	$(PYTHON) -m venv .venv
	@-$(PIP) uv
	@$(call install,dev)
	@touch $@

KERNEL := $(wildcard riichi_core/native*.so)   # once built, it is built again if its source has changed
generated: .venv/ready $(KERNEL)   # schemas, catalogs and prepared data, which are not in git, if their sources have changed
	@$(BIN)/python -m riichi.generated >/dev/null

compare: generated
	@for books in "ema-2016 wrcr-2015" "ema-2025 wrc-2025"; do \
		$(BIN)/riichi compare $$books | sed -n 1,2p; echo; done
	@echo 'All of it: $(BIN)/riichi compare ema-2025 wrc-2025'
	@echo 'Try next: $(BIN)/riichi ask two ron; or rules of your own: $(BIN)/riichi new my-club --ask'

fix: .venv/ready   # format, generate, rewrite printed examples, and list what is left for a person
	-$(BIN)/ruff check --fix --quiet .
	$(BIN)/ruff format --quiet .
	@$(MAKE) --no-print-directory messages docs
	-@RIICHI_TESTS=long $(BIN)/python -m pytest --quiet --numprocesses auto --update-golden $$(grep -l golden tests/*/test_*.py)
	@$(MAKE) --no-print-directory lacking

lacking: generated   # the work that is left for a person; WHAT=chips.awarded (or a yaku, language, format) lists all its parts
	@$(BIN)/python -m riichi_validators.lacking $(WHAT)

test: checks   # every rule, in about four minutes on two cores (CONTRIBUTING.md describes the three levels of tests)
	$(BIN)/python -m pytest --numprocesses auto --dist worksteal

checks: generated   # everything but pytest
	@$(MAKE) --no-print-directory --jobs 2 --output-sync=target lint types scripts check

test-all: checks long-tests   # the checks and long tests of CI, in this checkout

WORKERS ?= auto
long-tests: generated   # also pages in a browser, PDFs, other engines, and every ruleset
	RIICHI_TESTS=long $(BIN)/python -m pytest --numprocesses $(WORKERS) --dist loadgroup

.venv/extras: .venv/ready
	@$(call install,extras)
	@touch $@

extras: .venv/extras   # pandas, charts and PettingZoo; tests that need them are skipped without them

.venv/browser: .venv/ready
	@$(call install,browser)
	@touch $@

browser: .venv/browser   # Playwright, which opens the page in Debian's Chromium; without it those tests are skipped

lowest: generated   # some tests with the lowest versions that pyproject.toml allows
	.ci/elsewhere --lowest $(BIN)/python

pythons: .venv/ready   # the same tests with the newest Python that is installed; WITH="python3.12 python3.13" names others
	.ci/elsewhere $(or $(WITH),--first python3.14 python3.13 python3.12)

pyodide: generated   # some tests in Pyodide, the Python of the site; skipped without Node.js
	.ci/pyodide

pure: generated   # the tests of hands, scoring and play again in pure Python, if the native kernel was built
	@$(if $(KERNEL),RIICHI_PURE=1 $(BIN)/python -m pytest --quiet -p no:cacheprovider \
		tests/hands tests/scoring tests/oracle tests/play tests/bots tests/scenarios,\
		echo 'There is no native kernel: all tests run in pure Python.')

lint: .venv/ready
	$(BIN)/ruff check .
	$(BIN)/ruff format --check .

native: .venv/ready   # the native kernel, which scores faster; needs a C compiler. RIICHI_PURE=1 turns it off
	$(BIN)/python hatch_build.py
	@$(BIN)/riichi --version

$(KERNEL): riichi_core/native.pyx
	$(BIN)/python hatch_build.py

scripts:   # TypeScript checks the page's scripts; skipped without Node.js
	@if command -v npx >/dev/null; then npx --yes --package typescript@5 tsc --project jsconfig.json; \
	else echo 'There is no Node.js: the scripts of the page are not checked.'; fi

types: .venv/ready   # mypy --strict
	$(BIN)/mypy

check: check-rulesets   # also the scenarios, and that every rule has questions
	$(BIN)/riichi test
	$(BIN)/python -m riichi.ask.check_bank

check-rulesets: generated   # every ruleset in the folder
	$(BIN)/riichi check $$(grep -l '^ruleset:' rulesets/*.yaml rulesets/*/*.yaml)

docs: generated   # the generated pages in docs/: adapters, conformance, rulesets
	$(BIN)/python -m riichi_validators

.venv/site: .venv/ready
	@$(call install,site)
	@touch $@

site: .venv/site generated   # the documentation as web pages: build/site/index.html
	NO_MKDOCS_2_WARNING=1 $(BIN)/mkdocs build --quiet --strict
	@echo 'The documentation is in build/site/index.html'

.venv/pictures: .venv/ready
	@$(call install,pictures)
	@touch $@

pictures: .venv/pictures generated   # docs/pictures: papers and the page as they are today; NAME draws one; needs Chromium
	$(BIN)/python docs/pictures/draw.py $(NAME)

.venv/bench: .venv/ready   # the engines to compare with; one of them needs Node.js
	@$(call install,bench)
	if command -v npm >/dev/null; then npm install --silent --prefix .venv/node @kobalab/majiang-core@1.4.1; fi
	@touch $@

BENCH := -m pytest -c benchmarks/pytest.ini --benchmark-storage=file://$(CURDIR)/build/benchmarks
bench: .venv/bench generated   # the promised speeds, each next to another program's; make native first
	@for one in startup ask rules score batch records play documents study; do \
		$(BIN)/python $(BENCH) --benchmark-save=$$one benchmarks/$$one.py; done

bench-web: .venv/browser generated   # the size of the page and how soon it answers; needs Node.js and Chromium
	$(BIN)/python benchmarks/web.py

messages: generated   # add new texts to each catalog and list the untranslated ones with their lines; LANGUAGE=de starts a language
	$(BIN)/python -m riichi.locale.catalogs $(LANGUAGE)

conformance: .venv/bench   # docs/reference/conformance.md: how other engines answer the scenarios
	$(BIN)/python -m riichi_validators.conformance

GAMES ?= 40
SEED := $(or $(SEED),$(shell date +%s))
soak: generated   # the random tests in depth: GAMES games or cases for each one in CI, with a new seed; SEED repeats a run
	@echo 'Seed $(SEED). To repeat this run: make soak GAMES=$(GAMES) SEED=$(SEED)'
	RIICHI_SOAK=$(GAMES) RIICHI_SEED=$(SEED) $(BIN)/python -m pytest --numprocesses auto --dist worksteal

weights: .venv/extras   # rulesets/question-weights.yaml: the weights that find the rule for a question
	$(BIN)/python -m benchmarks.fit_questions

PROCESSES ?= 1
studies: generated   # rulesets/studies/options.json: the effect of each option in GAMES games, or of OPTIONS only
	$(BIN)/python -m riichi.games.study.measure_options $(GAMES) $(PROCESSES) $(OPTIONS)

.venv/mutation: .venv/ready
	@$(call install,mutation)
	@touch $@

SAMPLE ?= 0
mutation: .venv/mutation generated   # docs/contributing/testing.md: whether tests notice a changed rule; SAMPLE limits the mutants
	$(BIN)/python tests/mutation/run.py --sample $(SAMPLE)

clean:
	rm -rf .venv build dist riichi_core/native*.so .mypy_cache .ruff_cache .pytest_cache .hypothesis \
		rulesets/prepared validators/riichi_validators/schemas riichi/locale/*/LC_MESSAGES/*.mo
