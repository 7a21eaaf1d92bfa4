"""Programs that keep a repository's hooks, and what it takes to have each of them run ours."""
