"""Static files: one script and one style sheet for each page, compressed once, under names with a hash of their content.

A browser keeps a hashed name for good; a changed file gets another name. The plain name of every file works too and is
revalidated. A page's modules become one script: each module is a function that returns its exports, after those it imports. A
module that is imported only when it is needed (`import("./sound.js")`) is a file of its own, with all that it imports.
"""

import re
from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from functools import cached_property, lru_cache
from gzip import compress
from hashlib import sha256
from pathlib import Path

from starlette.requests import Request
from starlette.responses import Response
from starlette.routing import Route

from pitboss.errors import PitbossError
from pitboss.felt import cards_svg, chips_svg
from pitboss.floor.web.errors import NotFoundError

STATIC = Path(__file__).resolve().parents[2] / "pages" / "static"
BUNDLES = {  # the modules and the styles of each page; other pages have those of `page`
    "page": ("page", "base"),
    "chapter": ("page", "base chapter"),
    "closed": ("closed page", "base pit"),
    "desk": ("desk page", "base desk desk-panels desk-sizes"),
    "drill": ("drill page", "base school"),
    "lab": ("lab page", "base lab lab-figures"),
    "lab-draft": ("lab-draft page", "base lab lab-figures"),
    "labs": ("page", "base lab lab-figures"),
    "lesson": ("lesson page", "base felt school"),
    "lobby": ("lobby page", "base lobby"),
    "odds": ("page", "base chapter"),
    "pit": ("pit page", "base pit incidents"),
    "records": ("records page", "base desk desk-panels desk-records desk-sizes"),
    "round": ("times replay page", "base felt history"),
    "rules": ("rules-found page", "base chapter"),
    "rounds": ("times page", "base history"),
    "school": ("page", "base lab lab-figures"),
    "school-game": ("school page", "base school"),
    "school-handout": ("page", "base school"),
    "school-tests": ("school-tests page", "base school"),
    "table": ("table page", "base advice dealer incidents felt table table-hands table-poker table-sizes"),
}
MEDIA_TYPES = {
    ".js": "text/javascript",
    ".css": "text/css",
    ".svg": "image/svg+xml",
    ".txt": "text/plain",
    ".woff2": "font/woff2",
}
FOR_GOOD, REVALIDATED = "public, max-age=31536000, immutable", "no-cache"
WORTH_COMPRESSING = 600  # bytes
MODULES_CACHED = 256  # most are in the bundles of several pages
_TYPES = re.compile(r"^ */\*\*(?:(?!\*/).)*\*/\n", re.MULTILINE | re.DOTALL)  # comments that fill their lines
_COMMENTS = re.compile(r"^ *//.*\n", re.MULTILINE)
_IMPORT = re.compile(r'^import \{([^}]*)\} from "\./([\w-]+)\.js";\n', re.MULTILINE)
_EXPORT = re.compile(r"^export ((?:async )?function\*?|class|const) (\w+)", re.MULTILINE)
_UNREAD = re.compile(r"^(?:export|import)\b(?!\().*", re.MULTILINE)
_LATER = re.compile(r'\bimport\("\./([\w-]+)\.js"\)')
_NAMED = re.compile(r"/static/([\w-]+\.svg)\b")
_FONT = re.compile(r'url\("([\w-]+\.woff2)"\)')


@dataclass(frozen=True)
class File:
    """A static file."""

    name: str
    content: bytes

    @cached_property
    def hash(self) -> str:
        """A digest of its content."""
        return sha256(self.content).hexdigest()[:16]

    @property
    def hashed(self) -> str:
        """Its name with the digest.

        >>> File("a.css", b"p {}").hashed
        'a.48d24394dd48cb69.css'
        """
        stem, _, ending = self.name.rpartition(".")
        return f"{stem}.{self.hash}.{ending}"

    @cached_property
    def compressed(self) -> bytes:
        """Its content by gzip, itself where that saves nothing."""
        if self.media_type == "font/woff2" or len(self.content) < WORTH_COMPRESSING:
            return self.content
        return compress(self.content, 9, mtime=0)

    @property
    def media_type(self) -> str:
        """What it is."""
        return MEDIA_TYPES[Path(self.name).suffix]


@dataclass(frozen=True)
class Files:
    """All static files, by their plain names and by their hashed ones."""

    plain: dict[str, File]
    hashed: dict[str, File]
    addresses: dict[str, str]  # of bundles, drawings and fonts, by their plain names


@lru_cache(maxsize=1)
def static_files() -> Files:
    """The static files as they were when they were first asked for."""
    plain = {path.name: File(path.name, path.read_bytes()) for path in sorted(STATIC.iterdir())}
    plain |= {file.name: file for file in (File("cards.svg", cards_svg().encode()), File("chips.svg", chips_svg().encode()))}
    modules = {path.stem: without_comments(path.read_text(encoding="utf-8")) for path in STATIC.glob("*.js")}
    styles = {path.stem: path.read_text(encoding="utf-8") for path in STATIC.glob("*.css")}
    single = [file for file in plain.values() if Path(file.name).suffix not in (".js", ".css")]
    addresses = {file.name: f"/static/{file.hashed}" for file in single}
    bundles: list[File] = []

    def add(name: str, content: str) -> None:
        bundles.append(File(name, content.encode()))
        addresses[name] = f"/static/{bundles[-1].hashed}"

    for page, (_, names) in BUNDLES.items():
        text = "".join(styles[name] for name in names.split())
        add(f"{page}.css", _FONT.sub(lambda font: f'url("{addresses[font[1]]}")', text))
    for name in sorted({name for text in modules.values() for name in _LATER.findall(text)}):
        add(f"{name}.js", bundle(modules, [name]) + f"export const {{ {_exports(modules[name])} }} = {_variable(name)};\n")
    for page, (scripts, _) in BUNDLES.items():
        text = _NAMED.sub(lambda drawing: addresses[drawing[1]], bundle(modules, scripts.split()))
        add(f"{page}.js", _LATER.sub(lambda module: f'import("{addresses[module[1] + ".js"]}")', text))
    return Files(plain, {file.hashed: file for file in (*bundles, *single)}, addresses)


def address(name: str) -> str:
    """The address of a static file, for a page: of the bundle of a page, or of a drawing or font."""
    return static_files().addresses[name]


def bundle(modules: Mapping[str, str], names: Iterable[str]) -> str:
    """Modules with all that they import as one script.

    >>> print(bundle({"a": 'import { b as c } from "./b.js";\\nc();\\n', "b": "export const b = () => 1;\\n"}, ("a",)))
    const $b = (() => {
    const b = () => 1;
    return { b };
    })();
    const $a = (() => {
    const { b: c } = $b;
    c();
    return {  };
    })();
    <BLANKLINE>
    """
    ordered: dict[str, None] = {}

    def add(name: str, above: tuple[str, ...]) -> None:
        if name in above:
            raise PitbossError(f"modules import one another: {', '.join((*above, name))}")
        for imported in _imported(modules[name]):
            add(imported, (*above, name))
        ordered.setdefault(name)

    for name in names:
        add(name, ())
    return "".join(as_function(name, modules[name]) for name in ordered)


def without_comments(text: str) -> str:
    """A script without the comments that fill their lines: types, and explanations.

    >>> without_comments("/** @param {string} word */\\n// One.\\nconst a = /** @type {const} */ (1); // one\\n")
    'const a = /** @type {const} */ (1); // one\\n'
    """
    return _COMMENTS.sub("", _TYPES.sub("", text))


@lru_cache(maxsize=MODULES_CACHED)
def as_function(name: str, text: str) -> str:
    """A module as a function that returns its exports; raises PitbossError for an import or export of another form.

    >>> as_function("a", "export default 1;\\n")
    Traceback (most recent call last):
    pitboss.errors.PitbossError: a.js has a line that cannot be bundled: export default 1;
    """
    exports = _exports(text)
    text = _EXPORT.sub(r"\1 \2", text)
    text = _IMPORT.sub(lambda found: f"const {{{found[1].replace(' as ', ': ')}}} = {_variable(found[2])};\n", text)
    if (left := _UNREAD.search(text)) is not None:
        raise PitbossError(f"{name}.js has a line that cannot be bundled: {left[0]}")
    return f"const {_variable(name)} = (() => {{\n{text}return {{ {exports} }};\n}})();\n"


@lru_cache(maxsize=MODULES_CACHED)
def _imported(text: str) -> tuple[str, ...]:
    return tuple(name for _, name in _IMPORT.findall(text))


def _exports(text: str) -> str:
    return ", ".join(name for _, name in _EXPORT.findall(text))


def _variable(module: str) -> str:
    return f"${module.replace('-', '_')}"


async def static_file(request: Request) -> Response:
    """A static file, compressed for browsers that take that."""
    name, files = request.path_params["name"], static_files()
    file = files.hashed.get(name) or files.plain.get(name)
    if file is None:
        raise NotFoundError("there is no such file")
    smaller = file.compressed is not file.content and takes_gzip(request.headers.get("accept-encoding", ""))
    headers = {
        "cache-control": FOR_GOOD if name == file.hashed else REVALIDATED,
        "etag": f'"{file.hash}-gzip"' if smaller else f'"{file.hash}"',
        "vary": "accept-encoding",
    }
    if headers["etag"] in request.headers.get("if-none-match", ""):
        return Response(status_code=304, headers=headers)
    if smaller:
        headers["content-encoding"] = "gzip"
    return Response(file.compressed if smaller else file.content, media_type=file.media_type, headers=headers)


def takes_gzip(accepted: str) -> bool:
    """Whether an Accept-Encoding allows gzip.

    >>> [takes_gzip(each) for each in ("gzip, br", "br;q=1, gzip;q=0.5", "gzip;q=0", "identity", "")]
    [True, True, False, False, False]
    """
    for each in accepted.lower().split(","):
        coding, _, weight = each.replace(" ", "").partition(";q=")
        if coding == "gzip":
            return not re.fullmatch(r"0(\.0*)?", weight)
    return False


routes = [Route("/static/{name}", static_file)]
