import { nothingFound, trial } from '../../trial.ts'
import { startOverSockets } from '../socket-product.ts'
import { attack } from './campaign.ts'

/** `--path=<path>` with a seed sends one again. */
export const requests = trial({
  about: '200,000 requests made from the published document, valid and hostile, each answer judged by what it promises',
  options: { requests: 200_000, path: '' },
  async run({ seed, options, log }) {
    await using target = await startOverSockets()
    const path = options.path || undefined
    const count = path === undefined ? options.requests : 1
    const { found, ...figures } = await attack(target, { requests: count, seed, path, log })
    const claims = Object.fromEntries(Map.groupBy(found, ({ claim }) => claim))
    const nothing = found.length === 0 ? { 'every answer is as it is promised': [] } : {}
    return [{ name: 'requests', figures, ...nothingFound({ ...nothing, ...claims }) }]
  },
})
