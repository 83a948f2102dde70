"""What NumPy, PyTorch, Keras, TensorFlow, Flax and Optax call it, and what one writes here.

One table for each place where a name is looked up in vain: a module of fjax, an array, a layer, an
optimiser. Code stands between backticks, and the tests run all of it.
"""

from __future__ import annotations

from fjax.foreign_names import arrays, functions, layers, training
from fjax.foreign_names.remedies import each

EXPORTED = each(
    "mlir_module mlir_module_serialized",
    "there is no StableHLO. `exported.as_text()` is the program as a jaxpr, `exported.serialize()` "
    "its bytes for fjax, and `fjax.export.onnx(f, x)` a model for other libraries",
)

NAMES: dict[str, dict[str, str]] = {
    "Array": arrays.ARRAY,
    "export.Exported": EXPORTED,
    "nn.Module": layers.MODULE,
    "optim.Transformation": training.OPTIMIZER,
    "": functions.FJAX,
    "numpy": functions.NUMPY,
    "nn": layers.NN,
    "nn.losses": layers.LOSSES,
    "nn.metrics": {
        "auc": "`fjax.nn.metrics.roc_auc`",
        "AUC": "`fjax.nn.metrics.RocAuc`",
        **each("F1Score f1_score", "`fjax.nn.metrics.F1`"),
        "ConfusionMatrix": "`fjax.nn.metrics.Confusion`",
        **each("top_k TopKCategoricalAccuracy", "`fjax.nn.metrics.top_k_accuracy`"),
        **each("Accuracy accuracy_score SparseCategoricalAccuracy", "`fjax.nn.metrics.accuracy`"),
        "roc_auc_score": "`fjax.nn.metrics.roc_auc`",
        **each(
            "Precision Recall precision_score recall_score MeanIoU iou",
            "`fjax.nn.metrics.confusion_matrix` has the counts, `fjax.nn.metrics.F1` is their mean",
        ),
        "Mean": "`fjax.nn.metrics.Average`",
        "mae": "`fjax.nn.losses.absolute_error`",
        **each("rmse mean_squared_error", "`fjax.nn.losses.squared_error`"),
        "r2_score": "`1 - ((x - y) ** 2).sum() / ((y - y.mean()) ** 2).sum()`",
    },
    "optim": training.OPTIM,
    "random": functions.RANDOM,
    "lax": functions.LAX,
    "numpy.linalg": functions.LINALG,
    "scipy.special": functions.SPECIAL,
    "scipy.optimize": functions.OPTIMIZE,
    "scipy.integrate": functions.INTEGRATE,
    "scipy.interpolate": functions.INTERPOLATE,
    "data": training.DATA,
    "train": training.TRAIN,
    "models": training.MODELS,
}

# Keywords likewise: what PyTorch and Keras call them.
KEYWORDS = {
    **each("dim dims", "axis"),
    "keepdim": "keepdims",
    "lr": "learning_rate",
    **each("in_features in_channels input_size", "inputs"),
    **each("out_features out_channels units features", "outputs"),
    "hidden_size": "hidden",
    **each("num_workers n_jobs", "workers"),
    "optimiser": "optimizer",
    "n_epochs": "epochs",
    "shuffle": "key",
    "num_layers": "layers",
}

# What keywords do that no parameter has the meaning of; * stands for every function.
KEYWORD_ADVICE = {
    "Loader.drop_last": "rest='drop', as it is by default, or rest='keep'",
    "Loader.sampler": "odds= draws rows by weights, key= shuffles",
    "Loader.persistent_workers": "nothing: processes stay as long as the loader",
    "Loader.pin_memory": "nothing",
    "Loader.collate_fn": "collate",
    "Loader.dataset": "data",
    "Best.mode": "larger=True where larger is better",
    "early_stopping.mode": "larger=True where larger is better",
    "adam.weight_decay": "`fjax.optim.adamw(1e-3, weight_decay=0.1)`",
    "sgd.weight_decay": "`fjax.optim.chain(fjax.optim.add_decayed_weights(0.1), "
    "fjax.optim.sgd(0.1))`",
    "*.pretrained": "`fjax.nn.load_torch(model, state, file)` loads weights",
    "*.weights": "`fjax.nn.load_torch(model, state, file)` loads weights",
    "*.requires_grad": "nothing: `fjax.grad` says what is differentiated",
    "*.inplace": "nothing: arrays never change",
    "*.device": "`fjax.device_put(x, 'cpu')`",
}
