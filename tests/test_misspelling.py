"""A misspelt name or keyword is answered by the nearest that there is."""

import functools
import re
import subprocess
import sys
import types

import pytest

import fjax
import fjax.numpy as jnp
from fjax import lax, misspelling, nn, random


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


@pytest.mark.parametrize(
    "module, name, meant",
    [
        (nn, "ReLU", "relu, a function; layers of a Sequential may be functions"),
        (nn, "Dropout2d", "ChannelDropout"),
        (nn.losses, "mse_loss", "squared_error"),
        (nn.metrics, "auc", "roc_auc"),
        (fjax.optim, "MultiSteps", "accumulate"),
        (fjax.data, "DataLoader", "Loader"),
        (fjax.train, "Trainer", "fit"),
    ],
)
def test_a_name_of_another_library_says_what_it_is_called_here(module, name, meant):
    with pytest.raises(
        AttributeError, match=rf"has no attribute '{name}'\. fjax calls it {meant}$"
    ):
        getattr(module, name)


def test_what_other_libraries_names_are_called_here_is_there():
    for module, table in misspelling.ELSEWHERE.items():
        place = functools.reduce(getattr, module.split("."), fjax)
        for name, meant in table.items():
            assert not hasattr(place, name), f"{module}.{name} is there itself"
            first = re.match(r"[A-Za-z_.0-9]+", meant)[0]
            if first not in ("a", "an", "anything", "nn"):
                functools.reduce(getattr, first.split("."), place)


def test_the_names_of_other_libraries_are_those_recorded(golden):
    lines = [
        f"{module}.{name}: {meant}"
        for module, table in misspelling.ELSEWHERE.items()
        for name, meant in table.items()
    ]
    golden("names/elsewhere.txt", "\n".join(sorted(lines)))


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
    assert shell.custom_exceptions == (TypeError,)
    try:
        jnp.sum(jnp.ones(3), axes=0)
    except TypeError as error:
        shell.handler(shell, TypeError, error, error.__traceback__)
    assert "Did you mean 'axis'?" in "".join([str(shown[0]), *shown[0].__notes__])
