# The commands to remember. Each does its own set-up; what is up to date is not done again.
#
#   make demo    the load line of the disk under this folder, in about a minute after the build
#   make test    what one runs before each commit, in about three minutes: Rust and Python, whichever fails; pytest's summary comes last
#   make test-all  every test: those of make test and the longer ones
#   make check   format, lints, types, imports, stubs, generated files, docs; all of them, whichever fails
#   make truth   the statistics on all seeds: hours, or parts by name; writes docs/truth.md
#   make bench   side by side with fio: writes docs/benchmarks.md
#   make fuzz    made-up input, a minute each: parsers, records, both ends of NBD; documents, stores and HTTP
#   make test-busy  every test beside eight busy loops, loop devices of others and a dd at full speed
#   make hostile attacks on devices, files, stores, servers and the page: about half an hour, as root; ends with a table
#
#   make generate   the files that are made from the source (record types, schemas, reference)
#   make gallery    docs/gallery.md and its pictures, from the commands that stand there
#   make lock       newest versions of the Python packages within the bounds of pyproject.toml
#   make wheel      one file that pip installs on other machines, into dist/: Python 3.11 and newer, glibc 2.28 and newer
#   make dist       the same from a clean copy of the commit, the same bytes wherever it is built, for x86-64 and, where Rust has
#                   its standard library for it, 64-bit ARM; with their digests
#   make dist-test  that wheel in an environment without a compiler: each command of the core, and each extra that is missing
#   make image      the container image and its bill of materials, into dist/
#   make tar        one file for a site without a network: wheels, docs, licences, installer
#   make release    all of these with source, licences, notes and checksums; KEY=FILE signs them with a key of SSH;
#                   ARGS=--draft for a version whose changelog has no date yet
#   make audit      known vulnerabilities of what is shipped: RUSTSEC=FOLDER PYPA=FOLDER, checkouts of the two databases
#   make clean      everything that was built, the environment too
#
# Logs of every step: .make/*.log

SHELL := /bin/bash
.SHELLFLAGS := -euo pipefail -c
.DELETE_ON_ERROR:
.DEFAULT_GOAL := help
MAKEFLAGS += --no-print-directory

# Tests start the command thousands of times and in several processes at once: what Python compiled is kept, even where the
# environment asks for none. `make clean` removes it.
unexport PYTHONDONTWRITEBYTECODE

PYTHON ?= python3
BIN := .venv/bin
# `python -m pip`, so that a moved folder still works.
PY := $(BIN)/python
STEP := tools/step
# The steps that failed since the last `make test` or `make check` began, one a line.
FAILED := .make/failed

# Where the build of the tests serves the command, too, or lints, all is compiled by what compiles the tests.
ifneq (,$(filter tests,$(PROFILE))$(filter built,$(LINTS)))
export RUSTC_WORKSPACE_WRAPPER := $(CURDIR)/tools/rustc-of-tests
endif

RUST := Cargo.toml Cargo.lock $(shell find crates -name '*.rs' -o -name Cargo.toml)

.PHONY: help demo test test-all test-busy check truth bench fuzz hostile generate gallery lock docs wheel dist dist-test clean setup rust-tests-built rust-tests-beside tests-compiled
help:
	@sed -n 's/^#   //p' Makefile

demo: setup
	@$(BIN)/plimsoll demo $(ARGS)

# A failure of the Rust tests hides none of Python's: it is said again at their end, and is one of the whole.
# FAILED_BEFORE: what had failed already, one a line, to be said there, too.
# Two processes more than processors: tests wait for what they start. LONG=1: the longer ones, too, which wait for longer: four.
test: setup .make/tests
	@rm -f $(FAILED)
	@$(STEP) "Rust tests" .make/rust-tests.log $(PY) tools/rust_tests.py $(RUST_TESTS) || true
	@FAILED_BEFORE=$$(printf '%s\n' "$${FAILED_BEFORE:-}"; cat $(FAILED) 2>&-) \
		$(BIN)/pytest --numprocesses $$(($$(nproc) + $(if $(LONG),4,2))) --dist loadfile --no-loadscope-reorder \
		$(if $(LONG),,-m "not long") $(ARGS)
	@test ! -e $(FAILED)

test-all:
	@$(MAKE) test LONG=1

# On a machine that others use (tools/busy.py): what depends on a quiet one fails here.
test-busy:
	@$(PYTHON) tools/busy.py $(MAKE) test-all

# Beside each other and beside what is still set up, as far as one does not need the other; a line each when it is done.
# ALSO: what else to make meanwhile, begun first.
CHECKS := check-rust-lints check-rust-format check-types check-format check-lints check-imports check-circles check-counts check-catalogues check-names check-unused check-licences check-corpus check-generated check-stubs
.PHONY: $(CHECKS)
check:
	@rm -f $(FAILED)
	@$(MAKE) --keep-going --jobs $$(($$(nproc) + 2)) --output-sync=target $(ALSO) setup $(CHECKS) || \
		{ sed 's/^/failed: /' $(FAILED) >&2; exit 1; }

check-rust-format: .make/system
	@$(STEP) "format of Rust" .make/fmt.log cargo fmt --all --check
# LINTS=built: the compiler of the build lints while it compiles, and only the examples are left
# (docs/performance.md). For both commands of CI alike: what another compiler made is built anew.
ifeq ($(LINTS),built)
export RUSTFLAGS := -D warnings
check-rust-lints: rust-tests-built
	@$(STEP) "lints of Rust" .make/clippy.log cargo build --profile tests --locked --workspace --examples --quiet
else
check-rust-lints: .make/system
	@$(STEP) "lints of Rust" .make/clippy.log cargo clippy --profile tests --locked --workspace --all-targets --quiet -- -D warnings
endif
check-format: .make/packages
	@$(STEP) "format of Python" .make/ruff-format.log $(BIN)/ruff format --check --diff --quiet .
check-lints: .make/packages
	@$(STEP) "lints of Python" .make/ruff.log $(BIN)/ruff check --quiet .
check-types: .make/packages
	@$(STEP) "types" .make/mypy.log $(BIN)/mypy
check-imports: .make/native
	@$(STEP) "direction of imports" .make/imports.log $(BIN)/lint-imports --no-cache
check-circles: .make/packages
	@$(STEP) "no circles inside packages and crates" .make/circles.log $(PY) tools/circles.py
check-counts: .make/packages
	@$(STEP) "size of the house" .make/counts.log $(PY) tools/counts.py
# A part of the corpus that takes half a minute; all of it before and after a change of form: tools/corpus.py.
check-corpus: .make/native
	@$(STEP) "outputs as they were" .make/corpus.log $(PY) tools/corpus.py --part helps --part imports
check-catalogues: .make/native
	@$(STEP) "catalogues of messages" .make/catalogues.log $(PY) tools/catalogues.py
check-names: .make/packages
	@$(STEP) "no names that are participles" .make/names.log $(PY) tools/names.py
check-licences: .make/native
	@$(STEP) "licences of what is shipped" .make/licences.log $(PY) -m tools.bill
check-unused: .make/packages
	@$(STEP) "no unused names" .make/unused.log $(PY) tools/unused.py
check-stubs: .make/native
	@$(STEP) "stubs against the built module" .make/stubs.log $(PY) -m mypy.stubtest plimsoll._native --mypy-config-file tools/stubs.ini
check-generated: .make/native
	@$(STEP) "generated files and docs" .make/generated.log $(PY) tools/generate.py --check

rust-tests-built: .make/system
	@$(STEP) "build of the Rust tests" .make/rust-tests-built.log $(PYTHON) tools/rust_tests.py --build
# All but those that compare figures with a clock; `make test RUST_TESTS=--alone` runs these.
rust-tests-beside: .make/tests rust-tests-built
	@$(STEP) "Rust tests that run beside others" .make/rust-tests-beside.log $(PYTHON) tools/rust_tests.py --beside

# Once for all the processes that run tests at the same time: each of them would compile every test and every module for itself.
tests-compiled: .make/native
	@$(STEP) "compiled Python tests" .make/tests-compiled.log $(BIN)/pytest --collect-only -qq

truth: setup
	@$(PY) tools/truth.py $(ARGS)

bench: setup .make/tests
	@$(PY) -m benches.run $(ARGS)

fuzz: setup
	@tools/fuzz $(or $(SECONDS_EACH),60)
	@$(PY) -m tests.hostile.fuzzing --seconds $(or $(SECONDS_EACH),60) $(if $(SEED),--seed $(SEED))

# How often what is random is tried: make hostile KILLS=20 SESSIONS=300 OPERATIONS=300 SEED=7 FUZZ_SECONDS=5
RANDOM_PARTS := SEED KILLS KILLS_EACH INTERRUPTS EARLY SESSIONS OPERATIONS CUT_WRITES SILENT HALF_OPEN LOADS FUZZ_SECONDS FUZZ_NATIVE_SECONDS
hostile: setup .make/tests
	@HOSTILE=whole $(foreach one,$(RANDOM_PARTS),$(if $($(one)),HOSTILE_$(one)=$($(one)))) \
		$(BIN)/pytest tests/hostile --numprocesses $$(($$(nproc) + 1)) --dist loadfile --no-loadscope-reorder $(ARGS)

docs generate: setup
	@$(PY) tools/generate.py

gallery: setup
	@$(PY) -m tests.report.gallery $(ARGS)

setup: .make/native
	@:

# Each stamp is newer than what it was made from.
.make/system: tools/system-packages
	@mkdir -p .make
	@tools/system-packages build >.make/system.log 2>&1 || { cat .make/system.log >&2; exit 1; }
	@touch $@

.make/venv: .make/system
	@test -x $(PY) || $(STEP) "Python environment" .make/venv.log $(PYTHON) -m venv .venv
	@touch $@

.make/packages: requirements/dev.lock requirements/uv.lock .make/venv
	@$(STEP) "Python packages" $@.log tools/packages $(PY) requirements/dev.lock
	@touch $@

# A build that somebody removed is made again.
$(shell ls python/plimsoll/_native*.so >/dev/null 2>&1 || rm -f .make/native)

# One build of the release profile serves the command and the benchmarks; PROFILE=tests shares what the Rust tests are built
# from. Installed as editable: the packages that it needs are there already, as they were locked.
PROFILE ?= release
.make/native: $(RUST) pyproject.toml data/scripts/plimsoll .make/packages
	@$(STEP) "native build" $@.log env VIRTUAL_ENV="$(CURDIR)/.venv" $(PY) -m maturin develop --profile $(PROFILE) --locked
	@touch $@

# One of the two at a time: the system's packages are installed by one program.
.make/tests: tools/system-packages | .make/system
	@mkdir -p .make
	@tools/system-packages tests >.make/tests.log 2>&1 || true
	@grep '^not installed' .make/tests.log >&2 || true
	@touch $@

# Linked by zig against glibc 2.28 (RHEL 8, Debian 10, Ubuntu 20.04): what numpy, scipy and pyarrow need, too. The linker of
# this machine would bind to its own glibc, and the wheel would be refused by older ones. Paths in messages are those of the source.
WHEEL_GLIBC := manylinux_2_28
# The wheels that run on this machine's processor.
OWN_WHEEL := dist/plimsoll_storage-*_$(shell uname -m).whl
# Without tables of lines, which are two thirds of the file (Cargo.toml).
WHEEL_PROFILE ?= dist
wheel: .make/packages .make/zig/made
	@$(STEP) "wheel" .make/wheel.log env PATH="$(CURDIR)/.make/zig/bin:$$PATH" VIRTUAL_ENV="$(CURDIR)/.make/zig" \
		RUSTFLAGS="--remap-path-prefix=$(CURDIR)=. --remap-path-prefix=$${CARGO_HOME:-$$HOME/.cargo}=cargo" \
		$(PY) -m maturin build --profile $(WHEEL_PROFILE) --locked --zig --compatibility $(WHEEL_GLIBC) --out dist
	@ls -1t dist/*.whl | head -n 1

dist: .make/packages .make/zig/made
	@$(STEP) "distribution" .make/dist.log tools/dist "$(CURDIR)/.make/zig" $(PY) $(WHEEL_GLIBC) dist
	@grep '^not built' .make/dist.log >&2 || true
	@cat dist/SHA256SUMS

dist-test: .make/packages
	@WHEEL=$$(ls -1t $(OWN_WHEEL) | head -n 1) && test -n "$$WHEEL" && PLIMSOLL_WHEEL="$$WHEEL" $(BIN)/pytest -o pythonpath=python tests/test_distribution.py $(ARGS)

.make/zig/made: requirements/wheel.lock .make/system
	@test -x .make/zig/bin/python || $(PYTHON) -m venv .make/zig
	@$(STEP) "zig" .make/zig.log .make/zig/bin/python -m pip install --disable-pip-version-check --no-input --require-hashes -r requirements/wheel.lock
	@touch $@

# Of the wheel that is there, else of a new one. WHEEL=FILE: of this one, which may be of another processor.
.PHONY: image tar release licences
NEWEST_WHEEL = $$(ls -1t $(or $(WHEEL),$(OWN_WHEEL)) | head -n 1)
image: .make/image-packages $(if $(or $(WHEEL),$(wildcard $(OWN_WHEEL))),,dist)
	@$(PY) -m tools.image $(NEWEST_WHEEL) $(ARGS)

tar: $(if $(or $(WHEEL),$(wildcard $(OWN_WHEEL))),,dist)
	@$(PY) -m tools.isolated_site $(NEWEST_WHEEL) $(ARGS)

# Before the builds, which take long: without it there is no image.
.make/image-packages: tools/system-packages | .make/system
	@mkdir -p .make
	@tools/system-packages image >.make/image-packages.log 2>&1 || { tail -n 1 .make/image-packages.log >&2; exit 1; }
	@touch $@

# Everything is built anew from what is committed, of each processor that has a wheel. ARGS are those of tools.release alone.
release: .make/image-packages dist
	@for wheel in dist/plimsoll_storage-*.whl; do machine=$${wheel##*_28_}; machine=$${machine%.whl}; \
		$(STEP) "image for $$machine" .make/image-$$machine.log $(MAKE) image WHEEL="$$wheel" ARGS=; \
		$(STEP) "tar for $$machine" .make/tar-$$machine.log $(MAKE) tar WHEEL="$$wheel" ARGS=; \
	done
	@$(PY) -m tools.release $(if $(KEY),--key $(KEY)) $(ARGS)

licences: .make/packages
	@$(PY) -m tools.bill

# RUSTSEC and PYPA: checkouts of github.com/RustSec/advisory-db and github.com/pypa/advisory-database.
.PHONY: audit
audit: .make/packages
	@$(PY) -m tools.audit --rustsec "$(RUSTSEC)" --pypa "$(PYPA)"

# uv resolves for all the platforms and Pythons at once.
lock: .make/packages
	@tools/lock $(BIN)/uv

clean:
	@rm -rf .make .venv dist target .mypy_cache .ruff_cache .pytest_cache .hypothesis python/plimsoll/*.so
	@find python tests tools benches -name __pycache__ -type d -prune -exec rm -rf {} +
