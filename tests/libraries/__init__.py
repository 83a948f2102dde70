"""Libraries made for JAX, on fjax: which names they use, whether they import, what they compute."""
