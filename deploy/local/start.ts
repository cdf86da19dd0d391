import { once } from 'node:events'
import { describeFailure, progress, stopSignal } from '@kingcar/localstack/terminal'
import { UserFacingError } from '@kingcar/localstack/user-facing-error'
import { readStartConfig } from './configuration/config.ts'
import { devicesFile, startProduct } from './product.ts'
import { describeReady } from './terminal/describe-ready.ts'

/**
 * `npm start`: runs the whole product on this machine until it is stopped. At the end of the start it prints to standard output:
 * a text for a terminal, or the line `ready {json}` with `--json` or where standard output is no terminal. Outside production it
 * has demo data, which `--demo` insists on.
 */
const stopping = stopSignal()
const stopped = once(stopping, 'abort')
try {
  const options = new Set(process.argv.slice(2))
  if (options.difference(new Set(['--json', '--demo'])).size > 0)
    throw new UserFacingError(
      'npm start takes no argument except --json and --demo. The settings are environment variables: deploy/CONFIGURATION.md',
    )
  const config = readStartConfig()
  if (options.has('--demo') && config.DEMO === 'none')
    throw new UserFacingError('--demo needs demo data, which DEMO=none leaves out. Leave out one of them.')
  if (options.has('--demo') && config.production)
    throw new UserFacingError(
      'The demo has an administrator with a well-known password, and NODE_ENV is production. Leave out --demo or NODE_ENV.',
    )
  const starting = startProduct(config)
  // A stop during the start ends this process immediately; leashes end the started processes.
  const product = await Promise.race([starting, stopped.then(() => undefined)])
  if (product) {
    await using _product = product
    const isForPerson = process.stdout.isTTY && !options.has('--json')
    const { setupCode, ...ready } = product.ready
    const reported = config.production ? ready : { ...ready, setupCode } // in production the output is a log
    process.stdout.write(
      isForPerson ? describeReady(product.ready, config.DATA_DIR, devicesFile) : `ready ${JSON.stringify(reported)}\n`,
    )
    await stopped
    progress(`stopping (${stopping.reason})`)
  }
  progress(product ? 'stopped' : `stopped (${stopping.reason})`)
} catch (error) {
  process.stderr.write(`\nkingcar: ${describeFailure(error)}\n`)
  process.exitCode = 1
}
process.exit()
