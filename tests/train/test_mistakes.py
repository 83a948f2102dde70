"""A hundred mistakes: each error names the place and what to write, before time is spent."""

import importlib.util
import io
import pathlib
import re

import numpy as np
import pytest

import fjax
import fjax.numpy as jnp
import fjax.profiler
import fjax.scipy.optimize
import fjax.scipy.sparse.linalg
from fjax import checkpoints, data, export, lax, models, nn, optim, random, train
from fjax.misspelling import note_keyword

KEY = random.key(0)
X = np.ones((8, 4), np.float32)
Y = np.arange(8) % 3
IMAGES = np.ones((2, 3, 8, 8), np.float32)
NET = nn.Linear(4, 3, key=KEY)
CONV = nn.Conv2d(3, 4, 3, key=KEY)
NORM, NORM_STATE = nn.with_state(nn.BatchNorm(4))
LSTM = nn.LSTM(4, 5, key=KEY)
ENCODER = nn.MultiHeadAttention(4, 2, key=KEY)
LOSS, BINARY = nn.losses.cross_entropy, nn.losses.binary_cross_entropy
ADAM = optim.adam(1e-2)
GPT = models.gpt(KEY, vocabulary=9, context=6, width=8, depth=1, heads=2)[0]


def fit(model=NET, optimizer=ADAM, loss=LOSS, rows=(X, Y), **options):
    loader = rows if isinstance(rows, data.Loader) else data.Loader(rows, 4)
    return train.fit(model, optimizer, loss, loader, **{"epochs": 1, "callbacks": [], **options})


# What is called, and words that the error has: the place, and what to write.
SHAPES = {
    "features": (lambda: NET(np.ones((2, 5), np.float32)), "Linear takes .*4.*float32.2,5"),
    "channels": (lambda: CONV(np.ones((2, 8, 8, 3), np.float32)), "Conv2d takes .*3, height"),
    "no batch": (lambda: CONV(np.ones((8, 8), np.float32)), "Conv2d takes"),
    "norm": (lambda: NORM(np.ones((2, 5), np.float32), NORM_STATE), "BatchNorm.*4"),
    "lstm": (lambda: LSTM(np.ones((2, 7, 3), np.float32)), "LSTM.*4"),
    "too long": (lambda: GPT(np.ones((1, 7), int)), "at most 6"),
    "product": (lambda: jnp.ones((2, 3)) @ jnp.ones((2, 3)), "3.*2"),
    "sum": (lambda: jnp.ones(3) + jnp.ones(4), "3.*4"),
    "reshape": (lambda: jnp.ones(6).reshape(4, 2), "6"),
    "stack": (lambda: jnp.stack([jnp.ones(2), jnp.ones(3)]), "stack|shape"),
    "loss": (lambda: LOSS(jnp.ones((4, 3)), jnp.zeros(5, int)), "cross_entropy"),
    "column": (lambda: nn.losses.squared_error(jnp.ones((4, 1)), jnp.ones(4)), "4,1.*4"),
    "scan": (lambda: lax.scan(lambda c, x: (c[:1], x), jnp.ones(2), jnp.ones(3)), "carry"),
    "cond": (lambda: lax.cond(True, lambda: jnp.ones(2), lambda: jnp.ones(3)), "true_fun|branch"),
    "vmap": (lambda: fjax.vmap(jnp.add)(jnp.ones(2), jnp.ones(3)), "size"),
    "grad": (lambda: fjax.grad(lambda x: x * 2)(jnp.ones(2)), "scalar"),
    "rows": (lambda: data.Loader((X, Y[:5]), 4), "8.*5"),
    "one sequence": (lambda: LSTM(np.ones((7, 4), np.float32)), r"x\[None\]"),
    "lengths": (lambda: LSTM(np.ones((2, 7, 4), np.float32), lengths=[7]), "lengths.*2.*1"),
    "zeros": (lambda: jnp.zeros(2, 3), r"zeros\(\(2, 3\)\)"),
    "update": (lambda: ADAM.update(jnp.ones(3), ADAM.init(jnp.ones(4))), "3.*4|4.*3"),
}
DTYPES = {
    "labels": (lambda: LOSS(jnp.ones((4, 3)), jnp.zeros(4)), "integer"),
    "tokens": (lambda: GPT(np.ones((1, 5), np.float32)), "int"),
    "table": (lambda: nn.Embedding(3, 2, key=KEY)(jnp.ones(2)), "int"),
    "index": (lambda: jnp.ones(3)[jnp.ones(2)], "integer"),
    "grad": (lambda: fjax.grad(lambda x: x)(3), "float"),
    "bits": (lambda: jnp.ones(2) & 1, "float"),
    "cast": (lambda: jnp.ones(2, "floaty"), "floaty"),
    "object": (lambda: jnp.asarray(np.array([{}])), "object"),
    "text": (lambda: jnp.asarray("a"), "str|<U"),
    "key": (lambda: jnp.sin(KEY), "key"),
    "to_dtype": (lambda: nn.to_dtype(NET, "int32"), "float"),
    "precision": (lambda: fit(precision="fp16"), "f16"),
    "images": (lambda: CONV(np.ones((2, 3, 8, 8), np.int64)), "float|astype"),
    "weights": (lambda: nn.Linear(4, 3, key=KEY, dtype=jnp.int32), "Linear: dtype.*floats"),
    "logits": (lambda: random.categorical(KEY, jnp.array([0, 1])), "categorical: logits"),
}
LABELS = {
    "beyond": (lambda: LOSS(jnp.ones((4, 3)), jnp.array([0, 1, 3, 2])), "3"),
    "negative": (lambda: LOSS(jnp.ones((4, 3)), jnp.array([0, 1, -1, 2])), "-1|ignore_label"),
    "in fit": (lambda: fit(rows=(X, Y + 1)), "label|class"),
    "one hot": (lambda: fit(rows=(X, np.eye(4)[Y])), "cross_entropy"),
    "accuracy": (lambda: nn.metrics.accuracy(jnp.ones((4, 3)), jnp.zeros(5, int)), "labels"),
    "weights": (lambda: fit(class_weight={0: -1.0}), "at least 0"),
    "weights' name": (lambda: fit(class_weight="balanced"), "class_weight"),
    "smoothing": (
        lambda: LOSS(jnp.ones((1, 3)), jnp.zeros(1, int), label_smoothing=2.0),
        "label_smoothing",
    ),
}
TREES = {
    "structure": (lambda: fjax.tree.map(jnp.add, (1, 2), [1, 2]), "tuple|list"),
    "in_axes": (lambda: fjax.vmap(jnp.add, in_axes=(0,))(X, X), "in_axes"),
    "leaf": (lambda: fjax.jit(lambda x: x)("a"), "str"),
    "field": (lambda: setattr(NET, "other", 1), "no field"),
    "at": (lambda: jnp.ones(3).at(0), r"x.at\[index\].set"),
    "set twice": (lambda: setattr(NET, "weight", 1), "set once"),
    "part": (lambda: fit(trained="head"), "head"),
    "mask": (lambda: nn.mask(NET, "wieght"), "wieght|weight"),
    "combine": (lambda: nn.combine(*nn.partition(NET, "nothing")), "nothing"),
    "no module": (lambda: fit(model=lambda x: x), "nn.Module.*Lambda"),
    "a class": (lambda: fit(model=nn.Linear), "class|instance|key"),
    "output": (lambda: fjax.jit(lambda x: object())(1.0), "object"),
    "state": (lambda: NORM(X), "state"),
    "donated": (lambda: fjax.jit(lambda x: x, donate_argnums=3)(1.0), "donate_argnums|3"),
}
KEYS = {
    "absent": (lambda: nn.Linear(4, 3), "key"),
    "number": (lambda: nn.Linear(4, 3, key=0), "random.key"),
    "loader": (lambda: data.Loader(X, 4, key=0), "random.key"),
    "shuffle": (lambda: data.Loader(X, 4, shuffle=True), "key"),
    "dropout": (lambda: nn.Dropout(0.5)(X, train=True), "key"),
    "normal": (lambda: random.normal(0, (2,)), "key"),
    "split": (lambda: random.split(KEY, -1), "-1"),
    "array": (lambda: random.uniform(jnp.ones(3)), "key"),
    "batch": (lambda: random.normal(random.split(KEY), (2,)), "vmap|one key"),
    "rate": (lambda: nn.Dropout(1.5), "rate|1.5"),
}
OPTIMISERS = {
    "a class": (lambda: fit(optimizer=optim.adam), "adam"),
    "rate": (lambda: optim.adam("0.1"), "learning_rate|0.1"),
    "torch name": (lambda: optim.Adam, "optim.adam"),
    "scheduler": (lambda: optim.StepLR, "exponential_decay"),
    "order": (lambda: fit(optimizer=LOSS, loss=ADAM), "optimizer|optimiser"),
    "no params": (
        lambda: optim.adamw(0.1).update(jnp.ones(2), optim.adamw(0.1).init(jnp.ones(2))),
        "params",
    ),
    "boundaries": (lambda: optim.cosine_decay_schedule(0.1, 0), "decay_steps|0"),
    "rates": (lambda: optim.sgd([0.1, 0.2]), "schedule"),
    "keyword": (lambda: optim.adam(lr=0.1), "learning_rate"),
    "a mean of nothing": (lambda: optim.adam(0.1, b1=1.0), "adam: b1 is below 1"),
    "maximize": (lambda: optim.adam(0.1, maximize=True), r"scale\(-1.0\)"),
    "dampening": (lambda: optim.sgd(0.1, momentum=0.9, dampening=0.1), "1 - dampening"),
}
LOADERS = {
    "size": (lambda: data.Loader(X, 0), "batch_size"),
    "larger": (lambda: data.Loader(X, 16), "16.*8|8.*16|rest"),
    "ragged": (lambda: next(iter(data.Loader([np.ones(2), np.ones(3)], 2))), "padded"),
    "empty": (lambda: data.Loader([], 2), "no rows|empty|0"),
    "rest": (lambda: data.Loader(X, 4, rest="all"), "keep.*pad|pad.*keep"),
    "weights": (lambda: data.Loader(X, 4, weights=np.ones(3)), "weights.*8|8.*3"),
    "odds": (lambda: data.Loader(X, 4, key=KEY, odds=-np.ones(8)), "odds"),
    "odds, no key": (lambda: data.Loader(X, 4, odds=np.ones(8)), "key="),
    "rank": (lambda: data.Loader(X, 4, rank=2, count=2), "rank"),
    "iterator": (lambda: data.Loader(iter([1, 2]), 1), "Stream"),
    "a number": (lambda: data.Loader(3, 1), "rows|Loader"),
    "workers": (lambda: data.Loader(X, 4, workers=-1), "workers"),
    "state": (lambda: data.Loader(X, 4).resume({"epoch": 0}), "state|rows"),
    "torch loader": (lambda: data.DataLoader, "Loader"),
}
FIT = {
    "metric class": (lambda: fit(metrics={"auc": nn.metrics.RocAuc}), "RocAuc.*empty"),
    "metric of a dict": (
        lambda: fit(
            nn.Sequential(NET, lambda x: {"logits": x}),
            loss=lambda p, y: LOSS(p["logits"], y),
            metrics={"f1": nn.metrics.F1.empty(3)},
        ),
        r"metrics\['f1'\].*'logits': 'float32\[4,3\].*forward=",
    ),
    "metric list": (lambda: fit(metrics=[nn.metrics.accuracy]), "dict|name"),
    "epochs": (lambda: fit(epochs=-1), "epochs"),
    "epochs text": (lambda: fit(epochs="3"), "epochs"),
    "callback": (lambda: fit(callbacks=[3]), "callback"),
    "callback class": (lambda: fit(callbacks=[train.Best]), "Best"),
    "monitor": (lambda: fit(callbacks=[train.early_stopping("val_los")]), "val_los"),
    "returns": (lambda: fit(callbacks=[lambda progress: 3]), "None or a text|returned"),
    "loader": (lambda: train.fit(NET, ADAM, LOSS, (X, Y), epochs=1), "Loader"),
    "validation": (lambda: fit(validation=3), "Loader"),
    "ema": (lambda: fit(ema=1.5), "ema"),
    "accumulate": (lambda: fit(accumulate=0), "accumulate"),
    "word": (lambda: fit(epoch=3), "epoch"),
    "resume": (lambda: fit(resume=True), "checkpoints"),
    "batch": (lambda: fit(rows=X), "pair|inputs, targets|forward"),
    "order": (lambda: fit(loss=lambda labels, logits, other: 0.0), "other"),
    "not scalar": (lambda: fit(loss=lambda p, t: p), "loss|scalar"),
    "no batches": (lambda: train.fit(NET, ADAM, LOSS, [], epochs=1), "no batches in epoch 0"),
    "short stream": (
        lambda: train.fit(NET, ADAM, LOSS, data.Stream(lambda _: [(X[0], Y[0])], 4), epochs=1),
        "no batches in epoch 0.*batch_size",
    ),
    "no validation": (lambda: fit(validation=[]), "validation data have no batches"),
}
FILES = {
    "no checkpoint": (lambda: checkpoints.load("/nowhere/at/all", NET), "/nowhere/at/all"),
    "pickle": (lambda: nn.load_torch(NET, None, "net.pth"), "safetensors"),
    "no weights": (lambda: nn.load_torch(NET, None, {"a": X}), "missing"),
    "weights' shape": (
        lambda: nn.load_torch(NET, None, {"weight": X, "bias": X[0]}),
        "another shape",
    ),
    "mapped": (lambda: data.mapped("/nowhere.bin", np.uint8, (2,)), "/nowhere.bin"),
    "model": (lambda: export.from_onnx("/nowhere.onnx"), "/nowhere.onnx"),
    "bytes": (lambda: export.deserialize(b"abc"), "deserialize"),
    "no path": (lambda: export.from_onnx(3), "path"),
}
NAMES = {
    "layer": (lambda: nn.ReLU, "nn.relu"),
    "method": (lambda: jnp.ones(2).unsqueeze(0), "None|expand_dims"),
    "spelling": (lambda: jnp.conatenate, "concatenate"),
    "view": (lambda: jnp.ones(2).view(-1), "reshape|dtype"),
    "backward": (lambda: jnp.ones(()).backward(), "grad"),
    "train": (lambda: NET.train(), "train="),
    "parameters": (lambda: NET.parameters(), "tree.leaves|parameters"),
    "in place": (lambda: jnp.ones(2).__setitem__(0, 1), "at.*set"),
    "item": (lambda: fjax.jit(lambda x: float(x))(1.0), "traced|Traced|float"),
    "branch": (lambda: fjax.jit(lambda x: 1 if x > 0 else 2)(1.0), "cond|where"),
    "no_grad": (lambda: fjax.no_grad, "grad"),
    "model": (lambda: models.resnet20, "resnet"),
    "activation": (lambda: nn.Conv2d(3, 4, 3, padding="saem", key=KEY), "same|saem"),
}
MORE = {
    "text": (lambda: fit(rows=(X, np.array(list("abcabcab")))), r"data\[1\].*'a'.*unique"),
    "mask": (lambda: ENCODER(X[None, :3], mask=X[:2, :3] > 0), r"mask has.*\(1, 2, 3, 3\)"),
    "pool": (lambda: nn.MaxPool(9), r"\(9, 9\)"),
    "short dtype": (lambda: nn.to_dtype(NET, "bf16"), "'bfloat16'"),
    "fp32": (lambda: jnp.ones(2, "fp32"), "'float32'"),
    "complex rate": (lambda: optim.adam(1j), "learning_rate"),
    "binary label": (lambda: BINARY(jnp.ones(3), jnp.array([0.0, 1.0, 2.0])), "0 to 1.*2"),
    "another class": (lambda: fit(class_weight={7: 2.0}), "8 classes.*3"),
    "few weights": (lambda: fit(class_weight=[1.0, 2.0]), "2 classes.*3"),
    "no update": (
        lambda: optim.apply_updates(NET, nn.partition(NET, "weight")[0]),
        "update has no bias.*optimizer.update",
    ),
    "other update": (lambda: optim.apply_updates(X, X[0]), r"float32\[4\].*float32\[8,4\]"),
    "layer's class": (lambda: nn.Sequential(NET, nn.Dropout), r"Dropout\(…\)"),
    "part": (lambda: nn.mask(NET, 3), "weight.*got 3"),
    "folder": (lambda: checkpoints.save("/nowhere/x", NET), "no folder '/nowhere'.*mkdir"),
    "log": (lambda: train.csv("/nowhere/log.csv"), "no folder '/nowhere'.*mkdir"),
    "lines": (lambda: train.jsonl("/"), "folder.*file in it"),
    "best": (lambda: train.Best("loss", path="/nowhere/best"), "no folder '/nowhere'.*mkdir"),
    "a file": (lambda: fit(checkpoints=__file__), "test_mistakes.py' is a file"),
    "bytes": (lambda: export.deserialize("model.fjax"), "read_bytes"),
    "size": (lambda: nn.Linear(4.0, 3, key=KEY), "Linear: inputs is a whole number.*4.0"),
    "no size": (lambda: nn.LSTM(4, 5, layers=0, key=KEY), "LSTM: layers .*at least 1, got 0"),
    "prefetch": (lambda: data.Loader(X, 4, prefetch=-1), "prefetch.*-1"),
    "columns": (lambda: data.Loader([X, Y], 4), r"columns are a tuple, \(x, y\)"),
    "fewer rows": (
        lambda: next(data.Loader(X, 4, rest="pad", transform=lambda x: x[:2]).epoch(0)),
        "transform made 2 rows of 4",
    ),
    "augment": (
        lambda: data.Loader(X, 4, key=KEY, augment=lambda batch: batch),
        r"augment is a function of \(key, batch\)",
    ),
    "shares": (lambda: data.random_split(X, [0.5, 0.6], key=KEY), "add up to 1"),
    "average": (lambda: fit(ema="0.9"), "ema is in"),
    "no loss": (lambda: fit(loss=lambda p, t: None), "returns one number, got NoneType"),
    "metric": (lambda: fit(metrics={"a": lambda p, t: p}), r"metric is one number.*4,3\].*mean"),
    "no rate": (lambda: optim.adam(None), "learning_rate.*got None"),
    "chain": (lambda: optim.chain(0.1, optim.adam(0.1)), "transformation.*0.1"),
    "decay rate": (
        lambda: optim.adam(0.1, b1=1.5),
        "optim.adam: b1 is at least 0 and at most 1, got 1.5",
    ),
    "momentum": (lambda: optim.sgd(0.1, momentum=2.0), "momentum.*2.0"),
    "norm": (lambda: optim.clip_by_global_norm(-1.0), "max_norm"),
    "steps": (lambda: optim.piecewise_constant_schedule(0.1, [10]), r"\{30: 0.1"),
    "patience": (lambda: train.early_stopping("loss", patience=-1), "patience"),
    "delta": (lambda: nn.losses.huber(X, X, delta=-1.0), "delta"),
    "base": (lambda: nn.Conv2d(in_channels=3, out_channels=4, kernel_size=3), "inputs"),
    "drop_last": (lambda: data.Loader(X, 4, drop_last=True), "rest='drop'"),
    "mode": (lambda: train.Best("val_loss", mode="min"), "larger"),
    "decay": (lambda: optim.adam(1e-3, weight_decay=0.1), "adamw"),
    "pretrained": (lambda: models.resnet18(pretrained=True), "load_torch"),
}
OTHER, DEEP = nn.Linear(5, 3, key=KEY), nn.Sequential(NET, nn.Linear(3, 3, key=KEY))
GRADIENT = fjax.tree.map(jnp.ones_like, NET)
MODELS = {  # gradients, states and updates of another model or optimiser
    "state": (
        lambda: ADAM.update(GRADIENT, ADAM.init(OTHER), NET),
        r"\.mu\.weight of the state is float32\[3,5\].*float32\[3,4\].*optimizer.init",
    ),
    "deeper state": (
        lambda: ADAM.update(GRADIENT, ADAM.init(DEEP), NET),
        r"state has .*layers\[0\]",
    ),
    "no state": (lambda: ADAM.update(GRADIENT, None, NET), r"state has no .*count.*optimizer.init"),
    "other optimiser": (
        lambda: ADAM.update(GRADIENT, optim.sgd(0.1, momentum=0.9).init(NET), NET),
        "state has .*trace.*one optimizer",
    ),
    "gradient": (
        lambda: ADAM.update(fjax.tree.map(jnp.ones_like, OTHER), ADAM.init(NET), NET),
        r"weight of the gradient is float32\[3,5\].*float32\[3,4\].*differentiate",
    ),
    "gradient's tree": (
        lambda: ADAM.update({"a": X}, ADAM.init(NET), NET),
        r"gradient has \['a'\]",
    ),
    "order": (
        lambda: ADAM.update(ADAM.init(NET), GRADIENT, NET),
        "gradient has .*gradients, state",
    ),
    "jit": (
        lambda: fjax.jit(ADAM.update)(GRADIENT, ADAM.init(OTHER), NET),
        r"\.mu\.weight of the state.*optimizer.init",
    ),
    "update's tree": (
        lambda: optim.apply_updates(NET, {"a": X}),
        r"update has \['a'\].*parameters",
    ),
    "mask": (lambda: optim.masked(ADAM, {"a": True}).init(NET), r"labels|mask .*begins as"),
    "calls": (lambda: optim.accumulate(ADAM, 2.5), "every is a whole number.*2.5"),
    "mean": (lambda: optim.ema(2.0), "ema: decay is at least 0 and at most 1, got 2.0"),
    "injected": (lambda: optim.inject_hyperparams(optim.adam)(lr=0.1), "adam.*takes learning_rate"),
    "stack": (lambda: nn.Stack(NET), r"Stack\(\[first, second\]\)"),
    "weights": (lambda: nn.to_torch(3), "to_torch takes a model.*got 3"),
    "path": (lambda: nn.capture(DEEP, 3), r"'layers\[1\]', got 3"),
    "collate": (lambda: data.padded([X, X]), r"collate=padded\(\)"),
    "runs": (lambda: train.tensorboard(f"{__file__}/runs"), "cannot be a folder.*is a file"),
    "schedule": (lambda: optim.sgd(optim.cosine_decay_schedule), "cosine_decay_schedule is called"),
    "patience": (lambda: train.early_stopping(patience="3"), "patience is a whole number.*'3'"),
    "image": (
        lambda: models.vit(
            KEY, image_size=8, patch_size=4, width=8, depth=1, heads=2, num_classes=5
        )[0](np.ones((1, 3, 12, 12), np.float32)),
        r"images of 8 by 8 are 4 patches, got shape \(1, 3, 12, 12\)",
    ),
    "validation": (
        lambda: fit(validation=data.Loader((X[:, :3], Y), 4)),
        "Linear takes.*rows of `validation`",
    ),
    "validation's labels": (
        lambda: fit(validation=data.Loader((X, np.eye(4)[Y]), 4)),
        "cross_entropy takes.*rows of `validation`",
    ),
}
STATE, LABELS_OF_TWO = ADAM.init(NET), np.eye(3, dtype=np.float32)[[0, 1]].sum(0)[None].repeat(8, 0)
DEEP_NORM = nn.Sequential(NET, nn.BatchNorm(3))
OTHER_STATE = nn.with_state(nn.Sequential(NET, NET, nn.BatchNorm(3)))[1]
HERE = __file__
SILENT = {  # what would run, and compute or train something else
    "one column": (lambda: nn.metrics.accuracy(jnp.ones((4, 1)), jnp.ones(4)), "several classes"),
    "one class": (lambda: LOSS(jnp.ones((4, 1)), jnp.zeros(4, int)), "binary_cross_entropy"),
    "complex": (lambda: NET(np.ones((2, 4), complex)), "Linear has real weights"),
    "negative share": (
        lambda: nn.losses.kl_divergence(jnp.zeros((2, 3)), -jnp.ones((2, 3))),
        "a target is from 0 to 1",
    ),
    "probabilities": (
        lambda: fit(model=nn.Sequential(NET, nn.softmax)),
        "end in softmax.*cross_entropy takes logits",
    ),
    "probability": (
        lambda: fit(
            model=nn.Sequential(nn.Linear(4, 1, key=KEY), nn.sigmoid),
            loss=BINARY,
            rows=(X, X[:, :1]),
        ),
        "end in sigmoid",
    ),
    "several labels": (lambda: fit(rows=(X, LABELS_OF_TWO)), "row 0 of data.*add up to 1"),
    "no derivative": (
        lambda: fit(loss=lambda p, t: jnp.mean(p.argmax(-1) != t)),
        "no derivative by any trained parameter.*argmax",
    ),
    "a NaN": (
        lambda: fit(
            model=nn.Linear(4, 1, key=KEY),
            loss=nn.losses.squared_error,
            rows=(X, np.array([[1]] * 7 + [[np.nan]], np.float32)),
        ),
        "row 7 of data.*not finite",
    ),
    "labels of -1": (
        lambda: fit(
            model=nn.Linear(4, 1, key=KEY),
            loss=BINARY,
            rows=(X, np.where(Y > 0, 1, -1).astype(np.float32)[:, None]),
        ),
        "row 0 of data.*from 0 to 1",
    ),
    "evaluated": (lambda: train.evaluate(NET, {}, (X, Y + 1), LOSS), "row 2 of data.*0 to 2"),
    "few batches": (lambda: fit(accumulate=100), "accumulate=100.*have 2.*nothing"),
    "ascent": (lambda: optim.adam(-0.1), "learning_rate is at least 0, got -0.1"),
    "no rate": (lambda: optim.sgd(float("nan")), "at least 0, got nan"),
    "rates": (lambda: optim.sgd(jnp.ones(2)), "one number.*partition"),
    "schedule": (lambda: fit(optimizer=optim.sgd(lambda step: jnp.ones(2))), "one number"),
    "broadcast state": (
        lambda: ADAM.update(GRADIENT, fjax.tree.map(lambda x: x[:1] if x.ndim else x, STATE), NET),
        r"\.mu\.weight of the state is float32\[1,4\]",
    ),
    "integer state": (
        lambda: ADAM.update(GRADIENT, fjax.tree.map(lambda x: x.astype(int), STATE), NET),
        "of the state is int64",
    ),
    "broadcast norm": (
        lambda: NORM(X, fjax.tree.map(lambda x: x[:1] if x.ndim else x, NORM_STATE)),
        "BatchNorm of 4 channels.*with_state",
    ),
    "another state": (lambda: fit(state=NORM_STATE), "state has 'self', which no layer of Linear"),
    "a text as state": (lambda: fit(state="x"), "state is what fjax.nn.with_state gave"),
    "switch": (lambda: nn.Linear(4, 3, key=KEY, bias="false"), "bias is True or False"),
    "number": (lambda: nn.Dropout("0.5"), "rate is a number"),
    "float of a key": (lambda: float(KEY), "random key.*key_data"),
    "position": (
        lambda: data.Loader(X, 4).resume({**next_state(), "batch": -1}),
        "a batch is a whole number.*-1",
    ),
    "beyond": (lambda: data.Loader(X, 4).resume({**next_state(), "batch": 7}), "has 2 batches"),
    "no position": (lambda: data.Loader(X, 4).resume(3), "batches.state"),
    "trained": (lambda: fit(trained=[]), "trained=.*chooses no parameters"),
    "summary": (lambda: nn.summary(3, X), "summary takes a model"),
}
PATHS = {
    "save": (lambda: checkpoints.save(None, NET), "save: path is a text.*NoneType"),
    "order": (lambda: checkpoints.load(NET, "x"), "load: path is a text.*Linear"),
    "folder": (lambda: checkpoints.Folder(3), "Folder: path is a text.*int"),
    "log": (lambda: train.csv(3), "csv: path is a text"),
    "fit": (lambda: fit(checkpoints=True), "path is a text.*bool"),
    "empty": (lambda: fit(checkpoints=""), "can be called ''"),
    "home": (lambda: checkpoints.save("~/nowhere/x", NET), "expanduser"),
    "zero": (lambda: checkpoints.save("a\0b", NET), "can be called"),
    "mapped": (lambda: data.mapped(3, np.uint8), "mapped: path is a text"),
    "no file": (lambda: checkpoints.load(f"{HERE}s"), "no such file; its folder has"),
    "a folder": (lambda: checkpoints.load("/", NET), r"is a folder.*checkpoints.Folder\(path"),
    "model": (lambda: export.from_onnx("/"), "from_onnx.*is a folder"),
    "export": (lambda: export.onnx(lambda x: x, X, path="/"), "onnx: '/' is a folder"),
    "class": (lambda: checkpoints.load(HERE, nn.Linear), "Linear is a class.*eval_shape"),
    "state_dict": (
        lambda: nn.load_torch(NET, None, {"state_dict": {"weight": X}}),
        r"give source\['state_dict'\]",
    ),
}
CALLS = {
    "positions": (lambda: models.resnet18(KEY, 3), r"called as resnet18\(key, \*, num_classes"),
    "missing": (lambda: data.random_split(X, [0.5, 0.5]), r"random_split\(data, sizes, \*, key"),
    "monitor": (lambda: train.early_stopping(monitor="loss"), "fjax: name"),
    "batch_size": (lambda: fit(batch_size=4), "Loader"),
    "verbose": (lambda: fit(verbose=1), r"callbacks=\[\]"),
    "split": (lambda: fit(validation_split=0.2), "random_split"),
    "weight": (lambda: LOSS(X, Y, weight=[1, 2]), "class_weight"),
    "ignored": (lambda: LOSS(X, Y, ignore_index=-100), "ignore_label"),
    "betas": (lambda: optim.adam(1e-3, betas=(0.9, 0.99)), "b1=0.9"),
    "rate": (lambda: nn.Dropout(p=0.5), "rate"),
    "width": (lambda: nn.Embedding(num_embeddings=4, features=2, key=KEY), "rows"),
    "seed": (lambda: nn.Linear(4, 3, seed=0), "random.key"),
    "layer": (lambda: nn.Sequential(NET, "relu"), "fjax.nn.relu"),
    "initial": (lambda: nn.Linear(4, 3, key=KEY, init="xavier_normal_"), "'xavier_normal'"),
    "transforms": (lambda: data.transforms, "data.images"),
}


class Paired(nn.Module):
    layer: nn.Linear

    def __call__(self, x):
        return self.layer(x), {}


ADDED = export.onnx(lambda x: x + 1, X) if importlib.util.find_spec("onnx") else None
SECOND = {
    "a switch as a size": (
        lambda: data.Loader(X, True),
        "batch_size is a whole number, at least 1",
    ),
    "a switch as epochs": (lambda: fit(epochs=True), "epochs is a whole number"),
    "a switch as a count": (lambda: fit(accumulate=True), "accumulate is a whole number"),
    "resume": (lambda: fit(resume="yes"), "resume is True or False"),
    "name of a metric": (lambda: fit(metrics={"epoch": nn.metrics.accuracy}), "called 'epoch'"),
    "name of a loss": (lambda: fit(metrics={"val_loss": nn.metrics.accuracy}), "'val_loss'"),
    "number as a name": (lambda: fit(metrics={3: nn.metrics.accuracy}), "called 3"),
    "forward": (lambda: fit(forward=lambda model, batch: 1), r"\(model, batch, \*, state, key, tr"),
    "loss": (lambda: fit(loss=lambda p: p.sum()), r"function of \(predictions, targets\)"),
    "a state too many": (lambda: fit(model=Paired(NET)), "Paired returns a state.*takes none"),
    "class of a part": (lambda: fit(trained=nn.Linear), "nn.mask.*Linear"),
    "split": (lambda: data.random_split(X, 0.8, key=KEY), r"\[0.8, 0.2\]"),
    "text of steps": (
        lambda: optim.cosine_decay_schedule(0.1, "100"),
        "steps is a number, got '100'",
    ),
    "mask": (lambda: optim.adamw(1e-3, mask="bias").init(NET), "nn.mask.model, 'bias'"),
    "decay": (lambda: optim.adamw(1e-3, weight_decay=-1.0), "weight_decay.*-1"),
    "epsilon": (lambda: optim.adam(1e-3, eps=-1.0), "eps.*-1"),
    "betas": (lambda: optim.adam(1e-3, (0.9, 0.999)), "optim.adam: b1 is a number"),
    "clip": (lambda: optim.clip(-1.0), "max_delta"),
    "text of a norm": (lambda: optim.clip_by_global_norm("1"), "max_norm.*'1'"),
    "momentum": (lambda: optim.sgd(0.1, momentum="0.9"), "momentum.*'0.9'"),
    "weights' state": (lambda: nn.to_torch(NET, "x"), "state is what"),
    "step": (lambda: checkpoints.Folder("x").file("1"), "step is a whole number"),
    "negative step": (lambda: checkpoints.Folder("x").file(-1), "at least 0, got -1"),
    "keep": (lambda: checkpoints.Folder("x", keep="3"), "keep is a whole number"),
    "norm's momentum": (lambda: nn.BatchNorm(4, momentum=2.0), "from 0 to 1.*2.0"),
    "stride": (lambda: nn.Conv2d(3, 4, 3, stride=1.5, key=KEY), "stride is whole numbers.*1.5"),
    "no function": (lambda: nn.Lambda(3), "Lambda: function is a function"),
    "gelu": (lambda: nn.gelu(X, approximate="none"), "True .by tanh. or False"),
    "integers for floats": (
        lambda: export.from_onnx(ADDED)(X.astype(int)),
        "takes x of float32, got int64|pip install onnx",
    ),
}


def next_state():
    return data.Loader(X, 4).epoch(0).state


KINDS = {
    name.lower(): globals()[name]
    for name in (
        *("SHAPES", "DTYPES", "LABELS", "TREES", "KEYS"),
        *("OPTIMISERS", "LOADERS", "FIT", "FILES", "NAMES", "MORE", "MODELS"),
        *("SILENT", "PATHS", "CALLS", "SECOND"),
    )
}
CASES = [(kind, name) for kind, cases in KINDS.items() for name in cases]


@pytest.mark.parametrize(("kind", "name"), CASES)
def test_a_mistake_is_named(kind, name):
    make, words = KINDS[kind][name]
    with pytest.raises(Exception) as found:
        make()
    note_keyword(found.value)  # as an uncaught error gets it
    text = "\n".join([str(found.value), *getattr(found.value, "__notes__", ())])
    assert re.search(words, text, re.DOTALL), text


ONE, ACCURACY = nn.Linear(4, 1, key=KEY), {"accuracy": nn.metrics.accuracy}
HALVES = np.full((8, 1), 0.5, np.float32)
TABLE = data.Table(X, Y, ("a",), ("b",))
im = data.images
ROWS = pathlib.Path(__file__).with_name("mistakes.txt").read_text().splitlines()


def csv(text, **options):
    return data.read_csv(io.StringIO(text), **options)


@pytest.mark.parametrize("row", ROWS)
def test_a_mistake_of_a_line_is_named(row):
    call, _, words = row.partition(" | ")
    with pytest.raises(Exception) as found:
        eval(call, globals())
    note_keyword(found.value)
    text = "\n".join([str(found.value), *getattr(found.value, "__notes__", ())])
    assert re.search(words, text, re.DOTALL), text


def test_there_are_a_hundred():
    assert len(CASES) >= 100


@pytest.mark.parametrize(
    ("changed", "words"),
    [
        ({"metrics": {"b": nn.metrics.accuracy}}, r"metrics \(\['a'\] then, \['b'\] now\)$"),
        ({"metrics": None, "ema": 0.9}, r"metrics \(\['a'\] then, \[\] now\); ema$"),
        ({"optimizer": optim.sgd(0.1)}, "optimizer, accumulate or trained$"),
        ({"model": DEEP}, "model; optimizer, accumulate or trained$"),
        ({"precision": "f16"}, "precision$"),
    ],
)
def test_what_a_resumed_run_has_otherwise_is_named_first(tmp_path, changed, words):
    given = {"checkpoints": tmp_path, "metrics": {"a": nn.metrics.accuracy}}
    fit(**given)
    with pytest.raises(fjax.errors.FjaxValueError) as found:
        fit(**{**given, "resume": True, **changed})
    first = found.value.message.splitlines()[0]
    assert re.fullmatch(rf"train.fit: the run began with other arguments: {words}", first), first
