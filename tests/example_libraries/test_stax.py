"""Layers: the shapes they promise are those they give, and their numbers are NumPy's."""

import numpy as np
import pytest

import fjax
import fjax.numpy as jnp
from fjax.example_libraries import optimizers, stax

KEY = fjax.random.key(0)
IMAGES, CHANNELS_FIRST = (2, 9, 8, 3), (2, 3, 9, 8)
LAYERS = {
    "dense": (stax.Dense(5), (4, 3)),
    "conv": (stax.Conv(5, (3, 2), strides=(2, 1), padding="SAME"), IMAGES),
    "conv valid": (stax.Conv(5, (3, 2)), IMAGES),
    "conv features first": (stax.GeneralConv(("NCHW", "OIHW", "NCHW"), 5, (3, 3)), CHANNELS_FIRST),
    "transposed": (stax.ConvTranspose(5, (3, 2), strides=(2, 3), padding="SAME"), IMAGES),
    "transposed valid": (stax.ConvTranspose(5, (3, 2), strides=(2, 3)), IMAGES),
    "transposed line": (stax.Conv1DTranspose(5, (3,), strides=(2,)), (2, 9, 3)),
    "batch norm": (stax.BatchNorm(), IMAGES),
    "batch norm features first": (stax.BatchNorm(axis=(0, 2, 3)), CHANNELS_FIRST),
    "batch norm plain": (stax.BatchNorm(axis=0, center=False, scale=False), (4, 3)),
    "max": (stax.MaxPool((2, 3), strides=(2, 2)), IMAGES),
    "max same": (stax.MaxPool((2, 3), padding="SAME"), IMAGES),
    "sum": (stax.SumPool((2, 2)), IMAGES),
    "mean": (stax.AvgPool((3, 3), strides=(2, 2), padding="SAME"), IMAGES),
    "mean features first": (stax.AvgPool((3, 3), spec="NCHW"), CHANNELS_FIRST),
    "flatten": (stax.Flatten, IMAGES),
    "identity": (stax.Identity, IMAGES),
    "dropout": (stax.Dropout(0.7), IMAGES),
    **{
        name.lower(): (getattr(stax, name), (4, 3))
        for name in (
            "Tanh",
            "Relu",
            "Exp",
            "LogSoftmax",
            "Softmax",
            "Softplus",
            "Sigmoid",
            "Elu",
            "LeakyRelu",
            "Selu",
            "Gelu",
        )
    },
    "serial": (stax.serial(stax.Dense(6), stax.Relu, stax.Dropout(0.5), stax.Dense(2)), (4, 3)),
    "residual": (
        stax.serial(stax.FanOut(2), stax.parallel(stax.Identity, stax.Dense(3)), stax.FanInSum),
        (4, 3),
    ),
    "joined": (
        stax.serial(
            stax.FanOut(2), stax.parallel(stax.Dense(5), stax.Dense(3)), stax.FanInConcat()
        ),
        (4, 3),
    ),
    "by shape": (stax.shape_dependent(lambda shape: stax.Dense(2 * shape[-1])), (4, 3)),
}


def inputs(shape):
    return jnp.asarray(np.random.default_rng(1).standard_normal(shape))


@pytest.mark.one_in(40)
@pytest.mark.parametrize("name", LAYERS)
def test_a_layer_gives_the_shape_that_it_promises(name):
    (init_fun, apply_fun), shape = LAYERS[name]
    promised, params = init_fun(KEY, shape)
    out = fjax.jit(lambda p, x: apply_fun(p, x, rng=KEY))(params, inputs(shape))
    assert out.shape == tuple(promised)
    assert np.all(np.isfinite(out))


@pytest.mark.parametrize(("layer", "length"), [(stax.Conv, 2), (stax.ConvTranspose, 13)])
def test_steps_of_windows_are_those_asked_for(layer, length):
    init, apply = layer(4, (3, 3), strides=(2, 2))
    promised, params = init(KEY, (1, 6, 6, 2))
    assert apply(params, jnp.ones((1, 6, 6, 2))).shape[1] == promised[1] == length


def test_pools_reduce_windows_as_numpy_does():
    x = np.asarray(inputs((2, 6, 4, 3)))
    windows = x.reshape(2, 3, 2, 2, 2, 3)
    for pool, expected in (
        (stax.MaxPool, windows.max((2, 4))),
        (stax.SumPool, windows.sum((2, 4))),
        (stax.AvgPool, windows.mean((2, 4))),
    ):
        out = pool((2, 2), strides=(2, 2))[1]((), x)
        np.testing.assert_allclose(out, expected, rtol=1e-6)


def test_padding_does_not_count_in_a_mean():
    ones = stax.AvgPool((3, 3), padding="SAME")[1]((), jnp.ones(IMAGES))
    np.testing.assert_allclose(ones, 1.0, rtol=1e-6)


def test_batch_norm_centres_and_scales_by_its_parameters():
    init_fun, apply_fun = stax.BatchNorm()
    _, (beta, gamma) = init_fun(KEY, IMAGES)
    out = apply_fun((beta + 2.0, gamma * 3.0), inputs(IMAGES))
    np.testing.assert_allclose(out.mean((0, 1, 2)), 2.0, atol=1e-5)
    np.testing.assert_allclose(out.std((0, 1, 2)), 3.0, rtol=1e-3)


def test_dropout_needs_a_key_and_keeps_the_mean():
    _, apply_fun = stax.Dropout(0.8)
    with pytest.raises(ValueError, match="needs a random key"):
        apply_fun((), jnp.ones(3))
    out = apply_fun((), jnp.ones(10_000), rng=KEY)
    np.testing.assert_allclose(out.mean(), 1.0, atol=0.02)
    same = stax.Dropout(0.8, mode="test")[1]((), jnp.ones(3), rng=KEY)
    np.testing.assert_array_equal(same, 1.0)


def test_a_net_of_layers_learns_exclusive_or():
    init_fun, apply_fun = stax.serial(stax.Dense(8), stax.Tanh, stax.Dense(1))
    x, y = (
        jnp.array([[0, 0], [0, 1], [1, 0], [1, 1]], float),
        jnp.array([[0.0], [1.0], [1.0], [0.0]]),
    )
    init, update, get_params = optimizers.adam(0.05)

    @fjax.jit
    def train(state):
        def step(i, state):
            loss = lambda p: jnp.mean((apply_fun(p, x) - y) ** 2)
            return update(i, fjax.grad(loss)(get_params(state)), state)

        return fjax.lax.fori_loop(0, 500, step, state)

    params = get_params(train(init(init_fun(KEY, (-1, 2))[1])))
    np.testing.assert_allclose(apply_fun(params, x), y, atol=0.05)


def test_a_model_of_an_unknown_batch_has_its_output_shape():
    init, apply = stax.serial(
        stax.Conv(4, (3, 3), padding="SAME"),
        stax.Relu,
        stax.MaxPool((2, 2), (2, 2)),
        stax.AvgPool((2, 2)),
        stax.SumPool((2, 2)),
        stax.Flatten,
        stax.Dense(5),
    )
    shape, parameters = init(fjax.random.key(0), (-1, 8, 8, 3))
    assert shape == (-1, 5)
    assert apply(parameters, jnp.ones((2, 8, 8, 3))).shape == (2, 5)
