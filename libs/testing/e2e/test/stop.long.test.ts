import { Agent, get } from 'node:http'
import { expect, test } from 'vitest'
import { startProduct } from '../src/product.ts'

type Outcome = { status: number } | { failure: string; answered: number; fresh: boolean }

/**
 * One request over a connection of `agent`. If it failed, `answered` tells whether the response had begun, and `fresh`
 * whether it was the first request of its connection.
 */
function request(url: string, agent: Agent): Promise<Outcome> {
  return new Promise((resolve) => {
    let answered = 0
    const fail = (error: NodeJS.ErrnoException) =>
      resolve({ failure: error.code ?? error.message, answered, fresh: !outgoing.reusedSocket })
    const outgoing = get(url, { agent }, (response) => {
      answered = 1
      response
        .on('error', fail)
        .resume()
        .on('end', () => resolve({ status: response.statusCode ?? 0 }))
    })
    outgoing.on('error', fail)
  })
}

test('a graceful stop under load loses no request: each gets a response, or its connection was never accepted', async () => {
  const product = await startProduct()
  const url = `${product.ready.http}/api/stores/${product.ready.stores[0]?.id}`
  const outcomes: Outcome[] = []
  let running = true
  const clients = Array.from({ length: 20 }, async () => {
    const agent = new Agent({ keepAlive: true, maxSockets: 1 })
    while (running) {
      const outcome = await request(url, agent)
      outcomes.push(outcome)
      if ('failure' in outcome) break
    }
    agent.destroy()
  })
  await expect.poll(() => outcomes.length).toBeGreaterThan(500)
  await product.stop('SIGTERM')
  running = false
  await Promise.all(clients)
  await product[Symbol.asyncDispose]()

  const answered = outcomes.filter((outcome) => 'status' in outcome)
  const failed = outcomes.filter((outcome) => 'failure' in outcome)
  expect(answered.filter(({ status }) => status !== 200 && status !== 503)).toEqual([])
  // A connection that the gateway has not accepted when it stops listening is reset by the kernel, with its request
  // unread.
  const unread = ({ failure, answered, fresh }: (typeof failed)[number]) =>
    failure === 'ECONNREFUSED' || (/^(ECONNRESET|EPIPE)$/.test(failure) && fresh && answered === 0)
  expect(failed.filter((outcome) => !unread(outcome))).toEqual([])
  expect(await product.survivors()).toEqual([])
})
