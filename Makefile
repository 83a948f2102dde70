# Everything a person needs: `make demo`, `make playground`, `make test`, `make test-all`, `make test-bounds`, `make bench`, `make bench-models`, `make bench-ranks`, `make sweep`, `make tune`, `make libraries`, `make docs`. Each sets up .venv first, and only when needed. `make demo` installs only what the demo needs.
PYTHON ?= python3
VENV := .venv
BIN := $(VENV)/bin
READY := $(VENV)/.ready

# Bytecode is kept: without it each process that a test starts compiles the package, for more than a second.
export PYTHONDONTWRITEBYTECODE :=

# Kernels have their own pool of threads; the libraries beneath the tests need none besides.
SINGLE := OMP_NUM_THREADS=1 OPENBLAS_NUM_THREADS=1 MKL_NUM_THREADS=1
WORKERS ?= 2

.PHONY: demo playground figures test test-all test-bounds lint types pytest mutants fuzz fuzz-files cuda-check test-cuda bench-cuda bench bench-models bench-ranks sweep tune libraries docs setup clean

# It needs a few libraries only; where they are there, nothing is installed.
demo: | $(BIN)/python
	@$(BIN)/python -P -c 'import fjax, matplotlib, sklearn, tqdm' 2>/dev/null \
	    || { echo "installing fjax, Matplotlib and scikit-learn into $(VENV), once" \
	    && $(BIN)/python -m pip install --quiet --disable-pip-version-check -e '.[examples]'; }
	MPLBACKEND=Agg $(BIN)/python examples/digits.py $(ARGS)

# A small network that learns in a browser: data, layers, optimiser and learning rate are yours to turn.
playground: setup
	@$(BIN)/python -c 'import nicegui' 2>/dev/null \
	    || $(BIN)/python -m pip install --quiet --disable-pip-version-check -e '.[playground]'
	$(SINGLE) $(BIN)/python -m fjax playground $(ARGS)

# Some minutes. `make test ARGS=tests/test_tree.py` runs one file's tests, or one test, and no lint.
# The types are checked beside the tests: a first check takes half a minute of one processor.
test: $(if $(ARGS),,lint)
	@+$(MAKE) --no-print-directory -j2 $(if $(ARGS),,types) pytest

# All tests, and parts of them at other levels of the processor, with other BLAS kernels, threads, modes.
test-all: lint types
	$(BIN)/python -m tests.all --workers $(WORKERS) $(ARGS)

# A part of the suite with the lowest versions that pyproject.toml allows, and on every Python found here.
test-bounds: setup
	$(BIN)/python -m tests.bounds $(ARGS)

setup: $(READY)

# A library written for JAX whose own tests run on fjax: without what it requires, which is JAX.
FOR_JAX := optax==0.2.8

$(BIN)/python:
	@$(PYTHON) -c 'import sys; sys.exit("fjax needs Python 3.11 or later, this is " + sys.version.split()[0] if sys.version_info < (3, 11) else 0)'
	@$(PYTHON) -m venv $(VENV)

# The stamp holds the checksum of pyproject.toml and of this file, so that a second run installs nothing.
$(READY): pyproject.toml Makefile | $(BIN)/python
	@if [ "$$(cat pyproject.toml Makefile | cksum)" != "$$(cat $@ 2>/dev/null)" ]; then \
	    $(BIN)/python -m pip install --quiet --disable-pip-version-check -e '.[test,dev,examples]' \
	    && $(BIN)/python -m pip install --quiet --disable-pip-version-check --no-deps $(FOR_JAX) \
	    && cat pyproject.toml Makefile | cksum > $@; \
	else touch $@; fi

lint: setup
	$(BIN)/ruff check fjax tests examples benchmarks docs
	$(BIN)/ruff format --check --quiet fjax tests examples benchmarks docs

types: setup
	$(BIN)/mypy

# Compiled kernels are kept from run to run.
pytest: setup
	FJAX_TEST_CACHE="$(CURDIR)/out/kernels" $(SINGLE) $(BIN)/python -m pytest $(if $(findstring .py,$(ARGS)),,-n $(WORKERS) --dist worksteal) $(ARGS)

# Plants COUNT small faults, drawn by SEED, and says which of them the tests catch (an hour for 300);
# `PYTEST_ADDOPTS="-m ''" make mutants ARGS="--map=out/mutation/all --name=-all"` does so for all tests,
# those of `make test-all` too.
COUNT ?= 300
SEED ?= 1
mutants: setup
	$(SINGLE) $(BIN)/python -m tests.mutation --count $(COUNT) --seed $(SEED) $(ARGS)

# Random programs from a new seed; what is found lies in out/fuzz/found (docs/fuzzing.md).
SECONDS ?= 60
fuzz: setup
	$(SINGLE) $(BIN)/python -m tests.fuzz --seconds $(SECONDS) $(ARGS)

# Mutants of files and texts from elsewhere (docs/fuzzing.md).
FILES ?= 20000
fuzz-files: setup
	$(SINGLE) $(BIN)/python -m tests.fuzz.hostile --count $(FILES) --seed $$(date +%s) $(ARGS)

# Assembles the kernels of all sample rows for several GPUs (minutes; no GPU is needed).
cuda-check: setup
	@$(BIN)/python -c 'from tests.lowering.cuda.assemble import ptxas; ptxas()' 2>/dev/null \
	    || $(BIN)/python -m pip install --quiet --disable-pip-version-check -e '.[cuda-check]'
	$(SINGLE) $(BIN)/python -m tests.lowering.cuda.assemble $(ARGS)

# On a machine with an NVIDIA GPU: the tests of programs there, on it instead of on the stand-in; with
# compute-sanitizer where it is installed. CUDA=12 for a driver of CUDA 12.
CUDA ?= 13
test-cuda: setup
	@$(BIN)/python -c 'import cupy, cudnn' 2>/dev/null \
	    || $(BIN)/python -m pip install --quiet --disable-pip-version-check -e '.[cudnn$(CUDA)]'
	FJAX_TEST_GPU=1 $(SINGLE) $(BIN)/python -m pytest -m '' $(addprefix tests/lowering/cuda/test_,samples_there.py \
	    compositions.py device.py branches.py solvers.py convolutions.py cudnn_attention.py expansions.py) $(ARGS)
	FJAX_DEFAULT_DEVICE=cuda $(SINGLE) $(BIN)/python -m pytest -m '' tests/test_examples.py $(ARGS)
	@if command -v compute-sanitizer >/dev/null; then for tool in memcheck racecheck; do \
	    FJAX_TEST_GPU=1 $(SINGLE) compute-sanitizer --tool $$tool --error-exitcode 1 \
	        $(BIN)/python -m pytest -m '' tests/lowering/cuda/test_samples_there.py -k program || exit 1; done; \
	else echo "compute-sanitizer is not installed: memory and races were not checked"; fi

# Writes benchmarks/RESULTS-cuda.md; peers that are not installed, or have no GPU, are left out.
bench-cuda: setup
	@$(BIN)/python -c 'import cupy, cudnn' 2>/dev/null \
	    || $(BIN)/python -m pip install --quiet --disable-pip-version-check -e '.[cudnn$(CUDA)]'
	$(BIN)/python -m benchmarks.cuda $(ARGS)

bench: setup
	@$(BIN)/python -c 'import autograd, jax, torch' 2>/dev/null \
	    || $(BIN)/python -m pip install --quiet --disable-pip-version-check -e '.[bench]'
	$(BIN)/python -m benchmarks $(ARGS)

# Over MPI processes, and pmap beside JAX's; writes benchmarks/RESULTS-ranks.md.
bench-ranks: setup
	@$(BIN)/python -c 'import jax' 2>/dev/null \
	    || $(BIN)/python -m pip install --quiet --disable-pip-version-check -e '.[bench]'
	$(BIN)/python -m benchmarks.ranks $(ARGS)

# Steps of whole networks beside PyTorch and Flax: some minutes a row; ARGS="resnet50 gpt --save".
bench-models: setup
	@$(BIN)/python -c 'import flax, optax, torch, torchvision' 2>/dev/null \
	    || $(BIN)/python -m pip install --quiet --disable-pip-version-check -e '.[bench]'
	$(BIN)/python -m benchmarks.models $(ARGS)

# Random programs beside JAX: ARGS="--first SEED --count N", or --peer FOLDER for another version of fjax.
sweep: setup
	@$(BIN)/python -c 'import jax' 2>/dev/null \
	    || $(BIN)/python -m pip install --quiet --disable-pip-version-check -e '.[bench]'
	$(BIN)/python -m benchmarks.sweep $(ARGS)

# Programs and tests of libraries made for JAX, on JAX and on fjax in one environment without JAX
# (half an hour): ARGS="--only flax", or --save to write the table of docs/ecosystem.md.
libraries: setup
	$(SINGLE) $(BIN)/python -m tests.libraries $(ARGS)

# Searches schedules of a few hundred kernels, and says where the heuristic falls short and which of its
# numbers matter: ARGS="--minutes 10 --seed 1"; the next run of a seed goes on where the last one stopped.
tune: setup
	$(SINGLE) FJAX_NUM_THREADS=1 $(BIN)/python -m benchmarks.tune $(ARGS)

# The pictures of the README and the site; two of them are taken in a browser.
figures: setup
	@$(BIN)/python -c 'import nicegui, playwright' 2>/dev/null \
	    || $(BIN)/python -m pip install --quiet --disable-pip-version-check -e '.[playground,test]'
	$(BIN)/python docs/figures.py
	$(BIN)/python docs/screenshots.py

docs: setup
	@$(BIN)/python -c 'import myst_nb, pydata_sphinx_theme, sphinx, sphinx_copybutton, sphinx_design, sphinx_gallery' 2>/dev/null \
	    || $(BIN)/python -m pip install --quiet --disable-pip-version-check -e '.[docs]'
	@test -d out/docs/_static || rm -f out/docs/_static  # an interrupted build leaves the logo in its place
	PATH=$(CURDIR)/$(BIN):$$PATH $(SINGLE) $(BIN)/python -m sphinx -W --keep-going -q -b html -d out/doctrees docs out/docs
	$(BIN)/python docs/links.py out/docs
	@echo "see out/docs/index.html"

clean:
	rm -rf $(VENV) .mypy_cache .ruff_cache .pytest_cache out
