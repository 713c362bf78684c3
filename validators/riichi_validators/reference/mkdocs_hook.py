"""A hook of MkDocs (mkdocs.yml) that adds the generated pages and parts of pages."""

from __future__ import annotations

from typing import Any

from mkdocs.config.defaults import MkDocsConfig
from mkdocs.structure.files import File, Files

from riichi_validators.reference.pages import filled, pages, subpages


def on_files(files: Files, config: MkDocsConfig) -> Files:
    """Add the generated pages."""
    for path, text in pages():
        files.append(File.generated(config, path, content=text))
    return files


def on_page_markdown(markdown: str, **_: Any) -> str:
    """Fill the generated parts into a hand-written page."""
    return filled(markdown)


def on_config(config: MkDocsConfig) -> MkDocsConfig:
    """Put generated pages below the pages that list them."""
    below = subpages()
    for section in config.nav or ():
        for entries in section.values():
            for entry in entries if isinstance(entries, list) else ():
                for title in below.keys() & entry.keys():
                    entry[title] = [entry[title], *({name: path} for name, path in below[title])]
    return config
