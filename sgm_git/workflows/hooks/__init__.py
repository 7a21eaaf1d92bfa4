"""What the git hooks do: judging what a commit or a push brings in, and keeping it in order."""
