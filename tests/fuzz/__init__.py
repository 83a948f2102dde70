"""Random programs over the public API, judged by oracles that do not share the code under test.

`program` says what a program is: data that prints as Python. `generate` makes one from a seed, with
the statements of `operations`. `checks` runs a program's text in several ways and compares them
by `compare`. `campaign` keeps workers busy, `minimise` makes what they find small enough to read.
docs/fuzzing.md says how to use it.
"""
