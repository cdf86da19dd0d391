import { nothingFound, scenario } from '../../scenario-runner.ts'
import { startOverSockets } from '../socket-product.ts'
import { attack } from './campaign.ts'

/** `--path=<path>` with a seed repeats one request. */
export const requests = scenario({
  about: '200,000 requests made from the published document, valid and hostile, each response judged by the document',
  options: { requests: 200_000, path: '' },
  async run({ seed, options, log }) {
    await using target = await startOverSockets()
    const path = options.path || undefined
    const count = path === undefined ? options.requests : 1
    const { found, ...figures } = await attack(target, { requests: count, seed, path, log })
    const broken = Object.fromEntries(Map.groupBy(found, ({ claim }) => claim))
    const nothing = found.length === 0 ? { 'every response is as documented': [] } : {}
    const { claims: promised, cases = [] } = nothingFound({ ...nothing, ...broken })
    const failures = Object.keys(figures.statuses).filter((status) => !/^[1-4]\d\d$/.test(status))
    const never = { [`no 5xx response, and a response to each request: ${failures.length}`]: failures.length === 0 }
    return [{ name: 'requests', figures, claims: { ...promised, ...never }, cases }]
  },
})
