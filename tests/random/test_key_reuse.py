"""A key that is used twice is found, and one that is not is left alone."""

import itertools

import pytest

import fjax
import fjax.numpy as jnp
from fjax import lax, random
from fjax.errors import KeyReuseError
from fjax.experimental.key_reuse import check_key_reuse

KEY = random.key(0)
SIZES = {"vocabulary": 3, "context": 4, "width": 2, "depth": 2, "heads": 1}
GPT, _ = fjax.models.gpt(random.key(1), **SIZES, dropout=0.5, scan=True)
REUSED = "argument [0-9]+ is already consumed"


def twice(key):
    return random.uniform(key) + random.normal(key)


def once(key):
    a, b = random.split(key)
    return random.uniform(a) + random.normal(b)


GOOD = {
    "a split": once,
    "fold_in": lambda k: [random.bits(random.fold_in(k, i)) for i in range(3)],
    "a draw after fold_in": lambda k: (random.fold_in(k, 1), random.bits(k)),
    "words": lambda k: (random.key_data(k), random.bits(k)),
    "comparison": lambda k: (k == random.key(1), random.bits(k)),
    "rows of many keys": lambda k: [random.bits(row) for row in random.split(k, 4)],
    "a reshape": lambda k: random.bits(random.split(k, 4).reshape(2, 2)[1, 0]),
    "two branches": lambda k: lax.cond(True, random.uniform, lambda k: random.normal(k), k),
    "a scan that splits": lambda k: lax.scan(
        lambda k, _: (lambda new: (new[0], random.bits(new[1])))(random.split(k)), k, None, 3),
    "a scan over keys": lambda k: lax.map(random.bits, random.split(k, 5)),
    "a while loop": lambda k: lax.while_loop(
        lambda c: c[1] < 3, lambda c: (random.split(c[0])[0], c[1] + 1), (k, 0)),
    "a batch": lambda k: fjax.vmap(once)(random.split(k, 3)),
    "a gradient": lambda k: fjax.grad(lambda x: x * random.uniform(k))(2.0),
    "a checkpoint": lambda k: fjax.grad(
        fjax.checkpoint(lambda x: jnp.sin(x * random.uniform(k))))(2.0),
    "a checkpoint in a loop": lambda k: fjax.grad(lambda x: lax.scan(
        fjax.checkpoint(lambda c, k: (jnp.sin(c * random.uniform(k)), None)),
        x, random.split(k, 2))[0])(2.0),
    "dropout around a stack": lambda k: GPT(jnp.ones((1, 2), int), key=k, train=True),
    "an unused jitted argument": lambda k: (random.bits(k), fjax.jit(lambda k, x: x)(k, 1)),
    "dropout": lambda k: fjax.nn.Dropout(0.5)(jnp.ones(3), key=k, train=True),
}  # fmt: skip
BAD = {
    "two draws": twice,
    "a draw after a split": lambda k: (random.split(k), random.bits(k)),
    "two splits": lambda k: (random.split(k), random.split(k)),
    "a copy": lambda k: (random.bits(k), random.bits(jnp.array(k, copy=True))),
    "a new axis": lambda k: (random.bits(k), random.bits(k[None][0])),
    "a broadcast": lambda k: fjax.vmap(random.bits)(jnp.broadcast_to(k, (2,))) + random.bits(k),
    "one row twice": lambda k: (lambda new: [random.bits(new[1]),
                                             random.bits(new.reshape(2, 2)[0, 1])])(
        random.split(k, 4)),
    "a jitted function": lambda k: fjax.jit(twice)(k),
    "two jitted functions": lambda k: fjax.jit(random.bits)(k) + fjax.jit(random.bits)(k),
    "one argument twice": lambda k: fjax.jit(lambda a, b: random.bits(a) + random.bits(b))(k, k),
    "a branch and a draw": lambda k: (lax.cond(True, random.uniform, lambda k: 1.0, k),
                                      random.bits(k)),
    "a closure of a scan": lambda k: lax.scan(lambda c, _: (c, random.bits(k)), 0, None, 3),
    "a carry of a scan": lambda k: lax.scan(lambda k, _: (k, random.bits(k)), k, None, 3),
    "a loop's body": lambda k: lax.fori_loop(0, 3, lambda i, x: x + random.uniform(k), 0.0),
    "a loop's condition": lambda k: lax.while_loop(
        lambda c: c < random.uniform(k), lambda c: c + 1, 0.0),
    "a batch": lambda k: fjax.vmap(twice)(random.split(k, 3)),
}  # fmt: skip


@pytest.mark.parametrize("name", GOOD)
def test_keys_that_are_used_once_are_left_alone_and_their_second_use_is_found(name):
    check_key_reuse(GOOD[name], KEY)
    if name != "fold_in":  # which uses no key up
        with pytest.raises(KeyReuseError, match=REUSED):
            check_key_reuse(lambda k: (GOOD[name](k), GOOD[name](k)), KEY)


@pytest.mark.parametrize("name", BAD)
def test_a_key_that_is_used_twice_is_found(name):
    with pytest.raises(KeyReuseError, match=REUSED) as caught:
        check_key_reuse(BAD[name], KEY)
    assert "test_key_reuse.py" in caught.value.line


@pytest.mark.parametrize(
    ("name", "message"),
    [
        ("a closure of a scan", "scan body function leads to key reuse"),
        ("a loop's condition", "while_loop cond function leads to key reuse"),
        ("two jitted functions", "In jit, argument 0 .* In random_bits, argument 0"),
    ],
)
def test_the_error_says_where(name, message):
    with pytest.raises(KeyReuseError, match=message):
        check_key_reuse(BAD[name], KEY)


def test_with_the_option_on_the_second_draw_raises():
    with fjax.debug_key_reuse(True):
        key = random.key(0)
        random.normal(key)
        with pytest.raises(KeyReuseError, match="Previously-consumed key passed to jit-compiled"):
            random.uniform(key)
        random.uniform(random.key(0))
        with pytest.raises(KeyReuseError, match=REUSED):
            fjax.jit(twice)(random.key(0))
        fjax.jit(once)(random.key(0))


def test_a_clone_may_be_used_again():
    with fjax.debug_key_reuse(True):
        key = random.key(0)
        copy = random.clone(key)
        assert random.bits(key) == random.bits(copy)


def test_keys_that_a_function_holds_or_gives_are_followed():
    with fjax.debug_key_reuse(True):
        key = random.key(0)
        f = fjax.jit(lambda: random.uniform(key))
        f()
        with pytest.raises(KeyReuseError, match="at index 0"):
            f()
        given = fjax.jit(lambda: (lambda k: (random.bits(k), k))(random.key(1)))()[1]
        with pytest.raises(KeyReuseError):
            random.bits(given)


def test_rows_of_an_array_are_used_one_by_one():
    with fjax.debug_key_reuse(True):
        keys = random.split(random.key(0), 3)
        first = fjax.jit(lambda ks: random.bits(ks[0]))
        second = fjax.jit(lambda ks: random.bits(ks[1]))
        first(keys)
        second(keys)
        with pytest.raises(KeyReuseError):
            first(keys)


def test_without_the_option_nothing_is_noted():
    key = random.key(0)
    random.normal(key)
    random.normal(key)
    with fjax.debug_key_reuse(True):
        random.normal(key)


SAMPLERS = {
    "ball": (2,), "bernoulli": (), "beta": (1.0, 1.0), "binomial": (10, 0.5), "bits": (),
    "categorical": (jnp.ones(3),), "cauchy": (), "chisquare": (2.0,), "choice": (5,),
    "dirichlet": (jnp.ones(3),), "exponential": (), "f": (1.0, 2.0), "gamma": (1.0,),
    "generalized_normal": (1.0,), "geometric": (0.5,), "gumbel": (), "laplace": (),
    "loggamma": (1.0,), "logistic": (), "lognormal": (), "maxwell": (),
    "multinomial": (10.0, jnp.ones(3) / 3), "multivariate_normal": (jnp.ones(2), jnp.eye(2)),
    "normal": (), "orthogonal": (3,), "pareto": (1.0,), "permutation": (5,), "poisson": (3.0,),
    "rademacher": (), "randint": ((), 1, 3), "rayleigh": (1.0,), "split": (), "t": (2.0,),
    "triangular": (0.0, 0.5, 1.0), "truncated_normal": (0.0, 1.0), "uniform": (),
    "wald": (1.0,), "weibull_min": (1.0, 1.0),
}  # fmt: skip


@pytest.mark.one_in(4)
@pytest.mark.parametrize("name", SAMPLERS)
def test_each_sampler_uses_its_key_once(name):
    sampler = getattr(random, name)
    check_key_reuse(lambda k: sampler(k, *SAMPLERS[name]), KEY)
    with pytest.raises(KeyReuseError):
        check_key_reuse(lambda k: [sampler(k, *SAMPLERS[name]) for _ in range(2)], KEY)


INITIALIZERS = [
    *itertools.product(["float32", "complex64"], ["glorot_uniform", "he_normal", "lecun_normal"]),
    ("float32", "orthogonal"),  # of real matrices only
]


@pytest.mark.parametrize("dtype, name", INITIALIZERS)
def test_each_initializer_uses_its_key_once(name, dtype):
    init = getattr(fjax.nn.initializers, name)()
    check_key_reuse(lambda k: init(k, (3, 4), dtype), KEY)
    with pytest.raises(KeyReuseError, match=REUSED):
        check_key_reuse(lambda k: [init(k, (3, 4), dtype) for _ in range(2)], KEY)
