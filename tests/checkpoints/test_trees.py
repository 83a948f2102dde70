"""What is saved comes back bit for bit; what does not fit is reported; nothing good is lost."""

import base64
import os
import resource
import signal
import threading

import numpy as np
import pytest

import fjax
import fjax.numpy as jnp
from fjax import checkpoints, nn, optim, random
from fjax.core import dtypes
from fjax.errors import FjaxTypeError, FjaxValueError
from tests.children import in_child, needs_fork

# Written by the reference implementation of the format (package safetensors 0.8.0).
FOREIGN = base64.b64decode(
    "AAEAAAAAAAB7Il9fbWV0YWRhdGFfXyI6eyJmb3JtYXQiOiJwdCJ9LCJuIjp7ImR0eXBlIjoiSTY0Iiwic2hhcGUiOlsxXS"
    "wiZGF0YV9vZmZzZXRzIjpbMCw4XX0sInciOnsiZHR5cGUiOiJGMzIiLCJzaGFwZSI6WzIsM10sImRhdGFfb2Zmc2V0cyI6"
    "WzgsMzJdfSwiZSI6eyJkdHlwZSI6IkYxNiIsInNoYXBlIjpbMCw0XSwiZGF0YV9vZmZzZXRzIjpbMzIsMzJdfSwidCI6ey"
    "JkdHlwZSI6IkJPT0wiLCJzaGFwZSI6WzJdLCJkYXRhX29mZnNldHMiOlszMiwzNF19fSAgAwAAAAAAAAAAAAAAAACAPwAA"
    "AEAAAEBAAACAQAAAoEABAA=="
)


@pytest.fixture
def path(tmp_path):
    """Where a checkpoint goes."""
    return tmp_path / "a.safetensors"


def assert_same(a, b):
    assert fjax.tree.structure(a) == fjax.tree.structure(b)
    for x, y in zip(fjax.tree.leaves(a), fjax.tree.leaves(b), strict=True):
        assert x.dtype == y.dtype and x.shape == y.shape and x.weak_type == y.weak_type
        assert x.host().tobytes() == y.host().tobytes()


@pytest.mark.parametrize(
    "dtype", [d for d in dtypes.SUPPORTED if d != dtypes.float0], ids=dtypes.short_name
)
def test_an_array_of_every_dtype_comes_back_bit_for_bit(path, dtype, rng):
    given = jnp.asarray(rng.integers(0, 2, (3, 5)).astype(dtype))
    scalar, nothing = given[1, 2], given[:0]
    checkpoints.save(path, [given, scalar, nothing])
    found = checkpoints.load(path)
    assert_same(found, [given, scalar, nothing])


@pytest.mark.parametrize("implementation", ["threefry2x32", "rbg"])
def test_random_keys_come_back(path, implementation):
    keys = random.split(random.key(3, impl=implementation), 4)
    checkpoints.save(path, {"keys": keys, "one": keys[0]})
    assert_same(checkpoints.load(path), {"keys": keys, "one": keys[0]})


def test_nan_payloads_infinities_and_negative_zeros_come_back(path):
    given = np.array([0x7FC01234, 0xFF800000, 0x80000000], np.uint32).view(np.float32)
    checkpoints.save(path, given)
    assert checkpoints.load(path).host().tobytes() == given.tobytes()


def test_a_tree_of_containers_numbers_and_texts_comes_back(path):
    given = {"a": [1, (2.5, float("inf")), None], "b": {3: 'é"fjax.sha256":"0"', 4: True}, "e": []}
    checkpoints.save(path, given)
    assert checkpoints.load(path) == given
    assert checkpoints.load(path, like=given) == given


def test_weak_types_come_back(path):
    given = fjax.jit(lambda: 2.0)()
    assert given.weak_type
    checkpoints.save(path, {"x": given})
    assert_same(checkpoints.load(path), {"x": given})


def test_a_model_its_state_and_its_optimizer_come_back_into_their_types(path):
    make = lambda key: nn.with_state(nn.Sequential(nn.Linear(3, 4, key=key), nn.BatchNorm(4)))
    model, state = make(random.key(0))
    everything = {"model": model, "state": state, "memory": optim.adamw(1e-3).init(model)}
    checkpoints.save(path, everything)
    other, other_state = fjax.eval_shape(lambda: make(random.key(1)))
    like = {
        "model": other,
        "state": other_state,
        "memory": fjax.eval_shape(optim.adamw(1e-3).init, other),
    }
    assert_same(checkpoints.load(path, like), everything)


def test_a_file_of_the_reference_implementation_is_read(path):
    path.write_bytes(FOREIGN)
    found, metadata = checkpoints.read_safetensors(path)
    assert metadata == {"format": "pt"} and found["e"].shape == (0, 4)
    np.testing.assert_array_equal(found["w"], np.arange(6, dtype=np.float32).reshape(2, 3))
    layer = nn.Linear(3, 2, key=random.key(0))
    model, report = checkpoints.load_partial(path, layer, lambda name: {"w": "weight"}.get(name))
    assert report.missing == ("bias",) and report.unexpected == ()
    np.testing.assert_array_equal(model.weight, found["w"])


def test_the_reference_implementation_reads_a_checkpoint(path):
    reader = pytest.importorskip("safetensors.numpy")
    checkpoints.save(path, {"w": jnp.arange(6.0).reshape(2, 3), "h": jnp.ones(3, jnp.float16)})
    found = reader.load_file(path)
    np.testing.assert_array_equal(found["['w']"], np.arange(6.0).reshape(2, 3))
    assert found["['h']"].dtype == np.float16


def test_what_cannot_be_saved_is_named(path):
    with pytest.raises(FjaxTypeError, match=r"\['a'\]\[1\] is function"):
        checkpoints.save(path, {"a": [1, len.__class__ and (lambda: 0)]})
    assert not list(path.parent.iterdir())


# ---- of another tree


def test_a_checkpoint_of_another_model_is_refused_with_what_differs(path):
    checkpoints.save(path, nn.Linear(3, 4, bias=False, key=random.key(0)))
    with pytest.raises(FjaxValueError) as caught:
        checkpoints.load(path, like=nn.Linear(2, 4, key=random.key(0)))
    assert "1 leaf missing in the file: bias\n1 leaf of another type: weight " in str(caught.value)
    assert "(wanted float32[4,2], found float32[4,3])" in str(caught.value)


def test_another_dtype_is_refused_and_converted_where_parts_are_loaded(path):
    layer = nn.Linear(3, 4, key=random.key(0))
    checkpoints.save(path, nn.to_dtype(layer, jnp.bfloat16))
    with pytest.raises(
        FjaxValueError, match="2 leaves of another type(.|\n)*converts other dtypes"
    ):
        checkpoints.load(path, like=layer)
    found, report = checkpoints.load_partial(path, layer)
    assert report.complete and found.weight.dtype == jnp.float32
    np.testing.assert_allclose(found.weight, layer.weight, rtol=2**-8)


def test_parts_are_renamed_by_the_beginnings_of_their_paths(path):
    ones = lambda length: jnp.ones(length, jnp.float32)
    old = {"body": {"one": ones(2), "ones": 0 * ones(3)}, "head": ones(4)}
    like = {"trunk": {"one": 0 * ones(2), "ones": ones(3)}, "tail": 0 * ones(5)}
    checkpoints.save(path, old)
    found, report = checkpoints.load_partial(
        path, like, {"['body']": "['trunk']", "['head']": "['tail']"}
    )
    assert report.loaded == ("['trunk']['one']", "['trunk']['ones']")
    assert report.mismatched == (("['tail']", "float32[5]", "float32[4]"),)
    np.testing.assert_array_equal(found["trunk"]["one"], [1, 1])
    np.testing.assert_array_equal(found["tail"], np.zeros(5))


@pytest.mark.parametrize("start", ["['encoder']", "encoder", "encoder."])
def test_a_whole_tree_is_renamed_to_a_part(path, start):
    layer = nn.Linear(2, 3, key=random.key(0))
    checkpoints.save(path, nn.Sequential(layer))
    names = []
    for where in ("", "layers[0]"):
        _, report = checkpoints.load_partial(path, {}, {where: start})
        names.append(sorted(report.unexpected))
    start = start.removesuffix(".")
    assert names[0] == [f"{start}.layers[0].bias", f"{start}.layers[0].weight"]
    assert names[1] == [f"{start}.bias", f"{start}.weight"]


def test_two_leaves_are_not_renamed_to_one(path):
    checkpoints.save(path, {"a": 1, "b": 2})
    with pytest.raises(FjaxValueError, match="two leaves are renamed to 'c'"):
        checkpoints.load_partial(path, {}, lambda name: "c")


# ---- a disk that fails


@pytest.fixture
def small_disk():
    """Files beyond 20,000 bytes cannot be written, as on a full disk."""
    before = resource.getrlimit(resource.RLIMIT_FSIZE)
    handler = signal.signal(signal.SIGXFSZ, signal.SIG_IGN)
    resource.setrlimit(resource.RLIMIT_FSIZE, (20_000, before[1]))
    yield
    resource.setrlimit(resource.RLIMIT_FSIZE, before)
    signal.signal(signal.SIGXFSZ, handler)


def test_a_full_disk_keeps_the_last_good_checkpoint(path, small_disk):
    checkpoints.save(path, {"w": jnp.ones(10)})
    with pytest.raises(OSError):
        checkpoints.save(path, {"w": jnp.ones(10_000)})
    assert os.listdir(path.parent) == [path.name]
    np.testing.assert_array_equal(checkpoints.load(path)["w"], np.ones(10))


def test_a_full_disk_deletes_no_older_step_and_is_raised_by_the_next_call(tmp_path, small_disk):
    folder = checkpoints.Folder(tmp_path / "run", keep=1, background=True)
    folder.save(1, {"w": jnp.ones(10)})
    folder.save(2, {"w": jnp.ones(10_000)})
    with pytest.raises(OSError):
        folder.wait()
    assert folder.steps() == [1]
    folder.save(3, {"w": jnp.ones(10)})
    assert folder.steps() == [3]
    folder.close()


def test_a_rename_that_fails_leaves_no_file_behind(path, monkeypatch):
    checkpoints.save(path, 1)
    monkeypatch.setattr(os, "replace", lambda *_: (_ for _ in ()).throw(PermissionError("no")))
    with pytest.raises(PermissionError):
        checkpoints.save(path, 2)
    monkeypatch.undo()
    assert os.listdir(path.parent) == [path.name] and checkpoints.load(path) == 1


# ---- folders


def test_what_is_saved_in_the_background_is_what_it_was_when_it_was_given(tmp_path):
    step = fjax.jit(lambda w: w + 1, donate_argnums=0)
    w = jnp.zeros(200_000)
    with checkpoints.Folder(tmp_path, background=True) as folder:
        for number in range(5):
            folder.save(number, {"w": w})
            w = step(w)
        for number in range(5):
            found = folder.load(step=number)["w"]
            assert np.all(np.asarray(found) == number)
    assert "fjax checkpoints_0" not in [thread.name for thread in threading.enumerate()]


@needs_fork
def test_a_child_saves_in_the_background_with_a_thread_of_its_own(tmp_path):
    with checkpoints.Folder(tmp_path, background=True) as folder:
        folder.save(1, {"w": jnp.zeros(200_000)})  # the parent's thread is at it, or waits

        def saves():
            folder.save(2, {"w": jnp.ones(3)})
            folder.close()

        in_child(saves)
        assert folder.steps() == [1, 2]


def test_other_files_in_the_folder_stay(tmp_path):
    (tmp_path / "step-1.safetensors").write_text("mine")
    (tmp_path / "best.safetensors").write_text("mine")
    folder = checkpoints.Folder(tmp_path, keep=1)
    folder.save(1, 1)
    folder.save(2, 2)
    assert folder.steps() == [2] and folder.load() == 2
    assert (tmp_path / "best.safetensors").exists() and (tmp_path / "step-1.safetensors").exists()


def test_an_older_step_that_is_saved_last_stays(tmp_path):
    folder = checkpoints.Folder(tmp_path, keep=2)
    for step in (30, 40, 10):
        folder.save(step, step)
    assert folder.steps() == [10, 40]


def test_a_step_that_is_not_there_is_named_with_those_that_are(tmp_path):
    folder = checkpoints.Folder(tmp_path)
    with pytest.raises(FjaxValueError, match="has no checkpoint$|has no checkpoint\n"):
        folder.load()
    folder.save(5, 1)
    with pytest.raises(FjaxValueError, match="no checkpoint of step 6; there are 5"):
        folder.load(step=6)


def test_a_traced_array_is_refused_in_words(tmp_path):
    saved = fjax.jit(lambda x: checkpoints.save(tmp_path / "x", {"w": x}))
    with pytest.raises(fjax.errors.ConcretizationTypeError, match="return it from the traced"):
        saved(jnp.ones(2))
