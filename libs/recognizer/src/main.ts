import { help } from './help.ts'
import { reasonOf } from './link.ts'
import { readOptions } from './options.ts'
import { run } from './run.ts'
import { UsageError } from './usage-error.ts'

/** Aborts at Ctrl-C and its like; a second Ctrl-C ends at once, and what waits is on the disk. */
function stopSignal(): AbortSignal {
  const stopping = new AbortController()
  for (const name of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const)
    process.on(name, () => {
      if (stopping.signal.aborted) process.exit(130)
      stopping.abort()
    })
  return stopping.signal
}

try {
  const options = readOptions(process.argv.slice(2), process.env)
  if (options === 'help') console.log(help)
  else await run(options, process.stdout, stopSignal())
} catch (error) {
  console.error(`recognizer: ${reasonOf(error)}`)
  process.exitCode = error instanceof UsageError ? 2 : 1
}
