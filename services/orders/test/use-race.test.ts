import { randomUUID } from 'node:crypto'
import { setTimeout as wait } from 'node:timers/promises'
import { waitFor } from '@kingcar/testing'
import { startedBeforeAll } from '@kingcar/testing/before-all'
import { beforeAll, expect, test } from 'vitest'
import { startTestOrders } from './orders-service.ts'
import { addUserProduct, later, productOf, usesOf, visitOf, visitsBeforeAll } from './visit-fixtures.ts'

const orders = startedBeforeAll(startTestOrders)
const visits = visitsBeforeAll(orders)
beforeAll(async () => {
  await orders.startAnother()
})

type Ask = (text: TemplateStringsArray, ...values: string[]) => PromiseLike<readonly unknown[]>

/** Both processes wait for this lock before either goes on. */
async function heldUp(what: () => Promise<unknown>, hold: (held: Ask) => PromiseLike<unknown>) {
  const { sql } = orders.backend
  await sql.begin(async (held) => {
    await hold(held)
    await what()
    await waitForLocks(held, 2)
  })
}

const waitForLocks = (sql: Ask, processes: number) =>
  waitFor(async () => {
    const waiting = await sql`
      select from pg_stat_activity
      where usename = 'orders' and datname = current_database() and wait_event_type = 'Lock'`
    if (waiting.length < processes) throw new Error('not all of them yet')
  })

const uses = async (ids: readonly string[]) => (await Promise.all(ids.map((id) => usesOf(orders, id)))).flat()

// ASVS 2.3.4
test('two processes that decide visits of a member concurrently consume each use once', async () => {
  const member = randomUUID()
  const product = await addUserProduct(orders, member, { type: 'onetime', useLimit: 3 })
  const many = Array.from({ length: 12 }, () => visitOf(member))
  await heldUp(
    async () => {
      for (const visit of many) await visits.record(visit)
    },
    (held) => held`select from orders.user_products where id = ${product} for update`,
  )
  await visits.recordAndWait()
  expect(await uses(many.map(({ id }) => id))).toHaveLength(3)
  expect(await productOf(orders, product)).toMatchObject({ state: 'Complete', remaining: 0, version: 4 })
})

test('two processes that decide revisions of one visit concurrently store one use', async () => {
  const member = randomUUID()
  const product = await addUserProduct(orders, member)
  const visit = visitOf(member)
  const revisions = Array.from({ length: 12 }, (_, at) => later(visit, { revision: at + 1, reads: at + 1 }))
  await heldUp(
    async () => {
      for (const each of revisions.toReversed()) await visits.record(each)
    },
    (held) => held`lock table orders.visits`,
  )
  await visits.recordAndWait()
  expect(await uses([visit.id])).toHaveLength(1)
  expect(await productOf(orders, product)).toMatchObject({ remaining: 3, version: 2 })
})

test('the visit into which another was merged is decided in its latest revision, by whichever process', async () => {
  const member = randomUUID()
  const product = await addUserProduct(orders, member, { type: 'onetime', useLimit: 1 })
  const second = visitOf(member)
  const first = visitOf(member, { late: true })
  await visits.recordAndWait(second)
  await visits.recordAndWait(first)
  // plays another process, which receives that the first is no longer late
  await orders.backend.sql.begin(async (other) => {
    await other`select pg_advisory_xact_lock(hashtextextended('orders visit ' || ${first.id}::uuid, 0))`
    await visits.record(later(second, { mergedInto: first.id }))
    await waitForLocks(other, 1)
    const visit = later(first, { late: false })
    await other`update orders.visits set revision = 2, visit = ${other.json(visit)} where id = ${first.id}`
  })
  await visits.recordAndWait()
  expect(await uses([first.id])).toMatchObject([{ product, reason: null }])
  expect(await productOf(orders, product)).toMatchObject({ state: 'Complete', remaining: 0 })
})

test('while the database is unreachable visits wait without a redelivery; then all are decided', async () => {
  const member = randomUUID()
  const product = await addUserProduct(orders, member, { useLimit: null })
  const { sql } = orders.backend
  const [row] = await sql<{ name: string }[]>`select current_database() as name`
  const name = row?.name ?? ''
  await sql.unsafe(`revoke connect on database ${name} from orders`)
  await sql`select pg_terminate_backend(pid) from pg_stat_activity where datname = ${name} and usename = 'orders'`
  const many = Array.from({ length: 5 }, () => visitOf(member))
  const before = await repetitions()
  for (const visit of many) await visits.record(visit, visitOf(null))
  await wait(1_000) // the outage, long enough for a redelivery
  await sql.unsafe(`grant connect on database ${name} to orders`)
  await visits.recordAndWait()
  expect(await uses(many.map(({ id }) => id))).toHaveLength(5)
  expect(await productOf(orders, product)).toMatchObject({ remaining: null, version: 6 })
  expect(await repetitions()).toBe(before)
})

/** The number of redeliveries of VISITS, from nats-server. */
async function repetitions(): Promise<number> {
  const reply = await fetch(`http://127.0.0.1:${orders.backend.nats.monitorPort}/jsz?consumers=true`)
  const { account_details: accounts } = (await reply.json()) as { account_details: Account[] }
  const consumers = accounts
    .flatMap((account) => account.stream_detail ?? [])
    .flatMap((stream) => stream.consumer_detail ?? [])
  const own = consumers.find(({ name }) => name === 'orders-visits')
  if (!own) throw new Error('nobody hears visits')
  return own.delivered.consumer_seq - own.delivered.stream_seq
}
type Consumer = { name: string; delivered: { consumer_seq: number; stream_seq: number } }
type Account = { stream_detail?: { consumer_detail?: Consumer[] }[] }
