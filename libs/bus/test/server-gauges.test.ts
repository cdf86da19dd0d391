import { startedBeforeAll } from '@kingcar/testing/before-all'
import { Registry } from 'prom-client'
import { expect, test } from 'vitest'
import { openBus } from '../src/index.ts'
import { startBroker } from './broker.ts'

const broker = startedBeforeAll(startBroker)

const scraped = async (metrics: Registry) =>
  (await metrics.metrics()).split('\n').filter((line) => /^kingcar_(?:nats|certificate)_/.test(line))

test('recognition reports the state of nats-server, and nothing while it does not respond', async () => {
  const metrics = new Registry()
  await broker.open('recognition', { metrics })
  expect(await scraped(metrics)).toEqual([
    'kingcar_nats_servers 1',
    'kingcar_nats_servers_expected 1',
    expect.stringMatching(/^kingcar_nats_storage_filling_ratio \d/),
  ])
  await broker.nats.stop()
  expect(await scraped(metrics)).toEqual([])
})

test('other processes do not ask for it', async () => {
  const metrics = new Registry()
  await using second = await startBroker(false)
  await using _bus = await openBus({
    url: second.nats.url,
    ...second.nats.user('orders'),
    name: 'orders',
    log: second.log,
    metrics,
  })
  expect(await scraped(metrics)).toEqual([])
})
