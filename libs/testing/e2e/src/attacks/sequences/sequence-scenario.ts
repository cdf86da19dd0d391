import { nothingFound, scenario } from '../../scenario-runner.ts'
import { startOverSockets } from '../socket-product.ts'
import { sequences as run } from './run-sequences.ts'

/** `--path=<path>` with a seed repeats one sequence. */
export const sequences = scenario({
  about: 'two members and an administrator create, read, change, delete, order, pay and sign in, compared with a model',
  options: { sequences: 300, path: '' },
  async run({ seed, options, log }) {
    await using target = await startOverSockets()
    const { found, ...figures } = await run(target, {
      sequences: options.sequences,
      seed,
      path: options.path || undefined,
      log,
    })
    return [{ name: 'sequences', figures, ...nothingFound({ 'every response matches the model': found }) }]
  },
})
