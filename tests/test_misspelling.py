"""A misspelt name or keyword is answered by the nearest that there is."""

import functools
import importlib
import re
import runpy
import subprocess
import sys
import types

import numpy as np
import pytest
import scipy.optimize
import scipy.signal
from numpy.testing import assert_allclose

import fjax
import fjax.numpy as jnp
from fjax import lax, misspelling, nn, random
from fjax.foreign_names import NAMES


@pytest.mark.parametrize(
    "module, name, meant",
    [
        (fjax, "gradd", "grad"),
        (jnp, "sinn", "sin"),
        (jnp, "cumprodd", "cumprod"),
        (jnp.linalg, "invv", "inv"),
        (lax, "scann", "scan"),
        (random, "normall", "normal"),
        (nn, "sofmax", "softmax"),
    ],
)
def test_a_misspelt_name_suggests_the_nearest(module, name, meant):
    with pytest.raises(
        AttributeError, match=rf"has no attribute '{name}'. Did you mean '{meant}'\?$"
    ):
        getattr(module, name)


ROWS = [(place, name) for place, table in NAMES.items() for name in table]


def _at(place):
    """What answers for the names of a place: a module, an array, a layer, an optimiser."""
    objects = {
        "Array": jnp.ones(3),
        "nn.Module": nn.Linear(2, 3, key=random.key(0)),
        "optim.Transformation": fjax.optim.adam(1e-3),
        "export.Exported": fjax.export.export(fjax.jit(jnp.sin))(jnp.ones(2)),
        "": fjax,
        "train.Result": fjax.train.Result(None, ()),
        "data.Loader": fjax.data.Loader(np.ones(3), 1),
        "nn.metrics.Average": nn.metrics.Average.empty(),
    }
    if place in objects:
        return objects[place]
    return functools.reduce(getattr, place.split("."), fjax)


def test_a_name_of_another_library_says_what_to_write():
    wrong = []
    for place, name in ROWS:
        with pytest.raises(AttributeError) as caught:
            getattr(_at(place), name)
        if not str(caught.value).endswith(
            f"has no attribute {name!r}. In fjax: {NAMES[place][name]}"
        ):
            wrong.append((place, name, str(caught.value)))
    assert len(ROWS) > 150
    assert not wrong


def test_a_traced_array_says_the_same():
    wrong = []

    def program(x):
        for name, remedy in NAMES["Array"].items():
            with pytest.raises(AttributeError) as caught:
                getattr(x, name)
            if f"a traced array has no attribute {name!r}. In fjax: {remedy}" != str(caught.value):
                wrong.append((name, str(caught.value)))
        return x

    fjax.jit(program)(jnp.ones(3))
    fjax.grad(lambda x: program(x).sum())(jnp.ones(3))
    assert not wrong


@pytest.mark.parametrize("trace", [lambda f: f(jnp.ones(3)), lambda f: fjax.jit(f)(jnp.ones(3))])
def test_setting_an_attribute_of_another_library_says_what_to_write(trace):
    def program(x):
        x.requires_grad = True
        return x

    with pytest.raises(AttributeError, match="requires_grad'. In fjax: `fjax.grad"):
        trace(program)


def test_a_librarys_tracer_uses_any_name_for_its_own():
    class Own(fjax.core.Tracer):
        """A tracer of a library."""

    one, other = Own(None, None), Own(None, None)
    for name in NAMES["Array"]:
        setattr(one, name, name)
        assert getattr(one, name) == name and not hasattr(other, name)
        delattr(one, name)
        with pytest.raises(AttributeError, match=f"has no attribute '{name}'. In fjax"):
            getattr(one, name)


def test_the_code_of_each_remedy_runs(tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)
    given, wrong = _names(), []
    for place, name in ROWS:
        names = dict(given)
        for code in re.findall("`([^`]+)`", NAMES[place][name]):
            try:
                with np.printoptions():
                    exec(code, names)
            except Exception as error:
                wrong.append((place, name, code, error))
    assert wrong == []


class _Layer(nn.Linear, init=False):
    def __call__(self, x, *, train=False, key=None):
        return super().__call__(x)


def _names():
    """What the code of remedies calls its values."""
    key = random.key(0)
    x = jnp.array([[1.0, 2.0], [3.0, 4.0]])
    params = _Layer(2, 3, key=key)
    optimizer = fjax.optim.adam(1e-3)
    np.savetxt("numbers.txt", np.ones(2))
    fjax.checkpoints.save("model.fjax", params)
    weights = {"weight": np.ones((3, 2), "float32"), "bias": np.zeros(3, "float32")}
    return {
        "fjax": fjax,
        "numpy": np,
        "scipy": scipy,
        "key": key,
        "x": x,
        "y": x,
        "rows": jnp.array([0, 1]),
        "index": jnp.zeros((1, 2), int),
        "model": params,
        "params": params,
        "grads": params,
        "memory": optimizer.init(params),
        "weights": weights,
        "loss": lambda params: _total(params),
        "optimizer": optimizer,
        "file": "numbers.txt",
        "exported": fjax.export.export(fjax.jit(jnp.sin))(x),
        "f": jnp.sin,
        "bias": jnp.zeros(3),
        "__call__": None,
        "__init__": None,
        "__len__": None,
        "__getitem__": None,
    }


def _total(params):
    return sum(jnp.sum(leaf) for leaf in fjax.tree.leaves(params))


def test_a_class_that_has_the_name_itself_keeps_it():
    class Model(nn.Module):
        train: fjax.Array
        weights: int = fjax.tree.static(default=3)

        def parameters(self):
            return [self.train]

    model = Model(jnp.ones(2))
    assert model.parameters()[0] is model.train
    assert model.weights == 3
    assert {"train", "parameters", "weights"} <= set(dir(model))
    assert not hasattr(model, "eval")
    assert "eval" not in dir(model)
    assert "detach" not in dir(jnp.ones(3))
    place = jnp.ones(3).at[0]
    assert {"set", "add", "get"} <= set(dir(place))
    assert all(callable(getattr(place, name)) for name in dir(place) if name[0] != "_")


def test_a_module_that_writes_forward_is_told_to_write_call():
    class Model(nn.Module):
        def forward(self, x):
            return x

    with pytest.raises(NotImplementedError, match="Model has no __call__; call forward __call__"):
        Model()(1.0)


@pytest.mark.parametrize(
    "module, name, beside",
    [
        (jnp, "vmap", "fjax.vmap"),
        (fjax, "zeros", "fjax.numpy.zeros"),
        (jnp, "solve", "fjax.numpy.linalg.solve"),
        (lax, "normal", "fjax.random.normal"),
        (random, "einsum", "fjax.numpy.einsum"),
        (nn, "fori_loop", "fjax.lax.fori_loop"),
    ],
)
def test_a_function_of_another_module_is_named(module, name, beside):
    with pytest.raises(AttributeError, match=f"'{name}'. In fjax: `{re.escape(beside)}`$"):
        getattr(module, name)


@pytest.mark.parametrize("package", ["signal", "optimize", "integrate", "interpolate", "stats"])
def test_what_only_scipy_has_is_named(package):
    library = importlib.import_module(f"scipy.{package}")
    module = importlib.import_module(f"fjax.scipy.{package}")
    lacking = [n for n in library.__all__ if callable(vars(library)[n]) and not hasattr(module, n)]
    assert len(lacking) > 5
    for name in lacking:
        with pytest.raises(AttributeError, match=rf"has no attribute '{name}'. In fjax: "):
            getattr(module, name)


def test_a_function_of_scipy_takes_arrays_of_fjax_where_fjax_lacks_it():
    with pytest.raises(AttributeError) as caught:
        _ = fjax.scipy.signal.savgol_filter
    (named,) = re.findall("`(.*)`", str(caught.value))
    assert named == "scipy.signal.savgol_filter"
    smooth = scipy.signal.savgol_filter(jnp.arange(9.0), 5, 2)
    assert_allclose(smooth, np.arange(9.0), atol=1e-12)


def test_a_primitive_is_not_what_was_meant():
    with pytest.raises(AttributeError, match=r"has no attribute 'tanh_'. Did you mean 'tanh'\?$"):
        _ = lax.tanh_


def test_the_names_of_other_libraries_are_those_recorded(golden):
    lines = [f"{place}.{name}: {NAMES[place][name]}" for place, name in ROWS]
    golden("names/foreign_names.txt", "\n".join(sorted(lines)))


@pytest.mark.parametrize(
    "program, meant",
    [
        (lambda x: jnp.sum(x, dim=0), "axis"),
        (lambda x: x.mean(axis=0, keepdim=True), "keepdims"),
        (lambda x: jnp.stack([x, x], dim=0), "axis"),
        (lambda x: nn.Linear(in_features=3, outputs=2, key=random.key(0)), "inputs"),
        (lambda x: fjax.optim.adam(lr=1e-3), "learning_rate"),
        (lambda x: nn.Upsample(scale_factor=2), "factor"),
        (lambda x: nn.Upsample(2, mode="bilinear"), "method"),
        (lambda x: nn.AdaptiveAvgPool(output_size=(1, 1)), "sizes"),
        (lambda x: nn.LayerNorm(8, elementwise_affine=False), "affine"),
        (lambda x: fjax.train.fit(lr=1e-3), "the optimizer has it: `fjax.optim.adam(1e-3)`"),
        (
            lambda x: fjax.train.fit(patience=3),
            "callbacks=[`fjax.train.early_stopping('val_loss', 5)`]",
        ),
    ],
)
def test_a_keyword_of_another_library_says_what_it_is_called_here(program, meant):
    with pytest.raises(TypeError, match="unexpected keyword argument") as caught:
        fjax.jit(program)(jnp.ones(3))
    assert f"In fjax: {meant}" in caught.value.__notes__


def test_a_name_that_is_near_nothing_suggests_nothing():
    with pytest.raises(AttributeError, match="has no attribute 'quartz'$"):
        getattr(jnp, "quartz")  # noqa: B009
    assert not hasattr(jnp, "quartz")


def test_a_name_of_python_itself_suggests_nothing():
    with pytest.raises(AttributeError, match="has no attribute '__sinn__'$"):
        getattr(jnp, "__sinn__")  # noqa: B009


@pytest.mark.parametrize(
    "program, meant",
    [
        (lambda x: jnp.sum(x, axes=0), "axis"),
        (lambda x: nn.softmax(x, axs=0), "axis"),
        (lambda x: random.normal(random.key(0), shap=(3,)), "shape"),
        (lambda x: lax.scan(lambda c, x: (c, x), 0.0, x, lenght=3), "length"),
    ],
)
@pytest.mark.parametrize("transform", [fjax.jit, fjax.grad, fjax.vmap])
def test_a_misspelt_keyword_within_a_transformed_function_suggests_the_nearest(
    program, meant, transform
):
    with pytest.raises(TypeError, match="unexpected keyword argument") as caught:
        transform(program)(jnp.ones(3))
    said = str(caught.value) + "".join(getattr(caught.value, "__notes__", ()))
    assert f"Did you mean '{meant}'?" in said
    assert said.count("Did you mean") == 1


def test_a_keyword_of_a_function_of_the_user_is_left_alone():
    def own(x, *, width):
        return x * width

    with pytest.raises(TypeError) as caught:
        fjax.jit(lambda x: own(x, widht=3))(1.0)
    assert not getattr(caught.value, "__notes__", ())


@pytest.mark.one_in(3)
@pytest.mark.parametrize(
    ("line", "meant"),
    [
        ("jnp.sum(jnp.ones(3), axes=0)", "axis"),
        ("jnp.ones(3).sum(axs=0)", "axis"),
        ("fjax.jit(len, static_argnum=0)", "static_argnums"),
        ("nn.Linear(2, 3, keys=fjax.random.key(0))", "key"),
    ],
)
def test_a_misspelt_keyword_that_ends_a_program_suggests_the_nearest(line, meant):
    program = f"import fjax, fjax.numpy as jnp\nfrom fjax import nn\n{line}"
    done = subprocess.run([sys.executable, "-c", program], capture_output=True, text=True)
    assert done.returncode == 1
    assert done.stderr.rstrip().endswith(f"Did you mean '{meant}'?")


BESIDE_CALLS = """
import fjax, fjax.numpy as jnp, numpy as np
from fjax import data, export, models
x = jnp.ones((3, 2))
loader = data.Loader((np.ones((4, 2)), np.ones(4)), 2)
exported = export.export(fjax.jit(lambda x: x))(x)
class Mine:
    size = 3
mine = Mine()
"""


@pytest.mark.parametrize(
    ("line", "note"),
    [
        ("x.size()", "In fjax: `x.size`, without parentheses: it is a value"),
        ("n = x.shape()[0]", "In fjax: `x.shape`, without parentheses: it is a value"),
        ("x[0].T()", "In fjax: `x[0].T`, without parentheses: it is a value"),
        ("jnp.ones(3).dtype()", "In fjax: `jnp.ones(3).dtype`, without parentheses: it is a value"),
        (
            "models.resnet(fjax.random.key(0))",
            "In fjax: `models.resnet` is a module; in it are resnet18, resnet34, resnet50, "
            "resnet101, resnet152",
        ),
        ("next(loader)", "In fjax: `next(iter(x))`, or `for batch in x`"),
        ("exported(x)", "In fjax: `exported.call(…)`"),
        ("mine.size()", None),
        ("np.ones(3).size()", None),
        ("len(x)()", None),
    ],
)
def test_a_call_of_what_is_no_function_says_what_to_write(line, note, tmp_path):
    file = tmp_path / "program.py"
    file.write_text(BESIDE_CALLS + line + "\n")
    with pytest.raises(TypeError) as caught:
        runpy.run_path(str(file))
    misspelling.note_last(caught.value, caught.value.__traceback__)
    assert getattr(caught.value, "__notes__", []) == ([] if note is None else [note])


def test_an_error_that_has_nothing_to_do_with_fjax_is_left_alone():
    program = "import fjax\ndef sum(axis): pass\ndef f():\n    sum(axes=0)\nf()"
    done = subprocess.run([sys.executable, "-c", program], capture_output=True, text=True)
    assert done.returncode == 1
    assert "Did you mean" not in done.stderr or sys.version_info >= (3, 13)


def test_a_notebook_shows_the_same(monkeypatch):
    shown = []

    class Shell:
        custom_exceptions = ()

        def set_custom_exc(self, kinds, handler):
            self.custom_exceptions, self.handler = kinds, handler

        def showtraceback(self, error, tb_offset=None):
            shown.append(error[1])

    shell = Shell()
    monkeypatch.setitem(sys.modules, "IPython", types.SimpleNamespace(get_ipython=lambda: shell))
    misspelling.watch_uncaught()
    assert shell.custom_exceptions == (TypeError, AttributeError)
    try:
        jnp.sum(jnp.ones(3), axes=0)
    except TypeError as error:
        shell.handler(shell, TypeError, error, error.__traceback__)
    assert "Did you mean 'axis'?" in "".join([str(shown[0]), *shown[0].__notes__])
