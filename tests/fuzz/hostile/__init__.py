"""Files and texts from elsewhere: mutants of valid ones, which are read rightly or refused.

`python -m tests.fuzz.hostile --count 20000 --seed 1` reads mutants of all kinds, one after another.
"""
