"""A hook of MkDocs (mkdocs.yml) that adds the generated pages."""

from __future__ import annotations

from mkdocs.config.defaults import MkDocsConfig
from mkdocs.structure.files import File, Files

from riichi_app.reference.pages import OPTIONS, option_pages, pages


def on_files(files: Files, config: MkDocsConfig) -> Files:
    """Add the generated pages."""
    for path, text in pages():
        files.append(File.generated(config, path, content=text))
    return files


def on_config(config: MkDocsConfig) -> MkDocsConfig:
    """Put the pages of options, one per chapter, below their index page."""
    listed = [f"{OPTIONS}/index.md", *({title: path} for title, path in option_pages())]
    for section in config.nav or ():
        for entries in section.values():
            for entry in entries if isinstance(entries, list) else ():
                if "Options" in entry:
                    entry["Options"] = listed
    return config
