import { once } from 'node:events'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { expect, onTestFinished, test } from 'vitest'
import { openGateway } from '../local/demo/gateway-client.ts'

/** A gateway that answers one after the other; the last for good. */
async function answering(...answers: [status: number, code: string][]) {
  let calls = 0
  const server = createServer((_request, response) => {
    const [status, code] = answers[Math.min(calls++, answers.length - 1)] as [number, string]
    const body = status < 300 ? { success: true, result: 7 } : { success: false, error: { code } }
    response.writeHead(status).end(JSON.stringify(body))
  })
  await once(server.listen(0, '127.0.0.1'), 'listening')
  onTestFinished(() => void server.close())
  const gateway = openGateway('127.0.0.1', (server.address() as AddressInfo).port, false)
  return { gateway, calls: () => calls }
}

test('an unavailable service is retried, and so is a request that still runs under its key', async () => {
  const { gateway, calls } = await answering([503, 'UNAVAILABLE'], [409, 'CONFLICT'], [201, ''])
  expect(await gateway.send('POST', '/', { body: {}, key: 'one' })).toMatchObject({ status: 201, result: 7 })
  expect(calls()).toBe(3)
})

test('another conflict is returned', async () => {
  const taken = await answering([409, 'EMAIL_TAKEN'])
  expect(await taken.gateway.send('POST', '/', { body: {}, key: 'one' })).toMatchObject({ status: 409 })
  const other = await answering([409, 'CONFLICT'])
  expect(await other.gateway.send('POST', '/', { body: {} })).toMatchObject({ status: 409, code: 'CONFLICT' })
  expect([taken.calls(), other.calls()]).toEqual([1, 1])
})
