/** Before each test file: its process ends with vitest's own, also by SIGKILL, instead of running its test to the end. */
process.once('disconnect', () => process.exit(1))
