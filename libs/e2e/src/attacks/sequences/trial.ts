import { nothingFound, type Trial } from '../../trial.ts'
import { startOverSockets } from '../socket-product.ts'
import { sequences as run } from './run.ts'

/** `--sequences=<n>` tries as many; `--path=<path>` with a seed tries one again. */
export const sequences: Trial = {
  about:
    'two members and an administrator create, read, change, delete, order, pay and sign in, beside a model of it all',
  async run({ seed, options, log }) {
    await using target = await startOverSockets()
    const { found, ...figures } = await run(target, {
      sequences: Number(options.sequences ?? 300),
      seed,
      path: options.path,
      log,
    })
    return [{ name: 'sequences', figures, ...nothingFound({ 'every call is answered as the model says': found }) }]
  },
}
