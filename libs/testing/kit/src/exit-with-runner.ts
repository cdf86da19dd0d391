/** Before each test file: its process ends with vitest's own, also by SIGKILL, instead of running its test to the end. */
function endWithRunner(): void {
  process.exit(1)
}

// A process runs many files, and this once for each.
if (!process.listeners('disconnect').some(({ name }) => name === endWithRunner.name))
  process.once('disconnect', endWithRunner)
