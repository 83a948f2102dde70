"""What PyTorch, Keras and Optax call optimisers, schedules, data and callbacks."""

from __future__ import annotations

from fjax.foreign_names.remedies import each

STEP = (
    "`updates, memory = optimizer.update(grads, memory, params)`, then "
    "`params = fjax.optim.apply_updates(params, updates)`"
)

OPTIMIZER = {
    **each("step minimize apply apply_gradients", STEP),
    "zero_grad": "leave it out: gradients do not accumulate",
    **each("apply_gradient compute_gradients", STEP),
    **each(
        "defaults get_config", "arguments of the function that made it, such as `fjax.optim.adam`"
    ),
    **each("variables weights iterations", "the memory is a tree: `fjax.tree.leaves(memory)`"),
    **each("state_dict load_state_dict", "the memory is a tree: `fjax.tree.leaves(memory)`"),
    "state": "the memory is a value: `memory = optimizer.init(params)`",
    **each(
        "param_groups add_param_group",
        "`fjax.optim.partition` gives each part of the parameters its optimiser",
    ),
    **each(
        "lr learning_rate",
        "a schedule, as in `fjax.optim.sgd(fjax.optim.constant_schedule(0.1))`, or, in the memory, "
        "`fjax.optim.inject_hyperparams(fjax.optim.sgd)(0.1)`",
    ),
}

OPTIM = {
    "SGD": "`fjax.optim.sgd`",
    "Adam": "`fjax.optim.adam`",
    "AdamW": "`fjax.optim.adamw`",
    "RMSprop": "`fjax.optim.rmsprop`",
    "Adadelta": "`fjax.optim.adadelta`",
    "Adafactor": "`fjax.optim.adafactor`",
    "Adamax": "`fjax.optim.adamax`",
    "Muon": "`fjax.optim.muon`",
    "NAdam": "`fjax.optim.nadam`",
    "RAdam": "`fjax.optim.radam`",
    "SparseAdam": "`fjax.optim.adam`",
    **each("ASGD SWA swa_utils AveragedModel", "the argument ema of `fjax.train.fit`"),
    "GradScaler": "`fjax.optim.LossScale`, which `fjax.train.fit` uses for precision='f16'",
    "Adagrad": "`fjax.optim.adagrad`",
    "LBFGS": "`fjax.optim.lbfgs`",
    "GradientTransformation": "`fjax.optim.Transformation`",
    "Optimizer": "`fjax.optim.Transformation`",
    "MultiSteps": "`fjax.optim.accumulate`",
    **each(
        "clip_grad_norm_ clip_grad_norm",
        "`fjax.optim.chain(fjax.optim.clip_by_global_norm(1.0), fjax.optim.adam(1e-3))`",
    ),
    "clip_grad_value_": "`fjax.optim.chain(fjax.optim.clip(1.0), fjax.optim.adam(1e-3))`",
    "lr_scheduler": "a schedule is the learning rate: "
    "`fjax.optim.adam(fjax.optim.cosine_decay_schedule(1e-3, 100))`",
    "StepLR": "`fjax.optim.exponential_decay(0.1, 30, 0.5, staircase=True)`",
    "MultiStepLR": "`fjax.optim.piecewise_constant_schedule(0.1, {30: 0.1, 80: 0.1})`",
    "ExponentialLR": "`fjax.optim.exponential_decay(0.1, 1, 0.9)`",
    "LinearLR": "`fjax.optim.linear_schedule(0.1, 0.01, 100)`",
    "PolynomialLR": "`fjax.optim.polynomial_schedule(0.1, 0.0, 1.0, 100)`",
    "ConstantLR": "`fjax.optim.constant_schedule(0.1)`",
    **each("CosineAnnealingLR CosineDecay", "`fjax.optim.cosine_decay_schedule(0.1, 100)`"),
    "OneCycleLR": "`fjax.optim.cosine_onecycle_schedule(100, 0.1)`",
    **each(
        "LambdaLR MultiplicativeLR CyclicLR ChainedScheduler LRScheduler",
        "a function of the step: `fjax.optim.sgd(lambda step: 0.1 / (1 + step))`",
    ),
    "CosineAnnealingWarmRestarts": "`fjax.optim.join_schedules` of cosine decays",
    "SequentialLR": "`fjax.optim.join_schedules`",
    "ReduceLROnPlateau": "`fjax.optim.reduce_on_plateau`",
    "multi_transform": "`fjax.optim.partition`",
    **each("softmax_cross_entropy losses", "`fjax.nn.losses.cross_entropy`"),
    "l2_loss": "`fjax.nn.losses.squared_error`",
    "Lion": "`fjax.optim.lion`",
    "Nadam": "`fjax.optim.nadam`",
    "adamaxw": "`fjax.optim.adamax`",
    **each(
        "Ftrl Rprop rprop yogi adabelief novograd fromage adan sm3 amsgrad",
        "`fjax.optim.adamw` is the nearest",
    ),
    **each(
        "PolynomialDecay polynomial_decay", "`fjax.optim.polynomial_schedule(0.1, 0.0, 1.0, 100)`"
    ),
    "ExponentialDecay": "`fjax.optim.exponential_decay(0.1, 1, 0.9)`",
    "PiecewiseConstantDecay": "`fjax.optim.piecewise_constant_schedule(0.1, {30: 0.1, 80: 0.1})`",
    **each("CosineDecayRestarts sgdr_schedule", "`fjax.optim.join_schedules` of cosine decays"),
    **each(
        "InverseTimeDecay LearningRateSchedule",
        "a function of the step: `fjax.optim.sgd(lambda step: 0.1 / (1 + step))`",
    ),
    **each(
        "warmup_constant_schedule warmup_exponential_decay_schedule",
        "`fjax.optim.join_schedules([fjax.optim.linear_schedule(0.0, 0.1, 10), "
        "fjax.optim.constant_schedule(0.1)], [10])`",
    ),
    "linear_onecycle_schedule": "`fjax.optim.cosine_onecycle_schedule(100, 0.1)`",
    **each(
        "ExponentialMovingAverage SWALR",
        "`fjax.optim.ema`, or the argument ema of `fjax.train.fit`",
    ),
    **each("LossScaleOptimizer DynamicLossScale", "`fjax.optim.LossScale`"),
    "clip_by_norm": "`fjax.optim.clip_by_global_norm(1.0)`",
    "zero_nans": "`fjax.optim.apply_if_finite(optimizer)`",
    "apply_every": "`fjax.optim.accumulate(optimizer, 4)`",
    **each(
        "incremental_update periodic_update",
        "`fjax.tree.map(lambda p, q: 0.9 * p + 0.1 * q, params, params)`",
    ),
    "additive_weight_decay": "`fjax.optim.add_decayed_weights(1e-4)`",
    "tree_utils": "`fjax.tree`",
    "huber_loss": "`fjax.nn.losses.huber`",
    "sigmoid_binary_cross_entropy": "`fjax.nn.losses.binary_cross_entropy`",
    "ctc_loss": "`fjax.nn.losses.ctc`",
    "zero_grad": "leave it out: gradients do not accumulate",
    **each("step minimize apply", STEP),
    "step_decay": "`fjax.optim.exponential_decay(0.1, 30, 0.5, staircase=True)`",
    "softmax_cross_entropy_with_integer_labels": "`fjax.nn.losses.cross_entropy`",
    "TrainState": "the parameters and the memory of the optimiser, two trees",
    **each("noisy_sgd optimistic_gradient_descent polyak_sgd", "`fjax.optim.sgd` is the nearest"),
    "WarmupCosine": "`fjax.optim.warmup_cosine_decay_schedule`",
}

DATA = {
    "transforms": "`fjax.data.images`, and the arguments transform and augment of "
    "`fjax.data.Loader`",
    "DataLoader": "`fjax.data.Loader`",
    **each("Dataset IterableDataset", "anything that has `__len__` and `__getitem__`"),
    "TensorDataset": "a tuple of arrays",
    "WeightedRandomSampler": "the argument odds of `fjax.data.Loader`",
    **each("RandomSampler BatchSampler Sampler", "the argument key of `fjax.data.Loader`"),
    "train_test_split": "`fjax.data.random_split(rows, [0.8, 0.2], key=key)`",
    "from_tensor_slices": "`fjax.data.Loader(x, 1)`",
    "ConcatDataset": "`fjax.numpy.concatenate([x, y])`, or a list of all rows",
    "default_collate": "the default of `fjax.data.Loader`",
    **each("prefetch batch cache", "arguments of `fjax.data.Loader(x, batch_size=1, prefetch=2)`"),
    "from_numpy": "leave it out: `fjax.data.Loader(x, 1)` takes NumPy's arrays",
    **each("MNIST CIFAR10 load_digits", "`fjax.data.digits(key)`, which scikit-learn brings"),
    **each("FashionMNIST load_iris", "`fjax.data.digits(key)`, which scikit-learn brings"),
    "make_moons": "`fjax.data.moons`",
    "make_blobs": "`fjax.data.gaussians`",
    "make_circles": "`fjax.data.circles`",
    "DataFrame": "`fjax.data.read_csv`, or `fjax.data.Table`",
    **each("from_generator TFRecordDataset", "`fjax.data.Stream`"),
    **each("ImageFolder map", "`fjax.data.mapped`"),
    "SequentialSampler": "leave out the argument key of `fjax.data.Loader`",
    "DistributedSampler": "`fjax.data.Loader`, which gives each process its part",
    "AUTOTUNE": "the argument workers of `fjax.data.Loader`",
}

IMAGES = {
    **each("rotate RandomRotation RandomAffine translate", "`fjax.data.images.affine`"),
    **each(
        "random_flip RandomFlip RandomHorizontalFlip RandomVerticalFlip hflip",
        "`fjax.data.images.flip`",
    ),
    **each("random_crop RandomCrop CenterCrop center_crop", "`fjax.data.images.crop`"),
    **each("RandomResizedCrop random_resized_crop", "`fjax.data.images.resized_crop`"),
    **each("ColorJitter color jitter adjust_brightness", "`fjax.data.images.colour`"),
    **each("RandomErasing random_erasing CutOut", "`fjax.data.images.cutout`"),
    **each("MixUp CutMix cutmix", "`fjax.data.images.mixup`"),
    **each("resize Resize", "`fjax.image.resize(x, (3, 3), 'linear')`"),
    **each("normalize Normalize", "`(x - x.mean()) / x.std()`"),
    **each("Compose Sequential", "`fjax.data.images.each`"),
    **each("ToTensor to_tensor", "`(x / 255).astype('float32')`, channels before height and width"),
}

RESULT = {
    **each("evaluate test score", "`fjax.train.evaluate`, of result.model and result.state"),
    **each("save save_weights", "`fjax.checkpoints.save('model.fjax', model)` of result.model"),
    **each("loss losses metrics", "result.history, a dict of numbers for each epoch"),
    **each("params parameters variables weights", "result.model, a tree of its parameters"),
    **each("optimizer opt_state memory", "result.run.memory"),
    **each("epoch epochs", "result.history has a dict of numbers for each epoch"),
}

PROGRESS = {
    **each("loss metrics logs metric", "progress.last, and progress.history[-1] of an epoch"),
    **each("model params state", "progress.run.model, and progress.run.state"),
    **each("stop should_stop stop_training", "a callback returns a text, which ends the training"),
    **each("learning_rate lr optimizer", "progress.run.memory is the optimiser's state"),
    **each("epoch_number current_epoch", "progress.epoch"),
    **each("global_step iteration", "progress.step"),
}

LOADER = {
    **each("shuffle random_shuffle", "the argument key of `fjax.data.Loader`"),
    "batch": "the argument batch_size of `fjax.data.Loader`",
    "map": "the argument transform of `fjax.data.Loader`",
    **each("repeat set_epoch", "loader.epoch(number) has the batches of each epoch"),
    "dataset": "loader.data",
    **each("cache take skip", "`fjax.data.random_split(rows, [0.8, 0.2], key=key)`, or a slice"),
    **each("next as_numpy_iterator", "next(loader.epoch(0))"),
}

TRAIN = {
    "EarlyStopping": "`fjax.train.early_stopping`",
    "ModelCheckpoint": "the argument checkpoints of `fjax.train.fit`, and `fjax.train.Best`",
    "Trainer": "`fjax.train.fit`",
    "Callback": "a function of a `fjax.train.Progress`",
    "ReduceLROnPlateau": "`fjax.optim.reduce_on_plateau`",
    "TensorBoard": "`fjax.train.tensorboard`",
    "CSVLogger": "`fjax.train.csv`",
    "TrainState": "the parameters and the memory of the optimiser, two trees; "
    "`fjax.train.fit` keeps them",
    "DataLoader": "`fjax.data.Loader`",
    "LearningRateScheduler": "a schedule is the learning rate: "
    "`fjax.optim.adam(fjax.optim.cosine_decay_schedule(1e-3, 100))`",
    **each("WandbLogger LambdaCallback", "a function of a `fjax.train.Progress`"),
    **each("train_step make_step", "`fjax.train.Recipe` has the step that `fjax.train.fit` takes"),
    **each("LightningModule fit_generator compile train", "`fjax.train.fit`"),
    **each("test score", "`fjax.train.evaluate`"),
    **each(
        "TerminateOnNaN", "leave it out: `fjax.train.fit` raises `fjax.train.NonFiniteLossError`"
    ),
    "History": "`fjax.train.Result`, which `fjax.train.fit` returns",
    "ProgbarLogger": "`fjax.train.progress_bar`",
    **each(
        "Checkpoint CheckpointManager BackupAndRestore latest_checkpoint Saver checkpoints",
        "the argument checkpoints of `fjax.train.fit`, and `fjax.checkpoints`",
    ),
    "save_checkpoint": "`fjax.checkpoints.save('model.fjax', params)`",
    "restore_checkpoint": "`fjax.checkpoints.load('model.fjax')`",
    **each("AdamOptimizer GradientDescentOptimizer", "`fjax.optim`"),
    "SWA": "the argument ema of `fjax.train.fit`",
    "train_test_split": "`fjax.data.random_split(rows, [0.8, 0.2], key=key)`",
}

MODELS = {
    **each("resnext50_32x4d wide_resnet50_2", "`fjax.models.resnet50`"),
    **each("densenet161 densenet169 densenet201", "`fjax.models.densenet121`"),
    **each(
        "efficientnet_b1 efficientnet_b2 efficientnet_b3 efficientnet_v2_s",
        "`fjax.models.efficientnet_b0`",
    ),
    **each(
        "mobilenet_v3_small mobilenet_v3_large",
        "`fjax.models.mobilenet_v2` or `fjax.models.efficientnet_b0`",
    ),
    **each("vit_b_32 vit_l_16 vit_l_32", "`fjax.models.vit`"),
    "gpt2": "`fjax.models.gpt`",
    "AlexNet": "`fjax.models.alexnet`",
    **each(
        "googlenet inception_v3 squeezenet1_0 shufflenet_v2_x1_0 convnext_tiny swin_t",
        "`fjax.models.efficientnet_b0`",
    ),
    "ResNet50": "`fjax.models.resnet50`",
    **each("bert_base BertModel", "`fjax.models.bert`"),
    **each("llama t5 GPT2LMHeadModel", "`fjax.models.gpt`"),
}
