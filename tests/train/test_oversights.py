"""A layer that is not told its mode, or whose new state is lost, is named when a step is traced."""

import numpy as np
import pytest

import fjax
import fjax.numpy as jnp
from fjax import data, nn, optim, random, train, tree
from fjax.errors import FjaxError, FjaxTypeError, FjaxValueError
from fjax.nn.module import Module

KEYS = random.split(random.key(0), 8)
X = np.random.default_rng(0).normal(size=(8, 4)).astype(np.float32)
Y = (X[:, 0] > 0).astype(np.int32)


NOISE = optim.Transformation(lambda p: (), lambda g, s, p=None: (tree.map(lambda x: x - 9, g), s))


def linear(k=0, outputs=4):
    return nn.Linear(4, outputs, key=KEYS[k])


def of_one(layer):
    """A layer of sequences for the batch as one sequence."""
    return nn.Sequential(lambda x: x[None], layer, lambda x: x[0])


def of_steps():
    """The same for each of three steps."""
    return nn.Sequential(linear(), lambda x: jnp.tile(x[:, None], (1, 3, 1)))


def fitted(model, **more):
    return train.fit(
        model, optim.sgd(0.1), nn.losses.cross_entropy, data.Loader((X, Y), 4), epochs=1,
        key=random.key(1), callbacks=[], **more,
    )  # fmt: skip


class Net(Module):
    """Two layers of which the second is told nothing unless `__call__` of a subclass does it."""

    first: nn.Linear
    inner: Module

    def __init__(self, inner):
        self.first, self.inner = linear(), inner


class Silent(Net, init=False):
    def __call__(self, x):
        return self.inner(self.first(x))


class KeyAlone(Net, init=False):
    def __call__(self, x, *, key=None, train=False):
        return self.inner(self.first(x), key=key)


class WithoutMode(Net, init=False):
    def __call__(self, x, state, *, train=False):
        y, state = self.inner(self.first(x), state)
        return y, state


class LosesState(Net, init=False):
    def __call__(self, x, state, *, train=False):
        y, _ = self.inner(self.first(x), state, train=train)
        return y, state


class ReturnsPart(Net, init=False):
    def __call__(self, x, state, *, train=False):
        y, state = self.inner(self.first(x), state, train=train)
        return y, {}


class Noise(Module):
    scale: fjax.Array

    def __call__(self, x, *, key=None, train=False):
        return x + self.scale * random.normal(key, x.shape, x.dtype) if train else x


class Inner(Module):
    drop: nn.Dropout

    def __call__(self, x, *, key=None, train=False):
        return self.drop(x, key=key, train=train)


DROPPED = {
    "dropout in a model without a mode": (
        Silent(nn.Dropout(0.5)), r"inner, a Dropout.*Silent.__call__ takes as `\*, key=None, train"
    ),
    "dropout that gets the key alone": (KeyAlone(nn.Dropout(0.5)), r"inner, a Dropout"),
    "dropout of channels": (KeyAlone(nn.ChannelDropout(0.1)), r"inner, a ChannelDropout"),
    "paths dropped": (KeyAlone(nn.Sequential(nn.Residual(nn.DropPath(0.1)))),
                      r"inner\.layers\[0\]\.layer, a DropPath"),
    "a layer in a Sequential": (
        Silent(nn.Sequential(linear(), nn.Dropout(0.5))), r"inner\.layers\[1\], a Dropout"
    ),
    "a module of the user's own": (Silent(Noise(jnp.ones(4))), r"inner, a Noise"),
    "a module in a module": (Silent(Inner(nn.Dropout(0.5))), r"inner\.drop, a Dropout"),
    "a transformer's layer": (
        Silent(of_one(nn.TransformerEncoderLayer(4, 2, 8, key=KEYS[1], dropout=0.1))),
        r"inner\.layers\[1\]\.dropout, a Dropout",
    ),
    "layers in a loop": (
        Silent(nn.Stack([nn.Sequential(linear(), nn.Dropout(0.5)) for _ in range(2)])),
        r"inner\.stacked\.layers\[1\], a Dropout",
    ),
    "layers computed again": (
        Silent(nn.Sequential(linear(), nn.Dropout(0.5), checkpoint=True)),
        r"inner\.layers\[1\], a Dropout",
    ),
    "statistics without a mode": (WithoutMode(nn.BatchNorm(4)), r"inner, a BatchNorm.*train=train"),
    "a norm in a Sequential without a mode": (
        WithoutMode(nn.Sequential(linear(), nn.BatchNorm(4))), r"inner\.layers\[1\], a BatchNorm"
    ),
    "singular vectors without a mode": (
        WithoutMode(nn.SpectralNorm(linear())), r"inner, a SpectralNorm"
    ),
    "statistics that are lost": (LosesState(nn.BatchNorm(4)), r"inner changed what it remembers"),
    "statistics of a layer in a loop that are lost": (
        LosesState(nn.Stack([nn.Sequential(linear(), nn.BatchNorm(4)) for _ in range(2)])),
        r"inner\.stacked\.layers\[1\] changed what it remembers",
    ),
    "a state that comes back in part": (
        ReturnsPart(nn.BatchNorm(4)), "the state that came back has nothing of inner"
    ),
}  # fmt: skip


@pytest.mark.parametrize("name", DROPPED)
def test_what_a_model_drops_is_named(name):
    model, message = DROPPED[name]
    with pytest.raises(FjaxValueError, match=message):
        fitted(model)


@pytest.mark.parametrize("jit", [False, True])
def test_a_forward_of_ones_own_that_does_not_tell_the_model_is_named(jit):
    model = nn.Sequential(linear(), nn.Dropout(0.5))

    def forward(model, batch, *, state, key, train):
        return (fjax.jit(model) if jit else model)(batch[0]), batch[1], state

    with pytest.raises(FjaxValueError, match=r"layers\[1\], a Dropout, was called without train="):
        fitted(model, forward=forward)


class Frozen(Net, init=False):
    """Says that its inner layer is not trained."""

    def __call__(self, x, state=None, *, key=None, train=False):
        if not state:
            return self.inner(self.first(x), train=False), state
        y, _ = self.inner(self.first(x), state, train=False)
        return y, state


class Unused(Net, init=False):
    def __call__(self, x):
        return self.first(x)


class Told(Net, init=False):
    def __call__(self, x, state=None, *, key=None, train=False):
        if not state:
            return self.inner(self.first(x), key=key, train=train), state
        return self.inner(self.first(x), state, key=key, train=train)


KEPT = {
    "a frozen norm": Frozen(nn.BatchNorm(4)),
    "a frozen norm in a Sequential": Frozen(nn.Sequential(nn.BatchNorm(4))),
    "frozen dropout": Frozen(nn.Dropout(0.5)),
    "a layer that is never called": Unused(nn.BatchNorm(4)),
    "layers that have no mode, in containers that hand it on": Silent(
        nn.Sequential(linear(), nn.relu, nn.Sequential(), nn.Residual(nn.Sequential(nn.relu)))
    ),
    "dropout of nothing": Silent(nn.Dropout(0.0)),
    "a transformer's layer without dropout": Silent(
        of_one(nn.TransformerEncoderLayer(4, 2, 8, key=KEYS[1]))
    ),
    "a norm and dropout": Told(nn.Sequential(nn.BatchNorm(4), nn.Dropout(0.1))),
    "a loop of norms and dropout": Told(
        nn.Stack([nn.Sequential(linear(), nn.BatchNorm(4), nn.Dropout(0.1)) for _ in range(2)])
    ),
    "layers computed again": Told(
        nn.Sequential(linear(), nn.BatchNorm(4), nn.Dropout(0.1), checkpoint=True)
    ),
    "a weight that is another each time": Told(nn.SpectralNorm(linear())),
    "shared weights": Told(
        nn.Tied(
            nn.Sequential(linear(), nn.Dropout(0.1), linear(1)),
            {"layers[2].bias": "layers[0].bias"},
        )
    ),
}  # fmt: skip


@pytest.mark.one_in(5)
@pytest.mark.parametrize("name", KEPT)
def test_what_is_meant_is_let_alone(name):
    model = KEPT[name]
    found = fitted(model)
    assert found.steps == 2
    counts = [int(part["count"].max()) for part in found.state.values() if "count" in part]
    assert all(count == (2 if isinstance(model, Told) else 0) for count in counts)


def test_a_state_is_made_for_a_model_that_comes_without_and_asked_for_with_one():
    model = nn.Sequential(linear(), nn.BatchNorm(4))
    found = fitted(model)
    assert list(found.state) == ["layers[1]"] and int(found.state["layers[1]"]["count"]) == 2
    with pytest.raises(FjaxValueError, match=r"layers\[1\] remembers something.*state=state"):
        fitted(nn.with_state(model)[0])


# ---- wrong arguments


def adds_one(now):
    return now.step


WRONG = {
    "a callback that returns a number": (
        dict(callbacks=[adds_one]), FjaxTypeError, r"adds_one returned 0: a callback returns None"
    ),
    "a callback that returns at a step": (
        dict(callbacks=[lambda now: None if now.event != "step" else True]),
        FjaxTypeError, "<lambda> returned True",
    ),
    "a callback that is a class": (
        dict(callbacks=[train.Best]), FjaxTypeError, "train.Best makes a callback"
    ),
    "a model and its state": (
        dict(model=nn.with_state(nn.Sequential(linear()))), FjaxTypeError, "two arguments"
    ),
    "a class of models": (dict(model=nn.Flatten), FjaxTypeError, r"an instance: Flatten\(…\)"),
    "a function": (dict(model=nn.relu), FjaxTypeError, "fjax.nn.Lambda"),
    "a class of metrics": (
        dict(metrics={"auc": nn.metrics.RocAuc}), FjaxTypeError, r"RocAuc.*RocAuc.empty\(\)"
    ),
    "a class of metrics with arguments": (
        dict(metrics={"f1": nn.metrics.F1}), FjaxTypeError, r"an instance: F1.empty\(classes\)"
    ),
    "a metric that is none": (
        dict(metrics={"accuracy": "accuracy"}), FjaxTypeError, "got 'accuracy'"
    ),
    "a loss that is a class": (
        dict(loss=nn.metrics.Average), FjaxTypeError, "such as fjax.nn.losses.cross_entropy"
    ),
    "a key that is a number": (dict(key=0), FjaxTypeError, r"such as fjax.random.key\(0\), got 0"),
    "several keys": (dict(key=KEYS), FjaxTypeError, r"one random key, got an array of \(8,\) keys"),
    "classes that are balanced": (
        dict(class_weight="balanced"), FjaxValueError, r"\{0: 1.0, 1: 5.0\} or.*got 'balanced'"
    ),
    "no steps between checkpoints": (
        dict(save_steps=0), FjaxValueError, "save_steps is a number above 0, got 0"
    ),
    "half a step": (dict(save_steps=0.5), FjaxValueError, "save_steps is a number above 0"),
    "a text as minutes": (dict(save_minutes="5"), FjaxValueError, "save_minutes is a number"),
    "a precision": (dict(precision="half"), FjaxValueError, "one of f32, bf16, f16, got 'half'"),
    "no batch at all": (dict(accumulate=0), FjaxValueError, "accumulate is a whole number"),
    "a decay": (dict(ema=1.0), FjaxValueError, r"ema is in \[0, 1\), such as 0.999, got 1.0"),
    "a part": (dict(trained="head"), FjaxValueError, "no parameter is at 'head'"),
    "weights of names": (
        dict(class_weight={"a": 1}), FjaxTypeError, "numbers of classes to weights"
    ),
    "weights below 0": (dict(class_weight=[1, -1]), FjaxValueError, "at least 0, of each class"),
    "labels out of range": (
        dict(data=[(X, Y), (X, Y + 4)]), FjaxError, r"batch 1.*a label is from 0 to 3, got 5 at"
    ),
    "labels of a loader": (
        dict(data=data.Loader((X, np.where(np.arange(8) == 6, 9, Y)), 4)),
        FjaxValueError, "row 6 of data: cross_entropy: a label is from 0 to 3, got 9",
    ),
    "labels of a part": (
        dict(data=data.Loader(data.random_split((X, Y - 1), [1.0], key=KEYS[0])[0], 4)),
        FjaxValueError, "row . of data: cross_entropy: a label is from 0 to 3, got -1",
    ),
    "labels of validation": (
        dict(validation=(X, Y + 7)), FjaxValueError, "row . of validation: .*from 0 to 3, got 8"
    ),
    "labels of steps": (
        dict(model=of_steps(), data=data.Loader((X, 8 * np.eye(8, 3, dtype=int)), 4)),
        FjaxValueError, r"row . of data: cross_entropy: a label is from 0 to 3, got .* at \(0, .\)",
    ),
    "batches of three": (
        dict(data=[(X, Y, Y)]), FjaxTypeError, "got a tuple of 3.*argument weights of a Loader"
    ),
    "a forward without a state": (
        dict(forward=lambda model, batch, *, state, key, train: (model(batch[0]), batch[1])),
        FjaxTypeError, r"returns \(predictions, targets, state\), got a tuple of 2",
    ),
    "nothing to train": (dict(model=nn.Flatten()), FjaxValueError, "no parameters of floats"),
}  # fmt: skip


@pytest.mark.parametrize("name", WRONG)
def test_what_is_wrong_is_said_with_what_is_right(name):
    changes, error, message = WRONG[name]
    given = dict(
        model=linear(), optimizer=optim.sgd(0.1), loss=nn.losses.cross_entropy,
        data=data.Loader((X, Y), 4), epochs=1, callbacks=[],
    )  # fmt: skip
    with pytest.raises(error, match=message):
        train.fit(**{**given, **changes})


@pytest.mark.parametrize(
    ("given", "error", "message"),
    [
        (dict(key=0), FjaxTypeError, r"key is a random key, such as fjax.random.key\(0\), got 0"),
        (dict(key=np.random.default_rng(0)), FjaxTypeError, "got Generator"),
        (dict(odds=np.ones(8)), FjaxTypeError, "odds needs keys"),
        (dict(weights=np.ones(7)), FjaxValueError, "weights is a number for each of 8 rows"),
        (dict(weights=-np.ones(8)), FjaxValueError, "finite and not below 0"),
        (dict(odds=np.zeros(8), key=random.key(0)), FjaxValueError, "all 0"),
        (dict(data=([[1], [2]], [3, 4])), FjaxTypeError, "a tuple of columns holds arrays"),
        (dict(data=np.array([[1], [1, 2]], dtype=object)), FjaxTypeError, r"data.padded\(\)"),
    ],
)
def test_loaders_say_what_is_wrong(given, error, message):
    with pytest.raises(error, match=message):
        data.Loader(**{"data": (X, Y), "batch_size": 2, **given})


def test_a_loader_that_is_to_shuffle_is_given_a_key():
    with pytest.raises(TypeError) as caught:
        data.Loader((X, Y), 2, shuffle=True)
    fjax.misspelling.note_keyword(caught.value)
    assert "In fjax: key" in "".join(caught.value.__notes__)


@pytest.mark.parametrize(
    "optimizer",
    [
        *(optim.sgd(0.1), optim.sgd(0.1, momentum=0.9, nesterov=True), optim.adadelta(0.1)),
        *(make(0.1) for make in (optim.adafactor, optim.adagrad, optim.adam, optim.adamax)),
        *(make(0.1) for make in (optim.adamw, optim.lamb, optim.lars, optim.lion, optim.muon)),
        *(make(0.1) for make in (optim.nadam, optim.radam, optim.rmsprop)),
        *(optim.lbfgs(), optim.sam(optim.sgd(0.1)), optim.set_to_zero()),
        optim.chain(optim.clip_by_global_norm(1.0), optim.trace(0.9), optim.scale(-0.1)),
        optim.inject_hyperparams(optim.adam)(learning_rate=optim.linear_schedule(0.0, 1.0, 9)),
        optim.accumulate(optim.sgd(0.1), 2),
        # Noise may be larger than the step, and so may the decay of weights.
        optim.chain(
            optim.Transformation(lambda p: (), lambda g, s, p=None: (g - 9, s)), optim.sgd(1)
        ),
        optim.chain(optim.sgd(0.1), optim.add_decayed_weights(9.0)),
    ],
)
def test_what_descends_is_no_mistake(optimizer):
    train.oversights.check_descent(optimizer, {"w": jnp.ones((3, 4)), "b": jnp.ones(3)})
