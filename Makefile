# `make` sets everything up in .venv and says how the books differ; `make test` sets up and runs all checks.
PYTHON ?= python3
BIN := .venv/bin

# Many containers set it. Without kept bytecode each process that a test starts compiles the project anew,
# and pytest rewrites every module of tests in each of its processes: a quarter more time.
unexport PYTHONDONTWRITEBYTECODE

.DEFAULT_GOAL := compare
.PHONY: generated compare test test-all long-tests extras browser lowest pythons pyodide bench-web lint types scripts check check-rulesets docs site messages bench conformance soak studies weights mutation clean \
        compiled test-compiled check-compiled

, := ,
# uv does in seconds what takes pip a minute; where uv cannot be had, pip does it.
install = $(BIN)/uv pip install --quiet --python $(BIN)/python --editable '.[$(1)]' || \
	$(BIN)/python -m pip install --quiet --disable-pip-version-check --editable '.[$(1)]'

.venv/ready: pyproject.toml
	@$(PYTHON) -c 'import sys; sys.exit(sys.version_info < (3, 11) and "Python 3.11 or later is needed; try: make PYTHON=python3.11")'
	$(PYTHON) -m venv .venv
	@-$(BIN)/python -m pip install --quiet --disable-pip-version-check uv
	@$(call install,dev)
	@touch $@

generated: .venv/ready   # what is not in git, as far as its sources were changed: schemas, catalogs, prepared data
	@$(BIN)/python -m riichi_app.generated >/dev/null

compare: generated
	@for books in "ema-2016 wrcr-2015" "ema-2025 wrc-2025"; do \
		$(BIN)/riichi compare $$books | sed -n 1,2p; echo; done
	@echo 'All of it: $(BIN)/riichi compare ema-2025 wrc-2025'
	@echo 'Try next: $(BIN)/riichi ask two ron; or rules of your own: $(BIN)/riichi new my-club --ask'

test: lint types check   # the whole truth about the rules, in about two and a half minutes on two cores
	$(BIN)/python -m pytest --numprocesses auto --dist worksteal

test-all: lint types check long-tests   # and browser pages, and many more random games and examples

WORKERS ?= auto
long-tests: generated
	RIICHI_TESTS=long $(BIN)/python -m pytest --numprocesses $(WORKERS) --dist loadgroup

.venv/extras: .venv/ready
	@$(call install,fast$(,)study)
	@touch $@

extras: .venv/extras   # numba, Dask, pandas and charts: tests of what needs them are skipped elsewhere

.venv/browser: .venv/ready
	@$(call install,browser)
	@touch $@

browser: .venv/browser   # Playwright, with which tests open the page in Debian's Chromium; without it they are skipped

lowest: generated   # some tests with the lowest versions that pyproject.toml allows
	.ci/elsewhere --lowest $(BIN)/python

pythons:   # the same tests with the newest Python that is installed; WITH="python3.12 python3.13" names others
	.ci/elsewhere $(or $(WITH),--first python3.14 python3.13 python3.12)

pyodide: generated   # some of them within Pyodide, the Python of the site; skipped without Node.js
	.ci/pyodide

lint: .venv/ready
	$(BIN)/ruff check .
	$(BIN)/ruff format --check .

compiled: generated   # the hot modules compiled with mypyc, in a copy of the project: build/compiled
	$(BIN)/python hatch_build.py
	@cd build/compiled && $(CURDIR)/$(BIN)/python -m riichi_app --version

# What plays and scores once more, compiled; python -m puts the copy before the checkout.
test-compiled: compiled
	cd build/compiled && RIICHI_COMPILED=1 $(CURDIR)/$(BIN)/python -m pytest --numprocesses auto -p no:cacheprovider \
		tests/test_compiled.py tests/hands tests/scoring tests/oracle tests/play tests/bots

check-compiled: generated   # some of them, compiled quickly, where there is a compiler
	@if command -v cc >/dev/null; then \
		$(BIN)/python hatch_build.py --quick && cd build/compiled && RIICHI_COMPILED=1 $(CURDIR)/$(BIN)/python -m pytest \
			--numprocesses auto -p no:cacheprovider --quiet tests/test_compiled.py tests/hands tests/bots; \
	else echo 'There is no C compiler: nothing is tested compiled.'; fi

scripts:   # the scripts of the page as TypeScript reads them; skipped without Node.js
	@if command -v npx >/dev/null; then npx --yes --package typescript@5 tsc --project jsconfig.json; \
	else echo 'There is no Node.js: the scripts of the page are not checked.'; fi

types: .venv/ready   # mypy --strict
	$(BIN)/mypy

check: check-rulesets   # and the bank of questions, of which every rule has some
	$(BIN)/riichi test
	$(BIN)/python -m riichi_validators.questions

check-rulesets: generated   # whatever in the folder is a ruleset
	$(BIN)/riichi check $$(grep -l '^ruleset:' rulesets/*.yaml rulesets/*/*.yaml)

docs: generated   # the generated pages in docs/: adapters, conformance, rulesets
	$(BIN)/python -m riichi_validators

.venv/site: .venv/ready
	@$(call install,site)
	@touch $@

site: .venv/site   # the documentation as web pages: build/site/index.html
	NO_MKDOCS_2_WARNING=1 $(BIN)/mkdocs build --quiet --strict
	@echo 'The documentation is in build/site/index.html'

.venv/bench: .venv/ready   # the engines to compare with, one of them for node
	@$(call install,bench)
	if command -v npm >/dev/null; then npm install --silent --prefix .venv/node @kobalab/majiang-core@1.4.1; fi
	@touch $@

BENCH := -m pytest -c benchmarks/pytest.ini --benchmark-storage=file://$(CURDIR)/build/benchmarks
bench: .venv/bench generated   # what is promised of speed, each figure beside another program's; play.py compiled too, if it is
	@for one in startup ask rules score batch records play documents study; do \
		$(BIN)/python $(BENCH) --benchmark-save=$$one benchmarks/$$one.py; done
	@if [ -d build/compiled ]; then cd build/compiled && \
		$(CURDIR)/$(BIN)/python $(BENCH) --benchmark-compare="*_play" benchmarks/play.py; fi

bench-web: .venv/browser generated   # what the page weighs and how soon it answers; needs Node.js and Chromium
	$(BIN)/python benchmarks/web.py

messages: generated   # the languages: new texts into each riichi.po, and what is not translated; LANGUAGE=de begins one
	$(BIN)/python -m riichi_app.locale.catalogs $(LANGUAGE)

conformance: .venv/bench   # docs/conformance.md: what other engines make of the scenarios
	$(BIN)/python -m riichi_validators.conformance

GAMES ?= 1000
soak: generated   # GAMES random games under each ruleset, the slow checker beside them, GAMES random rulesets, 1,000 times as many deals
	RIICHI_SOAK=$(GAMES) $(BIN)/python -m pytest tests/play/test_every_ruleset.py tests/play/test_slow_legal.py \
		tests/rules/test_shelf.py
	RIICHI_TESTS=long RIICHI_SOAK=$(GAMES) $(BIN)/python -m pytest -k any_ruleset tests/rules tests/settlement tests/scoring
	RIICHI_SETTLED=$(GAMES)000 $(BIN)/python -m pytest -k random tests/settlement/test_second_settlement.py
	RIICHI_TESTS=long RIICHI_SOAK=$(GAMES) $(BIN)/python -m pytest tests/study/test_agreement.py

weights: .venv/extras   # rulesets/question-weights.yaml: what counts in finding the rule for a question
	$(BIN)/python -m benchmarks.fit_questions

PROCESSES ?= 1
studies: generated   # rulesets/studies/options.json: what each option does in GAMES games; OPTIONS names some alone
	$(BIN)/python -m riichi_study.measure_options $(GAMES) $(PROCESSES) $(OPTIONS)

.venv/mutation: .venv/ready
	@$(call install,mutation)
	@touch $@

SAMPLE ?= 0
mutation: .venv/mutation generated   # docs/mutation.md: whether a changed rule is noticed; SAMPLE mutants, all by default
	$(BIN)/python mutation/run.py --sample $(SAMPLE)

clean:
	rm -rf .venv build dist .mypy_cache .ruff_cache .pytest_cache .hypothesis \
		rulesets/prepared validators/riichi_validators/schemas riichi_app/locale/*/LC_MESSAGES/*.mo
