"""Pages as a browser's parser reads them: elements with their attributes, texts and ancestors."""

import base64
import json
import zlib
from html.parser import HTMLParser

VOID = {"meta", "link", "br", "img", "input", "hr"}


class Element:
    """An element: its name, attributes, text (that of elements inside included) and parent."""

    def __init__(self, name, attributes, parent):
        self.name, self.attributes, self.parent = name, dict(attributes), parent
        self.inside, self.pieces = [], []

    @property
    def text(self):
        return "".join(self.pieces)

    @property
    def keys(self):
        """The numbers of its places."""
        return {int(k) for k in (self.attributes.get("data-k") or "").split()}

    @property
    def step(self):
        return self.attributes.get("data-s")

    def has(self, *classes):
        return set(classes) <= set((self.attributes.get("class") or "").split())

    def within(self, id):
        """Whether an element with this id is around it."""
        found = self
        while found is not None and found.attributes.get("id") != id:
            found = found.parent
        return found is not None


class Page(HTMLParser):
    """A page. elements: all of them, in order; raises where tags do not match."""

    def __init__(self, html):
        super().__init__()
        self.elements, self.open = [], None
        self.feed(html)
        self.close()
        assert self.open is None, self.open.name

    def handle_starttag(self, tag, attrs):
        element = Element(tag, attrs, self.open)
        self.elements.append(element)
        if tag not in VOID:
            self.open = element

    def handle_endtag(self, tag):
        assert self.open is not None and self.open.name == tag, (tag, self.getpos())
        self.open = self.open.parent

    def handle_data(self, data):
        found = self.open
        while found is not None:
            found.pieces.append(data)
            found = found.parent

    def named(self, *classes):
        """The elements with these classes."""
        return [e for e in self.elements if e.has(*classes)]

    def id(self, id):
        (found,) = [e for e in self.elements if e.attributes.get("id") == id]
        return found

    @property
    def lines_of_files(self):
        """The source lines, by the number of their file and their own."""
        named = [e for e in self.named("ln") if "id" in e.attributes]
        return {tuple(map(int, e.attributes["id"].split("-")[1:3])): e for e in named}

    @property
    def lines(self):
        """The source lines, by number; where two files have a line, the later file's."""
        return {number: e for (_, number), e in self.lines_of_files.items()}

    @property
    def equations(self):
        """The rows of the jaxprs, as traced and optimised."""
        return [e for e in self.named("eq") if e.within("jaxpr")]

    @property
    def places(self):
        return json.loads(self.id("places").text)

    @property
    def texts(self):
        """The texts that tabs unpack."""
        return json.loads(zlib.decompress(base64.b64decode(self.id("texts").text)))
