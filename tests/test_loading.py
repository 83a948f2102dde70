"""What `import fjax` loads, and what the first use of a name does."""

import subprocess
import sys
import textwrap

import pytest

import fjax


def run(program, *arguments):
    """Run a program in a new process; what it says on its way out if it fails."""
    command = [sys.executable, "-c", textwrap.dedent(program), *arguments]
    done = subprocess.run(command, capture_output=True, text=True)
    assert done.returncode == 0, done.stderr


def test_packages_that_are_not_named_are_not_loaded():
    run(
        """
        import sys
        import fjax

        def loaded(names):
            return {name for name in names if f"fjax.{name}" in sys.modules}

        assert loaded(fjax._LATER) == set(), loaded(fjax._LATER)
        assert set(fjax._LATER) <= set(dir(fjax))
        assert fjax.nn.relu(-1.0) == 0.0 and "nn" in loaded(fjax._LATER)
        from fjax import optim
        import fjax.scipy.special
        assert {"optim", "scipy"} <= loaded(fjax._LATER)
        """
    )


@pytest.mark.parametrize("name", ["numpy", "lax"])
def test_a_star_imports_what_loads_later(name):
    space, module = {}, getattr(fjax, name)
    exec(f"from fjax.{name} import *", space)
    assert module._LATER.keys() <= space.keys()
    assert not space.keys() & {"absent", "lazy"}


@pytest.mark.parametrize("module", ["fjax", "fjax.core", "fjax.lax", "fjax.nn", "fjax.numpy"])
def test_what_loads_later_is_what_its_module_defines(module):
    run(
        """
        import importlib, sys
        module = importlib.import_module(sys.argv[1])
        assert not set(module._LATER.values()) & sys.modules.keys()
        for name, where in module._LATER.items():
            if where:
                assert name in dir(module)
                assert getattr(module, name) is getattr(importlib.import_module(where), name)
                assert f"{module.__name__}.{name}" not in sys.modules, "a module hides it"
        """,
        module,
    )


def test_each_package_that_loads_later_is_the_module():
    run(
        """
        import fjax
        packages = [name for name, where in fjax._LATER.items() if not where]
        assert "scipy" in packages
        for name in packages:
            assert getattr(fjax, name).__name__ == f"fjax.{name}"
        """
    )


def test_a_package_that_loads_later_answers_for_its_names():
    run(
        """
        import fjax
        for where, name, says in (
            ("nn.losses", "mse", "squared_error"),
            ("numpy", "medain", "median"),
            ("numpy.linalg", "normm", "norm"),
            ("lax", "topk", "top_k"),
            ("optim", "SGD", "sgd"),
            ("scipy.special", "gama", "gamma"),
            ("experimental", "pallas", "not offered"),
            ("extend", "sharding", "not offered"),
        ):
            module = fjax
            for part in where.split("."):
                module = getattr(module, part)
            try:
                getattr(module, name)
            except AttributeError as error:
                assert says in str(error), error
            else:
                raise AssertionError(name)
        """
    )


def test_functions_of_scipy_are_known_on_traced_values_without_an_import():
    run(
        """
        import scipy.special
        import fjax
        assert abs(fjax.jit(lambda x: scipy.special.erf(x))(0.5) - 0.5204999) < 1e-6
        """
    )


def test_the_text_of_a_program_may_name_primitives_of_packages_that_are_not_loaded():
    x = fjax.numpy.ones(3)
    text = str(fjax.make_jaxpr(lambda x: fjax.scipy.special.expn(2, x))(x))
    run(
        """
        import sys
        import fjax
        jaxpr = fjax.core.parse(sys.argv[1])
        assert str(jaxpr) == sys.argv[1]
        """,
        text,
    )


def test_garbage_is_not_looked_for_while_modules_are_made():
    run(
        """
        import gc
        import numpy
        looks = []
        gc.callbacks.append(lambda phase, about: looks.append(phase))
        import fjax
        assert gc.isenabled()
        assert looks.count("start") < 40, looks.count("start")  # 140 without
        """
    )


def test_the_collector_is_as_it_was_before_the_import_also_if_that_fails():
    run(
        """
        import gc
        gc.disable()
        import fjax
        assert not gc.isenabled()
        """
    )
    run(
        """
        import gc, sys
        sys.modules["fjax.version"] = None
        try:
            import fjax
        except ImportError:
            pass
        else:
            raise AssertionError("the import was to fail")
        assert gc.isenabled()
        """
    )


def test_long_transforms_load_their_functions_without_their_package():
    run(
        """
        import sys
        import numpy as np
        import fjax.numpy as jnp

        x = np.exp(1j * np.arange(30000.0)).reshape(3, 10000).astype("complex64")
        forth, back = np.asarray(jnp.fft.fft(x)), np.asarray(jnp.fft.ifft2(x))
        assert "scipy.fft" not in sys.modules
        import scipy.fft

        assert (forth == scipy.fft.fft(x)).all() and np.allclose(back, scipy.fft.ifft2(x))
        """
    )
