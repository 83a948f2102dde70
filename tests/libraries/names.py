"""Which names of JAX installed libraries use, and which of them fjax lacks.

The source of each library that imports jax is read, and each name resolved under
`fjax.as_jax()`. With `--jax FOLDER`, where JAX is installed by itself (`pip install --target
FOLDER --no-deps jax jaxlib`), names that JAX has not either are left out.

`python -m tests.libraries.names [--jax FOLDER] [LIBRARY ...]`, with the Python of an environment in
which the libraries are installed, and JAX is not. The exit status is 1 if a name is lacking.
"""

from __future__ import annotations

import argparse
import ast
import contextlib
import importlib
import importlib.util
import io
import json
import os
import subprocess
import sys
import sysconfig
import warnings
from collections.abc import Iterator
from pathlib import Path

from fjax.as_jax.out_of_scope import reason

PACKAGES = ("jax", "jaxlib")


def names_in(text: str) -> dict[str, int]:
    """The names of jax that a source text uses, and the lines where.

    >>> names_in("import jax.numpy as jnp\\nx = jnp.linalg.norm(3)")
    {'jax.numpy': 1, 'jax.numpy.linalg.norm': 2}
    """
    with warnings.catch_warnings():
        warnings.simplefilter("ignore")
        nodes = list(ast.walk(ast.parse(text)))
    found: dict[str, int] = {}
    known: dict[str, str] = {}  # a name in the file: that of jax which it stands for
    for node in nodes:
        for name, stands_for in _imported(node):
            found.setdefault(stands_for, getattr(node, "lineno", 0))
            known[name] = stands_for if name != stands_for.partition(".")[0] else name
    parts: set[ast.expr] = set()  # of longer chains
    for node in nodes:
        if not isinstance(node, ast.Attribute) or node in parts:
            continue
        chain, value = [node.attr], node.value
        while isinstance(value, ast.Attribute):
            parts.add(value)
            chain.append(value.attr)
            value = value.value
        if isinstance(value, ast.Name) and value.id in known:
            found.setdefault(".".join([known[value.id], *reversed(chain)]), node.lineno)
    return found


def _imported(node: ast.AST) -> Iterator[tuple[str, str]]:
    """The names that an import statement gives to jax's, and those."""
    if isinstance(node, ast.Import):
        for alias in node.names:
            if alias.name.partition(".")[0] in PACKAGES:
                yield alias.asname or alias.name.partition(".")[0], alias.name
    if isinstance(node, ast.ImportFrom) and not node.level:
        for alias in node.names:
            if (node.module or "").partition(".")[0] in PACKAGES and alias.name != "*":
                yield alias.asname or alias.name, f"{node.module}.{alias.name}"


def names_of(library: str) -> dict[str, str]:
    """The names of jax that an installed package uses, and where: `file:line`."""
    spec = importlib.util.find_spec(library)
    places = list(spec.submodule_search_locations or []) if spec else []
    files = [f for place in places for f in sorted(Path(place).rglob("*.py"))]
    if spec is not None and not places and spec.origin:
        files = [Path(spec.origin)]
    found: dict[str, str] = {}
    for file in files:
        text = file.read_bytes()
        if b"jax" not in text:
            continue
        try:
            used = names_in(text.decode("utf-8"))
        except (SyntaxError, UnicodeDecodeError, RecursionError):
            continue
        above = Path(places[0]).parent if places else file.parent
        for name, line in used.items():
            found.setdefault(name, f"{file.relative_to(above)}:{line}")
    return found


def installed() -> Iterator[str]:
    """The packages of this environment that import jax."""
    for place in sorted(Path(sysconfig.get_paths()["purelib"]).iterdir()):
        if not (place / "__init__.py").is_file() or place.name in (*PACKAGES, "fjax"):
            continue
        if any(b"import jax" in f.read_bytes() or b"from jax" in f.read_bytes()
               for f in place.rglob("*.py")):  # fmt: skip
            yield place.name


def lacking(names: list[str]) -> dict[str, str]:
    """Those names that `import jax` does not give in this process, and the error."""
    found: dict[str, str] = {}
    for name in names:
        try:
            with contextlib.redirect_stdout(io.StringIO()), warnings.catch_warnings():
                warnings.simplefilter("ignore")
                _resolve(name)
        except Exception as error:
            found[name] = str(error).partition("\n")[0]
    return found


def _resolve(name: str) -> None:
    first, *rest = name.split(".")
    value, so_far = importlib.import_module(first), first
    for part in rest:
        so_far += f".{part}"
        try:
            value = getattr(value, part)
        except AttributeError:
            if not hasattr(value, "__path__"):
                raise
            value = importlib.import_module(so_far)


def _asked(names: list[str], *folders: str, flag: str) -> dict[str, str]:
    """`lacking` in a process of its own, which imports jax for good."""
    done = subprocess.run(
        [sys.executable, "-m", "tests.libraries.names", flag],
        input=json.dumps(names),
        env={**os.environ, "PYTHONPATH": os.pathsep.join([*folders, *filter(None, sys.path)])},
        capture_output=True,
        text=True,
        check=False,
    )
    if done.returncode:
        raise RuntimeError(done.stderr)
    answer: dict[str, str] = json.loads(done.stdout.splitlines()[-1])
    return answer


def report(libraries: list[str], jax: str | None) -> int:
    """Print what is lacking, by name, with the libraries that use it; how many have no reason."""
    users: dict[str, dict[str, str]] = {}
    for library in libraries:
        for name, place in names_of(library).items():
            users.setdefault(name, {})[library] = place
    absent = _asked(sorted(users), flag="--as-jax")
    if jax is not None:
        by_jax = _asked(sorted(absent), jax, flag="-q")
        absent = {n: e for n, e in absent.items() if n not in by_jax}
    without = {n: e for n, e in absent.items() if reason(n) is None}
    for name in sorted(absent):
        why = reason(name)
        places = " ".join(users[name].values())
        print(f"{name} | {'out of scope: ' + why if why else absent[name]} | {places}")
    print(
        f"{len(libraries)} libraries use {len(users)} names; fjax lacks {len(absent)}, "
        f"{len(without)} of them without a reason"
    )
    return len(without)


def main() -> int:
    """0 if nothing is lacking but what is out of scope."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("libraries", nargs="*", metavar="LIBRARY")
    parser.add_argument("--jax", metavar="FOLDER")
    parser.add_argument("--as-jax", action="store_true", help=argparse.SUPPRESS)
    parser.add_argument("-q", action="store_true", help=argparse.SUPPRESS)
    options = parser.parse_args()
    if options.as_jax or options.q:
        if options.as_jax:
            importlib.import_module("fjax").as_jax()
        print(json.dumps(lacking(json.loads(sys.stdin.read()))))
        return 0
    return bool(report(options.libraries or list(installed()), options.jax))


if __name__ == "__main__":
    sys.exit(main())
