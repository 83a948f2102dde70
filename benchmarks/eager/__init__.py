"""Public functions called at once, without `jit`, timed beside JAX's and NumPy's.

A row of `make bench` is a program that somebody chose. Here every function of the numerical
namespaces is called as it stands, with arrays of three sizes, so that what eager calls cost is
seen as a distribution: which share is behind JAX, and by how much at which size.
"""
