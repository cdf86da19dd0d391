import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { root } from '@kingcar/localstack/paths'
import { startedBeforeAll } from '@kingcar/testing/before-all'
import { createRandom } from '@kingcar/testing/random'
import { expect, test } from 'vitest'
import { parse } from 'yaml'
import { openDeployment } from '../src/deployment/deployment.ts'
import { soak } from '../src/faults/soak.ts'
import { killing, outage, runSteadyLoad } from '../src/faults/steady-load-with-crashes.ts'
import { withoutLimits } from '../src/product.ts'

const deployment = startedBeforeAll(() => openDeployment({ environment: withoutLimits, recordsMemory: true }))

/** `npm run faults -- pace outage`, which run for ten minutes and for one, in a few seconds. */
test('no car and no order is lost while processes are killed and servers are unavailable', async () => {
  const seed = Date.now() % 1_000_000
  const said = [`seed ${seed}`]
  const kill = killing(createRandom(seed), 1, (line) => said.push(line))
  const { findings, ofReads, ofOrders, ...counts } = await runSteadyLoad(deployment, {
    perSecond: { reads: 30, orders: 10 },
    seconds: 6,
    patience: 60_000,
    async injectFaults(deployment, isOver, happened) {
      await outage('nats-server', 2, 1)(deployment, isOver, happened)
      await outage('postgres', 2, 0)(deployment, isOver, happened)
      await kill(deployment, () => isOver() && said.length > 1, happened) // one at least, however long the others took
    },
  })
  const found = { ...findings.reads, ...findings.orders }
  const nothing = Object.fromEntries(Object.keys(found).map((name) => [name, []]))
  expect(found, `${said.join('\n')}\n${JSON.stringify({ ofReads, ofOrders, counts })}`).toEqual(nothing)
  expect(ofReads.reads).toBeGreaterThan(150)
  expect(ofOrders.orders).toBeGreaterThan(50)
  expect(counts.times).toBeGreaterThan(2)
})

/** A two-hundred-and-fiftieth of `npm run faults -- soak`, too short for its claims about memory. */
test('the product keeps working under occasional faults', async () => {
  const seed = Date.now() % 1_000_000
  const { wrong, fatal, complete, requests, growth } = await soak(
    deployment,
    { minutes: 0.12, every: 2, requests: 15, cars: 16, mortal: 1, seed },
    () => undefined,
  )
  expect({ wrong, fatal, complete }, `seed ${seed}`).toEqual({ wrong: [], fatal: [], complete: 10 })
  expect(requests).toBeGreaterThan(100)
  expect(Object.keys(growth)).toHaveLength(10)
})

/** Autoscaling metrics of deploy/kubernetes: prometheus-adapter computes each from metrics that processes export. */
test('processes export the metrics that autoscaling uses', async () => {
  const file = join(root, 'deploy/kubernetes/autoscaling/prometheus-adapter.yaml')
  const { rules } = parse(readFileSync(file, 'utf8')) as { rules: { custom: Record<string, string>[] } }
  const processes = [...deployment.gateways, ...deployment.services]
  const texts = await Promise.all(
    processes.map(async ({ operations }) => (await fetch(`${operations}/metrics`)).text()),
  )
  const wanted = rules.custom.flatMap(({ seriesQuery = '', metricsQuery = '' }) => [
    ...(`${seriesQuery} ${metricsQuery}`.match(/\w+(?=\{)/g) ?? []),
  ])
  expect(wanted.length).toBeGreaterThan(rules.custom.length)
  expect(wanted.filter((name) => !texts.some((text) => text.includes(`\n${name}`)))).toEqual([])
})
