"""Games that were played: their files, replays, rules and studies."""
