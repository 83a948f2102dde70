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
) | {
    "save": "`exported.serialize()` are bytes to write to a file",
    **each("predict forward run", "`exported.call(x)`"),
    "to_onnx": "`fjax.export.onnx(f, x)`",
}

ONNX_MODEL = {  # of `onnx.ModelProto`, whose class answers for nothing
    **each(
        "save export write to_file tofile",
        "`fjax.export.onnx(f, x, path='model.onnx')` writes it, or `onnx.save(model, path)`",
    ),
    **each("run predict call", "`fjax.export.from_onnx(model)(x)`"),
}

NAMES: dict[str, dict[str, str]] = {
    "Array": arrays.ARRAY,
    "export.Exported": EXPORTED,
    "export": {
        **each("stablehlo to_stablehlo tflite coreml", "`fjax.export.onnx(f, x)`"),
        **each(
            "torchscript trace script save save_model saved_model",
            "`fjax.export.export(fjax.jit(f))(x).serialize()`, or `fjax.export.onnx(f, x)`",
        ),
        **each("load load_model", "`fjax.export.deserialize`, or `fjax.export.from_onnx`"),
        "load_onnx": "`fjax.export.from_onnx`",
        "to_onnx": "`fjax.export.onnx(f, x)`",
    },
    "checkpoints": each(
        "restore read from_file restore_checkpoint load_model load_file", "`fjax.checkpoints.load`"
    )
    | each("write dump to_file save_checkpoint save_model save_file", "`fjax.checkpoints.save`")
    | each("Checkpointer CheckpointManager latest_checkpoint", "`fjax.checkpoints.Folder`"),
    "data.images": training.IMAGES,
    "train.Progress": training.PROGRESS,
    "train.Result": training.RESULT,
    "data.Loader": training.LOADER,
    "nn.metrics.Average": {
        **each("update_state add forward", "`seen = fjax.nn.metrics.Average.empty().update(x)`"),
        **each("compute result get_result", "`fjax.nn.metrics.Average.empty().update(x).value()`"),
        **each("reset reset_state reset_states", "a new one: `fjax.nn.metrics.Average.empty()`"),
    },
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
        **each("mae mean_absolute_error", "`fjax.nn.losses.absolute_error`"),
        **each("mse rmse mean_squared_error", "`fjax.nn.losses.squared_error`"),
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
    "in_dims": "in_axes",
    "out_dims": "out_axes",
    "keepdim": "keepdims",
    "lr": "learning_rate",
    **{f"beta{k}": f"b{k}" for k in (1, 2)},
    **{f"beta_{k}": f"b{k}" for k in (1, 2)},
    **each("in_features in_channels input_size", "inputs"),
    **each("out_features out_channels units features", "outputs"),
    "hidden_size": "hidden",
    **each("num_workers n_jobs", "workers"),
    "optimiser": "optimizer",
    "n_epochs": "epochs",
    "bs": "batch_size",
    "max_new_tokens": "count",
    "n_layer": "depth",
    **each("h0 hx hidden_state initial_state", "initial"),
    "ema_decay": "ema",
    "devices": "mesh",
    "shuffle": "key",
    "num_layers": "layers",
    "monitor": "name",
    "min_delta": "change",
    "p": "rate",
    "ignore_index": "ignore_label",
    **each("val valid val_data validation_data val_loader eval_data", "validation"),
    **each("train_data train_loader dataloader loader x", "data"),
    **each("loss_fn criterion", "loss"),
    "num_embeddings": "rows",
    **each("embedding_dim embed_dim d_model normalized_shape", "features"),
    **each("num_heads nhead n_head", "heads"),
    "num_groups": "groups",
    **each("num_features num_channels", "channels"),
    "T_max": "decay_steps",
    "gamma": "decay_rate",
    "step_size": "transition_steps",
    "vocab_size": "vocabulary",
    "filters": "outputs",
    "strides": "stride",
    "class_weights": "class_weight",
    "size": "shape",
    **each("init_fn weight_init kernel_init kernel_initializer", "init"),
    **each("low a_min", "minval"),
    **each("high a_max", "maxval"),
    **each(
        "grad_accumulation_steps gradient_accumulation_steps accumulate_grad_batches", "accumulate"
    ),
    "mode": "method",
    **each("scale_factor upscale_factor downscale_factor", "factor"),
    "num_parameters": "channels",
    "output_size": "sizes",
    "dim_feedforward": "hidden",
    "elementwise_affine": "affine",
    "layer_norm_eps": "eps",
    "start_dim": "start",
    "lengths": "sizes",
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
    "fit.batch_size": "`fjax.data.Loader(data, batch_size)` makes batches, which fit takes as data",
    "fit.shuffle": "`fjax.data.Loader(data, batch_size, key=fjax.random.key(0))` shuffles",
    "fit.verbose": "callbacks=[] shows nothing",
    "fit.validation_split": "`train, test = fjax.data.random_split(data, [0.8, 0.2], key=key)`",
    "fit.scheduler": "a schedule is the optimiser's learning rate",
    **{
        f"fit.{name}": "`fjax.optim.chain(fjax.optim.clip_by_global_norm(1.0), optimizer)`"
        for name in (
            *("clip", "max_norm", "max_grad_norm", "gradient_clip_val", "clip_norm"),
            *("gradient_clip", "clipnorm"),
        )
    },
    **{
        f"fit.{name}": "precision='bf16' or 'f16'"
        for name in ("amp", "mixed_precision", "dtype", "fp16", "bf16")
    },
    **{f"fit.{n}": "trained= says what is trained" for n in ("freeze", "frozen", "requires_grad")},
    **{f"fit.{n}": "callbacks=[`fjax.train.tensorboard('runs')`]" for n in ("log_dir", "logger")},
    **{f"fit.{n}": "workers= of `fjax.data.Loader`" for n in ("workers", "num_workers")},
    "cross_entropy.weight": "class_weight= of `fjax.train.fit`; or reduction='none', and the mean "
    "by weights",
    "cross_entropy.from_logits": "nothing: it takes logits",
    "binary_cross_entropy.from_logits": "nothing: it takes logits",
    **{
        f"onnx.{name}": "a size by name: `fjax.export.symbolic_shape('batch, 3')` is a shape, "
        "for `fjax.ShapeDtypeStruct`"
        for name in ("dynamic_axes", "dynamic_shapes")
    },
    **{
        f"onnx.{n}": "nothing: each model has the least that it needs"
        for n in ("opset", "opset_version")
    },
    "MultiHeadAttention.is_causal": "causal=True",
    **{
        f"{kind}.{name}": f"{own}=~padding[:, None, None], True where a step may look"
        for kind, name, own in (
            ("MultiHeadAttention", "key_padding_mask", "mask"),
            ("TransformerEncoderLayer", "src_key_padding_mask", "mask"),
            ("TransformerDecoderLayer", "tgt_key_padding_mask", "mask"),
            ("TransformerDecoderLayer", "memory_key_padding_mask", "context_mask"),
        )
    },
    **{
        f"{kind}.{name}": f"{own}=, True where a step may look; causal layers need none"
        for kind, name, own in (
            ("MultiHeadAttention", "attn_mask", "mask"),
            ("TransformerEncoderLayer", "src_mask", "mask"),
            ("TransformerDecoderLayer", "tgt_mask", "mask"),
            ("TransformerDecoderLayer", "memory_mask", "context_mask"),
        )
    },
    "MultiHeadAttention.dropout": "`fjax.nn.Dropout` after it, as TransformerEncoderLayer has one",
    "MultiHeadAttention.kdim": "a `fjax.nn.Linear` before it, which gives the context its features",
    "MultiHeadAttention.vdim": "a `fjax.nn.Linear` before it, which gives the context its features",
    "MultiHeadAttention.need_weights": "nothing: `fjax.nn.softmax` of the products gives them",
    "BatchNorm.track_running_stats": "nothing: the state has them; train=True takes the batch's",
    "InstanceNorm.track_running_stats": "nothing: each example has statistics of its own",
    "InstanceNorm.momentum": "nothing: each example has statistics of its own",
    "MaxPool.return_indices": "`fjax.numpy.argmax` over the patches that "
    "`fjax.lax.conv_general_dilated_patches` gives",
    "AvgPool.divisor_override": "the pool times the window's size, over another number",
    "Embedding.max_norm": "`fjax.nn.replace(layer, 'weight', shorter_rows)` after a step",
    "binary_cross_entropy.pos_weight": "reduction='none', times 1 + (pos_weight - 1) * labels",
    "LSTM.proj_size": "a `fjax.nn.Linear` behind it",
    "cross_entropy.axis": "nothing: classes are the last axis; `fjax.numpy.moveaxis(x, 1, -1)`",
    "cross_entropy.num_classes": "nothing: logits have them",
    "read_csv.sep": "nothing: commas, semicolons and tabs are seen",
    "read_csv.delimiter": "nothing: commas, semicolons and tabs are seen",
    "read_csv.header": "nothing: the first line names the columns",
    "rmsprop.alpha": "decay=0.9",
    "normal.loc": "`mean + scale * fjax.random.normal(key, shape)`",
    "normal.scale": "`mean + scale * fjax.random.normal(key, shape)`",
    "early_stopping.restore_best_weights": "`fjax.train.Best`, a callback whose model is the best",
    "Best.save_best_only": "nothing: it keeps the best alone",
    "*.betas": "b1=0.9, b2=0.999",
    "*.batch_first": "nothing: the batch is the first axis",
    "*.training": "train=",
    **{
        f"*.{name}": "key=fjax.random.key(0)"
        for name in ("seed", "rng", "rngs", "generator", "random_state")
    },
    "*.data_format": "nothing: channels are the axis behind the batch: x.transpose(0, 3, 1, 2)",
    "*.in_chans": "channels=3",
    "*.maximize": "`fjax.optim.chain(fjax.optim.scale(-1.0), fjax.optim.adam(1e-3))`",
    **{f"*.{name}": "nothing" for name in ("foreach", "fused", "capturable", "differentiable")},
    "adagrad.lr_decay": "a schedule as learning_rate: `lambda step: 0.1 / (1 + 0.01 * step)`",
    "sgd.dampening": "`fjax.optim.sgd((1 - dampening) * rate, momentum)` except for the first step",
    "adam.weight_decay": "`fjax.optim.adamw(1e-3, weight_decay=0.1)`",
    "sgd.weight_decay": "`fjax.optim.chain(fjax.optim.add_decayed_weights(0.1), "
    "fjax.optim.sgd(0.1))`",
    "*.pretrained": "`fjax.nn.load_torch(model, state, file)` loads weights",
    "*.weights": "`fjax.nn.load_torch(model, state, file)` loads weights",
    "*.requires_grad": "nothing: `fjax.grad` says what is differentiated",
    "*.inplace": "nothing: arrays never change",
    "*.device": "`fjax.device_put(x, 'cpu')`",
    "Upsample.align_corners": "nothing: corners are not aligned, as by default in PyTorch",
    "Embedding.padding_idx": "`fjax.numpy.where((tokens == 0)[..., None], 0, layer(tokens))`",
    "predict.batch": "batch_size",
    "fit.learning_rate": "the optimizer has it: `fjax.optim.adam(1e-3)`",
    "fit.lr": "the optimizer has it: `fjax.optim.adam(1e-3)`",
    "fit.sample_weight": "`fjax.data.Loader(data, batch_size, weights=weights)`",
    "fit.patience": "callbacks=[`fjax.train.early_stopping('val_loss', 5)`]",
    "fit.early_stopping": "callbacks=[`fjax.train.early_stopping('val_loss', 5)`]",
}
