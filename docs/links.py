"""Checks the built site: `python docs/links.py out/docs`.

Every link within it leads somewhere, and no page loads anything from another host.
"""

import sys
from html.parser import HTMLParser
from pathlib import Path
from urllib.parse import unquote, urldefrag, urlsplit


class Page(HTMLParser):
    """What a page links to and loads, and the places that can be linked to."""

    def __init__(self, path):
        super().__init__()
        self.links, self.loaded, self.places = set(), set(), set()
        self.feed(path.read_text(encoding="utf-8"))

    def handle_starttag(self, tag, attrs):
        for name, value in attrs:
            if name in ("href", "src") and value:
                self.links.add(value)
                if name == "src" or tag == "link":
                    self.loaded.add(value)
            elif name in ("id", "name") and value:
                self.places.add(value)


def broken(root):
    """(page, link) of links to no file or no place in it, and of what comes from another host."""
    found = [path for path in sorted(root.rglob("*.html")) if "_static" not in path.parts]
    pages = {path: Page(path) for path in found}
    for path, page in pages.items():
        for link in sorted(page.links):
            if urlsplit(link).netloc and link in page.loaded:
                yield path.relative_to(root), link
            if urlsplit(link).netloc or urlsplit(link).scheme:
                continue
            address, place = urldefrag(link)
            target = path if not address else (path.parent / unquote(urlsplit(address).path))
            target = target.resolve()
            known = pages.get(target)
            lost = place and known and unquote(place) not in known.places
            if not target.exists() or (lost and not place.startswith("search")):
                yield path.relative_to(root), link


if __name__ == "__main__":
    found = list(broken(Path(sys.argv[1]).resolve()))
    for where, what in found:
        print(f"{where}: {what}")
    sys.exit(bool(found))
