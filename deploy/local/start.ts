import { once } from 'node:events'
import { describeFailure, progress, stopSignal } from '@kingcar/localstack/terminal'
import { readStartConfig } from './configuration/config.ts'
import { startProduct } from './product.ts'

/** `npm start`: runs the whole product on this machine until it is stopped. The last line on standard output is `ready {json}`. */
const stopping = stopSignal()
const stopped = once(stopping, 'abort')
try {
  const starting = startProduct(readStartConfig())
  // A stop during the start ends this process immediately; leashes end the started processes.
  const product = await Promise.race([starting, stopped.then(() => undefined)])
  if (product) {
    await using _product = product
    process.stdout.write(`ready ${JSON.stringify(product.ready)}\n`)
    await stopped
    progress(`stopping (${stopping.reason})`)
  }
  progress(product ? 'stopped' : `stopped (${stopping.reason})`)
} catch (error) {
  process.stderr.write(`\nkingcar: ${describeFailure(error)}\n`)
  process.exitCode = 1
}
process.exit()
