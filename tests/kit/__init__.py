"""What the suites share: running the command, expectations, the runner."""
