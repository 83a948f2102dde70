"""Sphinx: pages in Markdown, notebooks that run, and the API reference out of the docstrings."""

import sys
import tempfile
from pathlib import Path

HERE = Path(__file__).parent
sys.path[:0] = [str(HERE.parent), str(HERE)]

import related
import shared_fields
import source_links
from api import NAMESPACES, docstring, public
from docstrings import KNOWN, plain, signature, to_rst
from made_pages import write_errors, write_programs
from reference_pages import write_reference

import fjax

project = "fjax"
author = "the authors of fjax"
version = release = fjax.__version__
extensions = [
    "myst_nb",
    "sphinx.ext.autodoc",
    "sphinx.ext.linkcode",
    "sphinx_copybutton",
    "sphinx_design",
    "sphinx_gallery.gen_gallery",
]
source_suffix = {".md": "myst-nb", ".rst": "restructuredtext"}
exclude_patterns = ["_build", "gallery/**/*.ipynb"]  # a program's notebook is its download
# The lexer of IPython's tracebacks knows no backticks, which messages of errors have.
suppress_warnings = ["mystnb.unknown_mime_type", "misc.highlighting_failure"]

html_theme = "pydata_sphinx_theme"
html_title = f"fjax {version}"
html_static_path = ["_static"]
html_css_files = ["site.css"]
html_favicon = "_static/logo.svg"
html_context = {"default_mode": "auto"}  # else the theme logs an error at the first visit
html_show_sourcelink = False
html_copy_source = False
html_sidebars = {"index": [], "gallery/index": [], "source/**": []}
html_theme_options = {
    "logo": {"text": "fjax", "image_light": "_static/logo.svg", "image_dark": "_static/logo.svg"},
    "collapse_navigation": True,
    "navigation_depth": 2,
    "show_toc_level": 2,
    "header_links_before_dropdown": 6,
    "navbar_align": "left",
    "pygments_light_style": "tango",
    "pygments_dark_style": "github-dark",
    "footer_start": ["copyright"],
    "footer_end": [],
    "show_prev_next": True,
}
project_copyright = author

myst_enable_extensions = ["colon_fence", "deflist"]
myst_heading_anchors = 3
nb_execution_mode = "cache"
nb_execution_cache_path = str(HERE.parent / "out" / "notebooks")
nb_execution_timeout = 300
nb_execution_raise_on_error = True
nb_merge_streams = True
copybutton_prompt_text = r">>> |\.\.\. |\$ "
copybutton_prompt_is_regexp = True

sphinx_gallery_conf = {
    "examples_dirs": str(HERE.parent / "examples" / "gallery"),
    "gallery_dirs": "gallery",
    "filename_pattern": r"\.py$",
    "within_subsection_order": "FileNameSortKey",
    "image_scrapers": ("matplotlib",),
    "capture_repr": (),  # what a cell shows is what it prints and draws
    "abort_on_example_error": True,
    "download_all_examples": False,
    "write_computation_times": False,
    "min_reported_time": 1e9,
    "show_signature": False,
    "thumbnail_size": (400, 260),
}

autodoc_typehints = "none"
autodoc_member_order = "bysource"
toc_object_entries = False
add_module_names = False
linkcode_resolve = source_links.resolve
KNOWN.update(f"{space}.{name}" for space in NAMESPACES for name, _ in public(space))
CANONICAL, RELATED = related.canonical(), related.see_also()
MADE = {"reference": write_reference, "errors": write_errors, "programs": write_programs}
# Pages are read in the repository, too, where they link to files that are no pages of the site.
ELSEWHERE = {"../benchmarks/RESULTS.md": "how/benchmarks.md"}


def write_pages(_app):
    """Write the pages that are made from the package; those that stay the same are not touched."""
    with tempfile.TemporaryDirectory() as made:
        for name, write in MADE.items():
            (Path(made) / name).mkdir()
            write(Path(made) / name)
        new = {
            path.relative_to(made): path.read_bytes()
            for path in Path(made).rglob("*.*")
            if path.is_file()
        }
    for name in MADE:
        for old in (HERE / name).rglob("*.*"):
            if old.is_file() and old.relative_to(HERE) not in new:
                old.unlink()
    for name, text in new.items():
        path = HERE / name
        if not path.is_file() or path.read_bytes() != text:
            path.parent.mkdir(parents=True, exist_ok=True)
            path.write_bytes(text)


def lead_elsewhere(_app, _name, text):
    """Let links to files of the repository lead to the pages of the site that show them."""
    for file, page in ELSEWHERE.items():
        text[0] = text[0].replace(f"]({file})", f"]({page})")


def process_docstring(_app, _what, name, value, _options, lines):
    """Replace a docstring's lines by what Sphinx reads."""
    text = "\n".join(lines) if isinstance(value, type) else docstring(value) or "\n".join(lines)
    names, types = signature(value)
    made = [to_rst(text, names, shared_fields.of(name, names), types)]
    if name in RELATED:
        links = (f":py:obj:`{short(other, name)} <{CANONICAL[other]}>`" for other in RELATED[name])
        made.append(f".. seealso:: {', '.join(links)}")
    lines[:] = ["", *"\n\n".join(made).split("\n"), ""]


def process_signature(_app, _what, _name, _value, _options, taken, returned):
    """Show defaults by their names."""
    return (plain(taken) if taken else taken), returned


def short(name, beside):
    """A name as it is written beside another one: without their namespace if they share it."""
    namespace = beside.rpartition(".")[0]
    return name.removeprefix(f"{namespace}.")


def setup(app):
    """Connect the functions above."""
    app.connect("builder-inited", write_pages)
    app.connect("source-read", lead_elsewhere)
    app.connect("autodoc-process-docstring", process_docstring)
    app.connect("autodoc-process-signature", process_signature)
    app.connect("html-collect-pages", source_links.pages)
