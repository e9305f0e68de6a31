"""Points the README's Binder badge at a repository: `python binder/badge.py [address]`, by default where this clone came from."""

import re
import subprocess
import sys
from pathlib import Path
from urllib.parse import quote

README = Path(__file__).parent.parent / "README.md"
BADGE = re.compile(r"(?<=\[!\[Open on Binder\]\(docs/images/binder\.svg\)\]\()[^)]*")
FIRST = "?urlpath=lab/tree/notebooks/01-start-here.ipynb"


def link(address: str) -> str:
    """Where Binder opens the first notebook of a repository.

    >>> link("git@github.com:someone/cards.git")
    'https://mybinder.org/v2/gh/someone/cards/HEAD?urlpath=lab/tree/notebooks/01-start-here.ipynb'
    """
    found = re.fullmatch(r"(?:https://|ssh://)?(?:[^/@]+@)?([\w.-]+)[:/](.+?)(?:\.git)?/?", address)
    host, name = found.groups() if found else ("", "")
    if name.count("/") < 1:
        raise SystemExit(f"A repository's address is like https://github.com/owner/name, not {address!r}.")
    places = {"github.com": f"gh/{name}", "gitlab.com": f"gl/{quote(name, safe='')}"}
    place = places.get(host, f"git/{quote(f'https://{host}/{name}', safe='')}")
    return f"https://mybinder.org/v2/{place}/HEAD{FIRST}"


def main(arguments: list[str]) -> None:
    """Rewrite the badge's link."""
    if arguments:
        address = arguments[0]
    else:
        asked = subprocess.run(
            ["git", "remote", "get-url", "origin"], capture_output=True, text=True, cwd=README.parent
        )
        address = asked.stdout.strip()
        if not address:
            raise SystemExit(
                "This copy has no origin: name the address, `python binder/badge.py https://github.com/owner/name`."
            )
    own = link(address)
    README.write_text(BADGE.sub(own, README.read_text()))
    sys.stdout.write(f"{own}\n")


if __name__ == "__main__":
    main(sys.argv[1:])
