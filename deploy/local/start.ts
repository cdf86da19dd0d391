import { once } from 'node:events'
import { describeFailure, progress, stopSignal } from '@kingcar/localstack/terminal'
import { UserFacingError } from '@kingcar/localstack/user-facing-error'
import { readStartConfig } from './configuration/config.ts'
import { devicesFile, startProduct } from './product.ts'
import { describeReady } from './terminal/describe-ready.ts'

/**
 * `npm start`: runs the whole product on this machine until it is stopped. At the end of the start it prints to
 * standard output: a text for a terminal, or the line `ready {json}` with `--json` or if standard output is no
 * terminal. Outside production it has demo data; with `--demo` it does not start without demo data.
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
    throw new UserFacingError('--demo needs demo data, and DEMO=none disables it. Remove one of the two.')
  if (options.has('--demo') && config.production)
    throw new UserFacingError(
      'The demo has an administrator with a well-known password, and NODE_ENV is production. Remove --demo or NODE_ENV.',
    )
  const starting = startProduct(config)
  // A stop during the start ends this process immediately, and the started processes end with it (see
  // leashed-child.ts).
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
