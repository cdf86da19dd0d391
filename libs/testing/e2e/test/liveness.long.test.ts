import { waitFor } from '@kingcar/testing'
import { startedBeforeAll } from '@kingcar/testing/before-all'
import { connect } from 'nats'
import { beforeAll, expect, test } from 'vitest'
import { resultOf, send, signIn } from '../src/http.ts'
import { openLive } from '../src/live-socket.ts'
import { openDatabase } from '../src/open-database.ts'
import { productProcesses, startProduct } from '../src/product.ts'
import { connectAsSetup, secretsOf } from '../src/product-secrets.ts'
import { type Recognizer, startRecognizer } from '../src/recognizer.ts'

/*
 * Ends what can end by itself while a process lives: connections, sessions with locks, durable consumers, and processes that
 * hang. The threads that compute password hashes end only with their process.
 */

const product = startedBeforeAll(startProduct)
const recognizer = startedBeforeAll<Recognizer>(() => startRecognizer(product.ready))
let memberId: string
let round = 0

beforeAll(async () => {
  const { http, email, password } = product.ready
  const { accessToken: token } = await signIn(http, email, password)
  const members = await resultOf<{ content: { id: string }[] }>(http, 'GET', '/admin/api/members', { token })
  memberId = members.content[0]?.id as string
  await works()
})

/** Waits until the whole product works again: every process, the consumers of events and reads, and the outboxes. */
async function works(): Promise<void> {
  const { http, email, password } = product.ready
  for (const name of productProcesses)
    await waitFor(async () => {
      const { status } = await fetch(`${await product.operations(name)}/readyz`)
      expect(`${name} ${status}`).toBe(`${name} 200`)
    })
  const { accessToken: token } = await signIn(http, email, password)
  using live = await openLive(http, token)
  round += 1
  const carNumber = `12가${4_000 + round}`
  await waitFor(() => recognizer.read(carNumber))
  await waitFor(() => expect(live.events.map((event) => event.carNumber)).toContain(carNumber))
  // from the outbox of catalog to the consumer of orders
  const fields = { name: `세차 ${round}`, type: 'onetime', price: 1_000 }
  const offered = await resultOf<{ id: string }>(http, 'POST', '/admin/api/products', { token, body: fields })
  const body = { memberId, productId: offered.id, reason: '확인' }
  await waitFor(async () => {
    const { status, text } = await send(http, 'POST', '/admin/api/userProducts', { token, body })
    expect(status, text).toBe(201)
  })
}

test('the server ends every session of PostgreSQL, also those with locks', async () => {
  const sql = await openDatabase(product)
  const ended = await sql`
    select pg_terminate_backend(pid) from pg_stat_activity
    where usename in ('member', 'catalog', 'orders', 'recognition') and backend_type = 'client backend'`
  await sql.end()
  expect(ended.length).toBeGreaterThan(3)
  await works()
})

test('nats-server closes every connection', async () => {
  const { nats } = await secretsOf(product)
  const system = await connect({ servers: product.ready.nats, user: 'system', pass: nats.system })
  const reply = await system.request('$SYS.REQ.SERVER.PING.CONNZ', '{}')
  const { server, data } = reply.json<{ server: { id: string }; data: { connections: { cid: number }[] } }>()
  const others = data.connections.filter(({ cid }) => cid !== system.info?.client_id)
  expect(others.length).toBeGreaterThanOrEqual(productProcesses.length)
  for (const { cid } of others) await system.request(`$SYS.REQ.SERVER.${server.id}.KICK`, JSON.stringify({ cid }))
  await system.close()
  await works()
})

test('every durable consumer is deleted', async () => {
  const setup = await connectAsSetup(product)
  const manager = await setup.jetstreamManager()
  const durables = async () => {
    const found: string[] = []
    for (const { config } of await manager.streams.list().next())
      for (const { name, config: own } of await manager.consumers.list(config.name).next())
        if (own.durable_name) found.push(`${config.name} ${name}`)
    return found.toSorted((a, b) => a.localeCompare(b))
  }
  const before = await durables()
  expect(before.length).toBeGreaterThan(4)
  for (const each of before) await manager.consumers.delete(...(each.split(' ') as [string, string]))
  await waitFor(async () => expect(await durables()).toEqual(before))
  await setup.close()
  await works()
})

test('every process hangs', async () => {
  const pids = () => Promise.all(productProcesses.map((name) => product.pid(name)))
  const hanging = await pids()
  for (const pid of hanging) process.kill(pid, 'SIGSTOP')
  await waitFor(async () => {
    const now = await pids()
    expect(now.filter((pid) => hanging.includes(pid))).toEqual([])
  })
  await works()
})
