"""What type checkers know of the results and the parameters of every public function."""

import importlib
import inspect
import re
import subprocess
import sys

import pytest

from tests.architecture.source import ROOT

MODULES = (
    "",
    "numpy numpy.fft numpy.linalg lax lax.linalg nn nn.initializers random ops image tree "
    "tree_util debug flatten_util optim scipy.cluster.vq scipy.fft scipy.integrate "
    "scipy.interpolate scipy.linalg scipy.ndimage scipy.optimize scipy.signal "
    "scipy.sparse.linalg scipy.special scipy.stats scipy.stats.norm",
)
MODULES = ["", *MODULES[1].split()]

# What these return depends on more than types say.
DEPENDS = {
    "device_put": "a pytree whose leaves become arrays",
    "device_get": "a pytree whose leaves become NumPy's arrays",
    "eval_shape": "the structure of the result with other leaves",
    "pure_callback": "a pytree of arrays, by a value that describes it",
    "numpy.load": "an array, or NumPy's mapping of several, as the file has it",
    "lax.platform_dependent": "what the function for the platform returns",
    "lax.custom_root": "a pytree like the guess; with has_aux a pair",
    "lax.custom_linear_solve": "a pytree like b; with has_aux a pair",
    "lax.linear_call": "what a function of two structures returns",
    "lax.linalg.svd": "an array or three, by a flag without a default",
    "make_array_from_process_local_data": "a pytree whose leaves become arrays",
    "nn.dot_product_attention": "an array, or two with the residual",
    "nn.part": "whatever the model has there",
    "nn.mask": "the model's structure with booleans",
    "random.key_impl": "a name, or the description of a generator",
    "tree.broadcast": "a pytree with other leaves",
    "tree.map": "a pytree with other leaves",
    "tree.map_with_path": "a pytree with other leaves",
    "tree.reduce": "what a function of two leaves returns",
    "tree.reduce_associative": "what a function of two leaves returns",
    "tree_util.register_dataclass": "the class, or a decorator of classes",
    "tree.static": "a field of a dataclass",
    "tree.transpose": "a pytree of pytrees",
    "tree.unflatten": "a pytree of a structure that is a value",
}


def public():
    """The names of public functions, as users write them after `fjax.`."""
    for name in MODULES:
        module = importlib.import_module(f"fjax.{name}" if name else "fjax")
        listed = getattr(module, "__all__", dir(module))
        own_alone = not hasattr(module, "__all__") and not hasattr(module, "__path__")
        for own in listed:
            value = getattr(module, own)
            home = getattr(value, "__module__", None) or ""
            if (
                callable(value)
                and not own.startswith("_")
                and not own.endswith("_p")
                and not inspect.isclass(value)
                and not hasattr(value, "__origin__")
                and home.startswith(module.__name__ if own_alone else "fjax")
            ):
                yield f"{name}.{own}" if name else own


PUBLIC = sorted(public())


def outside_brackets(text, mark):
    """The parts of a text between marks that stand in no bracket."""
    parts, depth, start = [], 0, 0
    for k, letter in enumerate(text):
        depth += (letter in "([") - (letter in ")]")
        if depth == 0 and text.startswith(mark, k):
            parts.append(text[start:k])
            start = k + len(mark)
    return [*parts, text[start:]]


def returns_any(revealed):
    """Whether the type of a function, as mypy reveals it, has a result Any."""
    if revealed.startswith("Overload("):
        return any(map(returns_any, outside_brackets(revealed[9:-1], ", ")))
    return revealed == "Any" or outside_brackets(revealed, " -> ")[1:2] == ["Any"]


@pytest.mark.extended
def test_no_public_function_returns_any(tmp_path):
    pytest.importorskip("mypy")
    assert len(PUBLIC) > 900
    modules = sorted({f"fjax.{n.rpartition('.')[0]}".rstrip(".") for n in PUBLIC})
    lines = [f"import {m}" for m in modules] + [f"reveal_type(fjax.{n})" for n in PUBLIC]
    (tmp_path / "names.py").write_text("\n".join(lines))
    (tmp_path / "mypy.ini").write_text(
        "[mypy]\nstrict = true\nignore_missing_imports = true\nfollow_imports = silent\n"
        f"mypy_path = {ROOT}\n"
    )
    command = [sys.executable, "-m", "mypy", "--config-file", "mypy.ini", "names.py"]
    cache = ROOT / ".mypy_cache" / "strict"
    done = subprocess.run(
        [*command, "--cache-dir", cache, "--no-error-summary"],
        capture_output=True,
        text=True,
        cwd=tmp_path,
    )
    wrong = [line for line in done.stdout.splitlines() if ": error:" in line]
    assert not wrong, "\n".join(wrong)
    revealed = re.findall(r'names\.py:(\d+): note: Revealed type is "(.*)"', done.stdout)
    types = {lines[int(n) - 1][len("reveal_type(fjax.") : -1]: text for n, text in revealed}
    assert types.keys() == set(PUBLIC)
    found = {name for name, text in types.items() if returns_any(text)}
    tree = {n.replace("tree_util.tree_", "tree.") for n in found}
    missing = sorted(tree - DEPENDS.keys())
    assert not missing, ", ".join(missing)
    assert not tree - DEPENDS.keys(), " ".join(sorted(tree - DEPENDS.keys()))
    assert not DEPENDS.keys() - tree, sorted(DEPENDS.keys() - tree)


def test_few_signatures_are_of_any_arguments():
    """Functions that take (*args, **kwargs) say nothing of what they take."""

    def open_ended(name):
        value = importlib.import_module("fjax")
        for part in name.split("."):
            value = getattr(value, part)
        kinds = [p.kind for p in inspect.signature(value).parameters.values()]
        return kinds == [inspect.Parameter.VAR_POSITIONAL, inspect.Parameter.VAR_KEYWORD]

    assert [name for name in PUBLIC if open_ended(name)] == ["numpy.fromfile", "numpy.fromiter"]
