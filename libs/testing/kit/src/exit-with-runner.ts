/**
 * Before each test file: makes its process exit when vitest's own ends, also by SIGKILL, instead of finishing its test.
 */
function endWithRunner(): void {
  process.exit(1)
}

// A process runs many files, each of which loads this module.
if (!process.listeners('disconnect').some(({ name }) => name === endWithRunner.name))
  process.once('disconnect', endWithRunner)
