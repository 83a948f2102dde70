from diffeqzoo import backend, ivps


def hello():
    if not backend.has_been_selected:
        backend.select("jax")
    results = []
    for problem in (ivps.lotka_volterra, ivps.rigid_body, ivps.lorenz96):
        f, start, span, args = problem()
        results.append((f(start, *args), span))
    return results
