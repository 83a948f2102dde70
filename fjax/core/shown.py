"""What `fjax.explanation` has notebooks show as a picture, though it loads later."""


class Shown:
    """Base of what is shown; `explanation.attach` gives it the methods that notebooks ask for."""
