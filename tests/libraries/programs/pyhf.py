import pyhf


def hello():
    pyhf.set_backend("jax")
    model = pyhf.simplemodels.uncorrelated_background([12.0, 11.0], [50.0, 52.0], [3.0, 7.0])
    data = [51.0, 48.0, *model.config.auxdata]
    return model.logpdf(model.config.suggested_init(), data), pyhf.infer.mle.fit(data, model)
