"""What public functions take: no keyword passes unseen, and none is called by another name."""

import functools
import importlib
import inspect
import re

import pytest

import fjax

MODULES = [
    "numpy",
    "numpy.fft",
    "numpy.linalg",
    "scipy.special",
    "scipy.linalg",
    "scipy.signal",
    "scipy.ndimage",
    "scipy.fft",
    "scipy.stats",
    "nn",
    "nn.initializers",
    "random",
    "ops",
    "image",
    "lax",
    "lax.linalg",
    "tree",
    "tree_util",
]

# These hand keywords on: to the user's function, to NumPy, or to a constructor.
FORWARDS = {
    "numpy.piecewise",
    "numpy.apply_along_axis",
    "numpy.fromfile",
    "numpy.fromfunction",
    "numpy.fromiter",
    "numpy.load",
    "numpy.pad",
    "numpy.savez",
    "lax.platform_dependent",
    "nn.summary",
    "tree.static",
}


def functions():
    """Each public function of the modules, by name."""
    for name in MODULES:
        module = importlib.import_module(f"fjax.{name}")
        for own in sorted(set(dir(module))):
            found = getattr(module, own)
            public = (
                not own.startswith("_") and found.__module__.startswith("fjax")
                if inspect.isfunction(found)
                else type(found).__name__ == "ufunc"
            )
            if public:
                yield f"{name}.{own}", found


FUNCTIONS = dict(functions())


def test_there_are_functions_to_look_at():
    assert len(FUNCTIONS) > 700
    assert not FORWARDS - FUNCTIONS.keys()


def test_parameters_and_their_defaults_are_those_recorded(golden):
    lines = []
    for name, function in FUNCTIONS.items():
        module, _, own = name.rpartition(".")
        if own not in getattr(importlib.import_module(f"fjax.{module}"), "__all__", (own,)):
            continue
        found = inspect.signature(function)
        bare = [p.replace(annotation=p.empty) for p in found.parameters.values()]
        lines.append(f"{name}{inspect.Signature(bare)}")
    golden("signatures.txt", re.sub(" at 0x[0-9a-f]+", "", "\n".join(lines)))


def refuses_unknown_keywords(function):
    """Whether a call with one says so, and the signature shows none."""
    parameters = inspect.signature(function).parameters.values()
    if any(p.kind is p.VAR_KEYWORD for p in parameters):
        return False
    try:
        function(no_such_option=1)
    except TypeError as error:
        return re.search("no_such_option|positional", str(error)) is not None
    return False


def test_an_unknown_keyword_is_refused():
    wrong = [
        n for n, f in FUNCTIONS.items() if n not in FORWARDS and not refuses_unknown_keywords(f)
    ]
    assert wrong == []


@pytest.mark.parametrize(
    "call",
    [
        lambda x: fjax.numpy.add(x, x, out=x),
        lambda x: fjax.numpy.sum(x, out=x),
        lambda x: fjax.numpy.cumsum(x, out=x),
        lambda x: fjax.numpy.dot(x, x, out=x),
        lambda x: fjax.numpy.add(x, x, where=x > 0),
        lambda x: fjax.numpy.clip(x, 0, 1, out=x),
    ],
    ids=["add", "sum", "cumsum", "dot", "add-where", "clip"],
)
def test_nothing_is_written_into_out(call):
    with pytest.raises((NotImplementedError, TypeError), match="out"):
        call(fjax.numpy.ones(3))


@pytest.mark.parametrize(
    "call, problem",
    [
        (lambda: fjax.numpy.sum(), r"sum\(\) missing 1 required positional argument: 'a'"),
        (
            lambda: fjax.numpy.max(*range(7)),
            r"max\(\) takes from 1 to 6 positional arguments but 7",
        ),
        (
            lambda: fjax.lax.scatter_add(1),
            r"scatter_add\(\) missing 3 required .*'dimension_numbers'",
        ),
        (lambda: fjax.numpy.unique_all(x=1), r"unique_all\(\) got some positional-only arguments"),
    ],
)
def test_a_member_of_a_family_speaks_of_its_own_parameters(call, problem):
    with pytest.raises(TypeError, match=problem):
        call()


MOST_USED = """
    jit grad value_and_grad vmap jvp vjp linearize jacfwd jacrev hessian checkpoint custom_jvp
    custom_vjp pmap make_jaxpr eval_shape device_put device_get inspect explain pure_callback
    debug.print tree.map tree.leaves export.export checkpoints.save checkpoints.load
    lax.scan lax.cond lax.switch lax.while_loop lax.fori_loop lax.map lax.stop_gradient
    lax.associative_scan lax.top_k random.key random.split random.fold_in random.normal
    random.uniform random.randint random.permutation random.choice random.bernoulli
    random.categorical numpy.array numpy.asarray numpy.zeros numpy.ones numpy.arange
    numpy.linspace numpy.where numpy.einsum numpy.dot numpy.matmul numpy.sum numpy.mean numpy.max
    numpy.std numpy.concatenate numpy.stack numpy.reshape numpy.transpose numpy.argmax numpy.take
    numpy.clip nn.Linear nn.Sequential nn.Conv2d nn.Embedding nn.LayerNorm nn.BatchNorm nn.Dropout
    nn.LSTM nn.MultiHeadAttention nn.relu nn.gelu nn.softmax nn.one_hot nn.dot_product_attention
    nn.losses.cross_entropy nn.losses.squared_error optim.adam optim.adamw optim.sgd optim.chain
    optim.apply_updates optim.cosine_decay_schedule train.fit train.evaluate train.predict
    data.Loader data.random_split
"""
WITHOUT_EFFECT = {"abstracted_axes", "reduce_axes", "sum_match", "axis_env", "src"}


def test_help_says_what_each_argument_of_the_most_used_names_is():
    for name in MOST_USED.split():
        found = functools.reduce(getattr, name.split("."), fjax)
        said = inspect.getdoc(found) or ""
        taken = [p for p in inspect.signature(found).parameters if not p.startswith("_")]
        unsaid = [p for p in taken if not re.search(rf"\b{p}\b", said)]
        assert not set(unsaid) - WITHOUT_EFFECT, name
        assert ">>>" in said, name
