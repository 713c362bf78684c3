"""The page for clubs: a pure function that answers its questions, a local server, and the site."""
