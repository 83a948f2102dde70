"""`fit` over a mesh computes what it computes on one device."""

import numpy as np
import pytest

import fjax
from fjax import checkpoints, data, nn, optim, random, train
from fjax.errors import FjaxTypeError, FjaxValueError
from fjax.nn import losses, metrics
from fjax.sharding import AxisType

X = np.random.default_rng(0).normal(size=(96, 2)).astype(np.float32)
Y = (np.sum(X**2, 1) < 1.5).astype(np.int32)
MESHES = {
    "one axis": fjax.make_mesh((4,), ("data",)),
    "an axis that is propagated": fjax.make_mesh((8,), ("data",), axis_types=(AxisType.Auto,)),
    "two axes": fjax.make_mesh((2, 2), ("a", "b")),
}


def fitted(**changes):
    one, two = random.split(random.key(0))
    model = nn.Sequential(
        nn.Linear(2, 16, key=one), nn.tanh, nn.BatchNorm(16), nn.Dropout(0.1),
        nn.Linear(16, 2, key=two),
    )  # fmt: skip
    given = dict(
        data=data.Loader((X, Y), 16, key=random.key(1)), epochs=3, key=random.key(2), callbacks=[],
        metrics={"accuracy": metrics.accuracy, "confusion": metrics.Confusion.empty(2)},
        validation=data.Loader((X[:41], Y[:41]), 16, rest="pad"),
    )  # fmt: skip
    return train.fit(model, optim.adam(1e-2), losses.cross_entropy, **{**given, **changes})


OPTIONS = {
    "plain": {},
    "all": dict(precision="bf16", ema=0.9, accumulate=2, class_weight={1: 2.0}, trained="layers.4"),
}


@pytest.mark.one_in(3)
@pytest.mark.parametrize("options", OPTIONS)
@pytest.mark.parametrize("mesh", MESHES)
def test_a_training_over_a_mesh_is_that_of_one_device(mesh, options):
    one = fitted(**OPTIONS[options])
    several = fitted(mesh=MESHES[mesh], **OPTIONS[options])
    parts = zip(fjax.tree.leaves(one.model), fjax.tree.leaves(several.model), strict=True)
    for x, y in parts:
        np.testing.assert_allclose(np.asarray(x), np.asarray(y), rtol=1e-3, atol=1e-4)
        assert y.sharding.mesh == MESHES[mesh] and y.sharding.is_fully_replicated
    for a, b in zip(one.history, several.history, strict=True):
        assert a["confusion"] == b["confusion"]
        np.testing.assert_allclose(a["val_loss"], b["val_loss"], rtol=1e-3)


def test_a_run_over_a_mesh_goes_on(tmp_path):
    expected = fitted(mesh=MESHES["one axis"])
    stop = lambda now: "enough" if now.event == "step" and now.step == 9 else None
    fitted(mesh=MESHES["one axis"], checkpoints=tmp_path / "run", callbacks=[stop])
    assert checkpoints.Folder(tmp_path / "run").steps()[-1] == 9
    found = fitted(mesh=MESHES["one axis"], checkpoints=tmp_path / "run", resume=True)
    for x, y in zip(fjax.tree.leaves(expected.model), fjax.tree.leaves(found.model), strict=True):
        np.testing.assert_array_equal(np.asarray(x), np.asarray(y))


@pytest.mark.parametrize(
    ("changes", "error", "message"),
    [
        (dict(data=data.Loader((X, Y), 6)), FjaxValueError, "over the 4 devices.*a multiple"),
        (dict(validation=(X[:41], Y[:41])), FjaxValueError, "rest='pad' where rows do not fill"),
        (dict(data=data.Loader((X, Y), 8, rank=0, count=2)), FjaxValueError, "leave out rank"),
        (dict(mesh=4), FjaxTypeError, r"fjax.make_mesh\(\(4,\)"),
    ],
)
def test_what_cannot_be_split_is_said(changes, error, message):
    with pytest.raises(error, match=message):
        fitted(**{"mesh": MESHES["one axis"], **changes})
