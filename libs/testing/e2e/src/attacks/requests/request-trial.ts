import { nothingFound, trial } from '../../scenario-runner.ts'
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
    const broken = Object.fromEntries(Map.groupBy(found, ({ claim }) => claim))
    const nothing = found.length === 0 ? { 'every answer is as it is promised': [] } : {}
    const { claims: promised, cases = [] } = nothingFound({ ...nothing, ...broken })
    const failures = Object.keys(figures.statuses).filter((status) => !/^[1-4]\d\d$/.test(status))
    const never = { [`no answer is of 5xx, and each request has one: ${failures.length}`]: failures.length === 0 }
    return [{ name: 'requests', figures, claims: { ...promised, ...never }, cases }]
  },
})
