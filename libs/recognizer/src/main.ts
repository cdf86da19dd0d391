import { help } from './command/help.ts'
import { readOptions } from './command/options.ts'
import { run } from './command/run.ts'
import { reasonOf } from './link/link.ts'
import { UsageError } from './usage-error.ts'

/** Aborts on SIGINT, SIGTERM or SIGHUP. A second signal exits immediately; waiting reads are on the disk. */
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
