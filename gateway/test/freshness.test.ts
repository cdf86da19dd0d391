import { startProxy } from '@kingcar/testing/proxy'
import { expect, test } from 'vitest'
import { startEdge } from './edge.ts'

test('a gateway with a silent connection rejects every secret, and accepts the new one when data arrives again', async () => {
  await using edge = await startEdge()
  await using proxy = await startProxy(edge.natsUrl)
  await using gateway = await edge.startAnother({ NATS_URL: proxy.url })
  const device = await edge.device()
  const headers = { ...device.headers, 'content-type': 'application/json' }
  const url = `${gateway.url}/api/recognition/adapters/openalpr/${device.id}`
  const event = JSON.stringify({ data_type: 'heartbeat' }) // accepted without a call to nats-server
  const ask = async () => (await fetch(url, { method: 'POST', headers, body: event })).status
  await expect.poll(ask).toBe(200)
  proxy.stall()
  await edge.device(device.id, 2)
  await expect.poll(ask).toBe(503)
  proxy.flow()
  const statuses = new Set<number>()
  await expect.poll(async () => statuses.add(await ask())).toContain(401)
  expect(statuses).not.toContain(200)
})
