import { once } from 'node:events'
import { Agent, request } from 'node:http'
import { connect } from 'node:net'
import { afterEach, expect, test } from 'vitest'
import { type Edge, eventually, startEdge, store } from './edge.ts'

let edge: Edge
afterEach(() => edge[Symbol.asyncDispose]())

/** One GET over the agent's connection. */
async function get(agent: Agent, url: string): Promise<{ status: number | undefined; connection: string | undefined }> {
  const sent = request(url, { agent }).end()
  const [response] = (await once(sent, 'response')) as [import('node:http').IncomingMessage]
  response.resume()
  await once(response, 'end')
  return { status: response.statusCode, connection: response.headers.connection }
}

test('a stop under load loses no request of a keep-alive client', async () => {
  edge = await startEdge({ DRAIN_MILLISECONDS: '1000' })
  const url = `${edge.url}/api/stores/${store.id}`
  const agent = new Agent({ keepAlive: true, maxSockets: 8 })
  let stopping: PromiseLike<void> | undefined
  let answered = 0
  let told = 0
  await Promise.all(
    Array.from({ length: 8 }, async () => {
      for (;;) {
        const { status, connection } = await get(agent, url)
        expect(status).toBe(200)
        answered += 1
        if (answered === 200) stopping = edge.gateway[Symbol.asyncDispose]()
        // A real client reconnects through the load balancer to another gateway.
        if (connection === 'close') {
          told += 1
          return
        }
      }
    }),
  )
  await stopping
  agent.destroy()
  expect(told).toBe(8)
  await expect(fetch(url)).rejects.toThrow()
})

test('a stopping gateway still serves for a while, new connections too, with Connection: close', async () => {
  edge = await startEdge({ DRAIN_MILLISECONDS: '3000' })
  const agent = new Agent({ keepAlive: true })
  expect(await get(agent, `${edge.url}/api/health`)).toEqual({ status: 200, connection: 'keep-alive' })
  const stopped = edge.gateway[Symbol.asyncDispose]()
  const other = new Agent({ keepAlive: true })
  expect(await get(other, `${edge.url}/api/health`)).toEqual({ status: 200, connection: 'close' })
  expect(await get(agent, `${edge.url}/api/health`)).toEqual({ status: 200, connection: 'close' })
  await stopped
})

test('a stop waits for the call in flight, and not for an idle connection', async () => {
  edge = await startEdge()
  let release = () => {}
  const held = new Promise<void>((resolve) => {
    release = resolve
  })
  edge.holds.set('getPublicStore', held)
  const answer = edge.get(`/api/stores/${store.id}`)
  const idle = connect(Number(new URL(edge.url).port), '127.0.0.1')
  await once(idle, 'connect')
  await eventually(() => edge.calls.length).toBe(1)
  const began = performance.now()
  const stopped = edge.gateway[Symbol.asyncDispose]()
  release()
  expect((await answer).status).toBe(200)
  await stopped
  expect(performance.now() - began).toBeLessThan(4_000) // Node alone would wait for its idle timeout of five seconds
  idle.destroy()
})
