"""The offline search over schedules: is what the heuristic chooses near the best there is?

A few hundred kernels are made from families of programs over one size. For each, lists of
directives are drawn and changed, compiled, compared with the heuristic's result, and timed beside
it. What is found says where the heuristic falls short, and which of its numbers matter.
"""
