"""Single calls of what random programs do not write: a subject each, drawn by seed and number.

`python -m tests.fuzz --draws numbers layers pairs library --count 2000 --seed 7` runs them.
"""
