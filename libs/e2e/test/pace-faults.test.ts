import { expect, test } from 'vitest'
import { keepPace, killing, outage } from '../src/faults/pace.ts'
import { createRandom } from '../src/random.ts'

/** What `npm run faults -- pace outage` does for ten minutes and for one, in seconds. */
test('cars and orders go on coming while somebody is killed and servers are away, and nothing of it is lost', async () => {
  const seed = Date.now() % 1_000_000
  const said = [`seed ${seed}`]
  const kill = killing(createRandom(seed), 1, (line) => said.push(line))
  const { findings, ofReads, ofOrders, ...counts } = await keepPace({
    perSecond: { reads: 30, orders: 10 },
    seconds: 6,
    patience: 60_000,
    async happening(deployment, isOver, happened) {
      await outage('nats-server', 2, 1)(deployment, isOver, happened)
      await outage('postgres', 2, 1)(deployment, isOver, happened)
      await kill(deployment, () => isOver() && said.length > 1, happened) // one at least, however long the others took
    },
  })
  const found = { ...findings.reads, ...findings.orders }
  const nothing = Object.fromEntries(Object.keys(found).map((name) => [name, []]))
  expect(found, `${said.join('\n')}\n${JSON.stringify({ ofReads, ofOrders, counts })}`).toEqual(nothing)
  expect(ofReads.reads).toBeGreaterThan(150)
  expect(ofOrders.orders).toBeGreaterThan(50)
  expect(counts.times).toBeGreaterThan(2)
}, 240_000)
