import { randomUUID } from 'node:crypto'
import { once } from 'node:events'
import { visitSubject } from '@kingcar/bus'
import { contract, type EventOf, eventSubject, type Input, type RecordedVisit, served } from '@kingcar/contract'
import { openDatabase, uuidv7 } from '@kingcar/db'
import { outcome, startBundle, testProcess } from '@kingcar/testing'
import { beforeAll, beforeEach, expect, test } from 'vitest'
import { deleteExpiredRows } from '../src/delete-expired-rows.ts'
import { actorOf, type Pair, startBeforeAll } from './start-member.ts'
import { type Receiver, startReceiver } from './webhook-receiver.ts'

const { createWebhookEndpoint, deleteWebhookEndpoint, listWebhookEndpoints, rotateWebhookSecret } = contract.member
const { listWebhookDeliveries, replayWebhookDeliveries, testWebhookEndpoint, updateWebhookEndpoint } = contract.member
const attentionPart = served.member.getAttention
const password = 'a long password'
const at = '2026-01-31T00:00:00.000Z'

const names = new Map<string, string[]>()
const resolveName = async (name: string, signal: AbortSignal) => {
  if (name !== 'slow.partner.test') return names.get(name) ?? []
  await once(signal, 'abort')
  return ['127.0.0.1']
}
const member = startBeforeAll({ WEBHOOK_PRIVATE_NETWORKS: '127.0.0.1/32', resolveName }, testProcess())
let root: Pair
beforeAll(async () => {
  await member.join('root@kingcar.test', password)
  root = await member.login({ email: 'root@kingcar.test', password })
})
beforeEach(async () => {
  for (const { id } of (await list()).content)
    await member.call(deleteWebhookEndpoint, { id }, { actor: actorOf(root) })
})

const list = () => member.call(listWebhookEndpoints, { size: 100 }, { actor: actorOf(root) })
const find = async (id: string) => (await list()).content.find((each) => each.id === id)
const register = async (
  url: string,
  eventTypes: Input<typeof createWebhookEndpoint>['eventTypes'] = ['visit.created'],
) => member.call(createWebhookEndpoint, { name: '포스 연동', url, eventTypes }, { actor: actorOf(root) })
const registerAt = async (receiver: Receiver, eventTypes?: Input<typeof createWebhookEndpoint>['eventTypes']) => {
  const { id, secret } = await register(receiver.url, eventTypes)
  receiver.secrets.push(secret ?? '')
  return id
}

const visitOf = (over: Partial<RecordedVisit> = {}): RecordedVisit => ({
  ...{ id: uuidv7(), storeId: uuidv7(), storeName: '강남점', deviceId: uuidv7(), carNumber: '12가3456' },
  ...{
    memberId: uuidv7(),
    name: '김민지',
    visitCount: 5,
    recognizedAt: at,
    latestReadAt: at,
    receivedAt: at,
    reads: 1,
  },
  ...{ late: false, productUsed: null, mergedInto: null, revision: 1, ...over },
})
async function record(...visits: RecordedVisit[]): Promise<void> {
  const bus = await member.backend.bus('recognition')
  await bus.append(visits.map((visit) => ({ subject: visitSubject, id: randomUUID(), data: JSON.stringify(visit) })))
}
type Published = 'orders.orderChanged' | 'orders.usesChanged' | 'recognition.visitsEnded' | 'recognition.gatesDecided'
async function publish<N extends Published>(name: N, payload: EventOf<N>) {
  const bus = await member.backend.bus(name.startsWith('recognition.') ? 'recognition' : 'orders')
  await bus.publish([{ id: randomUUID(), subject: eventSubject(name), payload }])
}
const tries = (endpointId: string) =>
  member.backend.sql<{ status: number | null; error: string | null; response: string | null; milliseconds: number }[]>`
    select t.status, t.error, t.response, t.milliseconds from member.webhook_tries t
    join member.webhook_deliveries d on d.id = t.delivery_id where d.endpoint_id = ${endpointId} order by t.id`
/** As if the delays of failed tries, and the leases of dead processes, had passed. */
const passDelays = async () => {
  await member.backend.sql`update member.webhook_deliveries set run_at = now() where state = 'waiting'`
  await member.backend.sql`update member.webhook_endpoints set run_at = now()`
}

const cleanUp = async () => {
  const { DATABASE_URL: url } = member.options
  await using db = await openDatabase({ url, schema: 'member', name: 'test', log: testProcess().log })
  await deleteExpiredRows(db, 730)
}

test('an event arrives signed, with ids of the visit and without the name of the member', async () => {
  await using receiver = await startReceiver()
  await registerAt(receiver, ['visit.created', 'visit.changed'])
  const visit = visitOf()
  await record(visit, visitOf({ test: true }))
  await expect.poll(() => receiver.received).toHaveLength(1)
  await record({ ...visit, revision: 2, carNumber: '34나5678' })
  await expect.poll(() => receiver.received).toHaveLength(2)
  const { id: visitId, memberId, storeId } = visit
  expect(receiver.received).toMatchObject([
    { type: 'visit.created', signatures: [expect.stringMatching(/^v1,/)], data: { visitId, memberId, storeId } },
    { type: 'visit.changed', data: { visitId, carNumber: '34나5678', revision: 2 } },
  ])
  expect(JSON.stringify(receiver.received)).not.toContain('김민지')
})

test('a visit begins for a partner with its first message, whichever revision that has, and once', async () => {
  await using receiver = await startReceiver()
  await registerAt(receiver, ['visit.created', 'visit.changed'])
  const visit = visitOf({ doubtful: true })
  const revisions = () => receiver.received.map(({ type, data }) => [type, data.revision])
  await record({ ...visit, revision: 3 })
  await expect.poll(revisions).toEqual([
    ['visit.created', 3],
    ['visit.changed', 3],
  ])
  await record({ ...visit, revision: 3 }, { ...visit, revision: 1 }, { ...visit, revision: 2 })
  await expect.poll(revisions).toEqual([
    ['visit.created', 3],
    ['visit.changed', 3],
    ['visit.changed', 2],
  ])
  await record(visitOf({ id: uuidv7(Date.now() - 31 * 86_400_000), revision: 9 })) // its first event is deleted by now
  await expect.poll(() => revisions().slice(3)).toEqual([['visit.changed', 9]])
})

test('during a rotation requests have the signatures of both secrets', async () => {
  await using receiver = await startReceiver()
  const id = await registerAt(receiver)
  const { secret } = await member.call(rotateWebhookSecret, { id }, { actor: actorOf(root) })
  receiver.secrets.push(secret ?? '')
  await record(visitOf())
  await expect.poll(() => receiver.received.map(({ signatures }) => signatures.length)).toEqual([2])
  await member.call(rotateWebhookSecret, { id, overlapHours: 0 }, { actor: actorOf(root) })
  receiver.secrets = []
  await record(visitOf())
  await expect.poll(() => receiver.received.map(({ signatures }) => signatures.length)).toEqual([2, 1])
})

test('an event that arrives twice is sent once; types that an endpoint has not chosen are not sent', async () => {
  await using receiver = await startReceiver()
  await registerAt(receiver, ['product.used', 'order.refunded'])
  const use = {
    ...{ useLogId: uuidv7(), visitId: uuidv7(), userProductId: uuidv7(), productName: '손세차', memberId: uuidv7() },
    ...{ storeId: uuidv7(), carNumber: '12가3456', usedAt: at },
  }
  for (let n = 0; n < 3; n += 1) await publish('orders.usesChanged', { uses: [{ ...use, reversedAt: null }] })
  await publish('orders.usesChanged', { uses: [{ ...use, reversedAt: at }] })
  await record(visitOf())
  const order: EventOf<'orders.orderChanged'>['order'] = {
    ...{ id: uuidv7(), merchantUid: 'kc_1', productId: uuidv7(), productName: '손세차', productType: 'onetime' },
    ...{ carId: null, amount: 1_000, refundedAmount: 300, state: 'Completed', paidAt: at, refundedAt: at },
    ...{ failReason: null, createdAt: at, userProductId: null },
  }
  await publish('orders.orderChanged', { memberId: uuidv7(), order, version: 4 })
  await publish('orders.orderChanged', { memberId: uuidv7(), order, version: 5, happened: ['paid', 'refunded'] })
  await expect.poll(() => receiver.received.map(({ type }) => type)).toEqual(['product.used', 'order.refunded'])
})

test('events of a key wait for the one before; those of other keys do not', async () => {
  await using receiver = await startReceiver()
  await registerAt(receiver, ['visit.created', 'visit.changed'])
  const visit = visitOf()
  let fails = true
  receiver.respond = ({ key }, response) => response.writeHead(fails && key === visit.id ? 503 : 200).end()
  await record(visit, { ...visit, revision: 2 }, { ...visit, revision: 3 }, visitOf())
  const revisions = () => receiver.received.filter(({ key }) => key === visit.id).map(({ data }) => data.revision)
  await expect.poll(() => receiver.received.some(({ key }) => key !== visit.id), { timeout: 10_000 }).toBe(true)
  expect(new Set(revisions())).toEqual(new Set([1]))
  fails = false
  receiver.received = []
  await passDelays()
  await expect.poll(revisions, { timeout: 10_000 }).toEqual([1, 2, 3])
})

const decide = async (fields: Partial<EventOf<'recognition.gatesDecided'>['decisions'][number]> = {}) => {
  const decidedAt = new Date().toISOString()
  const expiresAt = new Date(Date.now() + 60_000).toISOString()
  const decision = {
    visitId: uuidv7(),
    carNumber: '12가3456',
    open: true,
    reason: 'used' as const,
    version: 1,
    expiresAt,
  }
  const addressed = { ...decision, storeId: uuidv7(), deviceId: uuidv7(), memberId: uuidv7(), decidedAt, ...fields }
  await publish('recognition.gatesDecided', { decisions: [addressed] })
  return addressed
}

test('the decision of a gate is sent as its recognizer gets it, once, and overtakes what waits', async () => {
  await using receiver = await startReceiver()
  const id = await registerAt(receiver, ['visit.created', 'gate.decision'])
  let fails = true
  const open: { fail(): void }[] = []
  receiver.respond = ({ type }, response) => {
    if (fails && type !== 'gate.decision') open.push({ fail: () => response.writeHead(503).end() })
    else response.writeHead(204).end()
  }
  const visit = visitOf()
  await record(visit, ...Array.from({ length: 20 }, () => visitOf()))
  await expect.poll(() => open).toHaveLength(8) // as many as an endpoint gets at the same time
  const decisions = () => receiver.received.filter(({ type }) => type === 'gate.decision').map((each) => each.data)
  await decide()
  await expect.poll(decisions).toHaveLength(1)
  for (const each of open) each.fail()
  await expect.poll(async () => (await find(id))?.failingSince).not.toBeNull()
  await expect.poll(async () => (await tries(id)).length).toBe(9)
  await member.backend.sql`
    update member.webhook_endpoints set failures = 9, run_at = now() + interval '5 minutes' where id = ${id}`
  const { memberId: _ofVisit, decidedAt: _at, ...data } = await decide({ visitId: visit.id })
  await expect.poll(() => decisions().slice(1)).toEqual([data])
  await publish('recognition.gatesDecided', { decisions: [{ ...data, memberId: null, decidedAt: at }] })
  fails = false
  receiver.received = []
  await passDelays()
  await expect.poll(() => receiver.received.length, { timeout: 10_000 }).toBe(21)
  expect(decisions()).toEqual([])
})

test('a decision that its endpoint did not take in time is dropped, and what follows goes on', async () => {
  await using receiver = await startReceiver()
  const id = await registerAt(receiver, ['gate.decision', 'visit.created'])
  receiver.respond = (_, response) => response.writeHead(503).end()
  const missed = await decide()
  await expect.poll(() => tries(id)).toMatchObject([{ status: 503 }])
  const { failingSince } = (await find(id)) as { failingSince: string }
  receiver.received = []
  receiver.respond = (_, response) => response.writeHead(204).end()
  const { sql } = member.backend
  await sql`update member.webhook_deliveries set expires_at = now() where endpoint_id = ${id}`
  await decide({ expiresAt: new Date().toISOString() }) // was late already
  const newer = await decide({ visitId: missed.visitId, deviceId: missed.deviceId, version: 2 })
  await record(visitOf())
  await passDelays()
  await expect.poll(() => receiver.received).toHaveLength(2)
  expect(new Set(receiver.received.map(({ type }) => type))).toEqual(new Set(['gate.decision', 'visit.created']))
  expect(receiver.received.find(({ type }) => type === 'gate.decision')?.data).toMatchObject({ version: newer.version })
  const counted = async () => {
    const errors = (await tries(id)).map(({ error }) => error)
    return ['status', 'expired', null].map((error) => errors.filter((each) => each === error).length)
  }
  await expect.poll(counted).toEqual([1, 2, 2])
  expect(await find(id)).toMatchObject({ failingSince: null, waiting: 0, enabled: true })
  expect(failingSince).not.toBeNull()
  await member.call(updateWebhookEndpoint, { id, eventTypes: ['gate.decision'] }, { actor: actorOf(root) })
  const range = { id, from: new Date(Date.now() - 60_000).toISOString(), to: new Date().toISOString() }
  const again = await member.call(replayWebhookDeliveries, range, { actor: actorOf(root) })
  expect(again).toMatchObject({ deliveries: 0 })
})

test('a decision is not sent after its deadline, however long the name takes, and no failure counts', async () => {
  await using receiver = await startReceiver()
  const id = await registerAt(receiver, ['gate.decision'])
  const { port } = new URL(receiver.url)
  const url = `http://slow.partner.test:${port}/`
  await member.call(updateWebhookEndpoint, { id, url }, { actor: actorOf(root) })
  await decide({ expiresAt: new Date(Date.now() + 1_000).toISOString() })
  await expect.poll(() => tries(id)).toMatchObject([{ status: null, error: 'expired' }])
  expect(receiver.received).toEqual([])
  expect(await find(id)).toMatchObject({ failingSince: null, waiting: 0 })
})

test('a decision that was sent and got no response until its deadline counts as a failure, and is not sent again', async () => {
  await using receiver = await startReceiver()
  const id = await registerAt(receiver, ['gate.decision'])
  receiver.respond = () => undefined
  await decide({ expiresAt: new Date(Date.now() + 1_500).toISOString() })
  await expect.poll(() => tries(id), { timeout: 5_000 }).toMatchObject([{ status: null, error: 'timeout' }])
  await passDelays()
  await expect.poll(async () => await find(id)).toMatchObject({ failingSince: expect.any(String), waiting: 0 })
  expect(receiver.received).toHaveLength(1)
})

test('an endpoint that refuses decisions alone, or takes those alone, keeps the pauses of the other events', async () => {
  await using receiver = await startReceiver()
  const id = await registerAt(receiver, ['gate.decision', 'visit.created'])
  const failures = async () =>
    (await member.backend.sql`select failures from member.webhook_endpoints where id = ${id}`)[0]?.failures
  let refused = 'gate.decision'
  receiver.respond = ({ type }, response) => response.writeHead(type === refused ? 500 : 200).end()
  await decide({ expiresAt: new Date(Date.now() + 20_000).toISOString() })
  await expect.poll(async () => (await find(id))?.failingSince).toEqual(expect.any(String))
  expect(await failures()).toBe(0)
  await record(visitOf())
  await expect.poll(async () => (await find(id))?.failingSince).toBeNull()

  refused = 'visit.created'
  await record(visitOf())
  await expect.poll(failures).toBe(1)
  const sent = receiver.received.length
  await decide({ expiresAt: new Date(Date.now() + 20_000).toISOString() })
  await expect.poll(() => receiver.received.length).toBeGreaterThan(sent)
  await expect.poll(async () => (await tries(id)).at(-1)).toMatchObject({ status: 200 })
  expect(await failures()).toBe(1)
})

test('one endpoint that never answers delays no other, and gets few requests', async () => {
  await using good = await startReceiver()
  await using bad = await startReceiver()
  bad.respond = () => undefined
  const goodId = await registerAt(good)
  const send = async () => {
    const began = performance.now()
    good.received = []
    await record(...Array.from({ length: 100 }, () => visitOf()))
    await expect.poll(() => good.received.length, { timeout: 30_000 }).toBe(100)
    return performance.now() - began
  }
  const alone = await send()
  const badId = await registerAt(bad)
  const together = await send()
  expect(together).toBeLessThan(2 * alone + 5_000) // a request to the other one takes ten seconds
  expect(bad.mostOpen()).toBeLessThanOrEqual(8)
  await expect.poll(async () => (await find(goodId))?.waiting).toBe(0)
  const firstTry = async () => (await tries(badId))[0]
  await expect.poll(firstTry, { timeout: 15_000 }).toMatchObject({ status: null, error: 'timeout' })
  expect(await find(badId)).toMatchObject({ waiting: 100, failingSince: expect.any(String), enabled: true })
})

test('an outcome locks the endpoint before its delivery, as a replay does', async () => {
  await using receiver = await startReceiver()
  const { sql } = member.backend
  const open: { end(): void }[] = []
  receiver.respond = (_, response) => open.push({ end: () => response.writeHead(500).end() })
  const id = await registerAt(receiver)
  await record(visitOf())
  await expect.poll(() => open).toHaveLength(1)
  await sql.begin(async (tx) => {
    await tx`select from member.webhook_endpoints where id = ${id} for update`
    open[0]?.end()
    const [self] = await tx<{ pid: number }[]>`select pg_backend_pid() as pid`
    const blocked = () => sql`select from pg_stat_activity where ${self?.pid ?? 0} = any(pg_blocking_pids(pid))`
    await expect.poll(async () => (await blocked()).length).toBe(1)
    await tx`select from member.webhook_deliveries where endpoint_id = ${id} for update nowait`
  })
  await expect.poll(() => tries(id)).toMatchObject([{ status: 500 }])
})

// ASVS 1.3.6, 15.3.2
test('redirects are not followed, and a long response is cut', async () => {
  await using redirecting = await startReceiver()
  await using large = await startReceiver()
  redirecting.respond = (_, response) => response.writeHead(302, { location: 'http://169.254.169.254/' }).end('moved')
  let closed: Promise<unknown> | undefined
  large.respond = (_, response) => {
    closed = once(response, 'close')
    response.writeHead(200)
    response.write('가'.repeat(500))
    const more = () => {
      while (!response.destroyed && response.write('x'.repeat(65_536)));
    }
    response.on('drain', more)
    more()
  }
  const ids = [await registerAt(redirecting), await registerAt(large)]
  await record(visitOf())
  const of = (n: number) => tries(ids[n] ?? '')
  await expect.poll(() => of(0)).toMatchObject([{ status: 302, error: 'redirect', response: 'moved' }])
  await expect.poll(() => of(1)).toMatchObject([{ status: 200, error: null }])
  expect((await of(1))[0]?.response).toMatch(/^가{300}/)
  expect(Buffer.byteLength((await of(1))[0]?.response ?? '')).toBeLessThanOrEqual(1_027)
  await closed
})

test('a response that switches protocols, or none, is a failed try, and occupies no request', async () => {
  await using receiver = await startReceiver()
  receiver.respond = (_, response) => response.writeHead(101, { connection: 'upgrade', upgrade: 'other' }).end()
  const id = await registerAt(receiver)
  await record(visitOf())
  const connection = { status: null, error: 'connection', response: null }
  await expect.poll(() => tries(id)).toMatchObject([connection])
  receiver.respond = (_, response) => response.socket?.end()
  await passDelays()
  await expect.poll(() => tries(id), { timeout: 10_000 }).toMatchObject([connection, connection])
})

// ASVS 1.3.6
test('a name that resolves to an address inside is refused, also when it changes, and nothing is lost', async () => {
  await using receiver = await startReceiver()
  const { port } = new URL(receiver.url)
  names.set('rebind.example.com', ['127.0.0.2'])
  names.set('mixed.example.com', ['127.0.0.1', '10.0.0.1'])
  const ids: string[] = []
  for (const name of ['rebind', 'mixed', 'unknown'])
    ids.push((await register(`http://${name}.example.com:${port}/`)).id)
  await record(visitOf())
  const errors = async () => (await Promise.all(ids.map(tries))).map(([first]) => first?.error)
  await expect.poll(errors).toEqual(['address', 'address', 'name'])
  expect(receiver.received).toEqual([])
  names.set('rebind.example.com', ['127.0.0.1'])
  await passDelays()
  await expect.poll(() => receiver.received, { timeout: 10_000 }).toHaveLength(1)
})

test('after three days without a success an endpoint is disabled, and continues when it is enabled', async () => {
  await using receiver = await startReceiver()
  receiver.respond = (_, response) => response.writeHead(500).end('broken')
  const id = await registerAt(receiver)
  await record(visitOf(), visitOf())
  await expect.poll(async () => (await tries(id)).length).toBeGreaterThan(0)
  await member.backend
    .sql`update member.webhook_endpoints set failing_since = now() - interval '3 days' where id = ${id}`
  await passDelays()
  await expect
    .poll(async () => find(id), { timeout: 10_000 })
    .toMatchObject({ enabled: false, disabledReason: 'failing' })
  const attention = await member.call(attentionPart, {}, { actor: actorOf(root) })
  expect(attention.items).toMatchObject([{ kind: 'disabledWebhooks', storeId: null, count: 1, examples: [{ id }] }])
  receiver.received = []
  receiver.respond = (_, response) => response.writeHead(200).end()
  await passDelays()
  await record(visitOf())
  await expect.poll(async () => member.backend.backlog('member-visits')).toBe(0)
  expect(receiver.received).toEqual([])
  await member.call(contract.member.updateWebhookEndpoint, { id, enabled: true }, { actor: actorOf(root) })
  await expect.poll(() => receiver.received, { timeout: 10_000 }).toHaveLength(2)
  await expect.poll(() => find(id)).toMatchObject({ failingSince: null, waiting: 0 })
})

test('after a recovery failed deliveries are sent soon; one that is refused alone keeps its delays', async () => {
  await using receiver = await startReceiver()
  const id = await registerAt(receiver)
  const refused = visitOf()
  receiver.respond = ({ key }, response) => response.writeHead(key === refused.id ? 500 : 200).end()
  const sent = () => receiver.received.filter(({ key }) => key === refused.id).length
  await record(refused)
  await expect.poll(sent).toBe(1)
  const later = async (failures: number) => {
    await member.backend
      .sql`update member.webhook_deliveries set run_at = now() + interval '8 hours' where endpoint_id = ${id}`
    await member.backend
      .sql`update member.webhook_endpoints set failures = ${failures}, run_at = now() where id = ${id}`
    const other = visitOf()
    await record(other)
    await expect.poll(() => receiver.received.some(({ key }) => key === other.id)).toBe(true)
  }
  await expect.poll(async () => (await tries(id)).length).toBe(1)
  await later(4)
  await expect.poll(async () => (await find(id))?.failingSince).toBeNull()
  expect(sent()).toBe(1)
  await later(5)
  await expect.poll(sent).toBe(2)
})

test('an endpoint is enabled with new tries, and deleted, whatever else is done with its deliveries', async () => {
  await using receiver = await startReceiver()
  const { sql } = member.backend
  receiver.respond = (_, response) => response.writeHead(500).end()
  const id = await registerAt(receiver)
  await record(visitOf(), visitOf())
  await expect.poll(async () => (await tries(id)).length).toBeGreaterThan(0)
  const enable = (enabled: boolean) =>
    member.call(contract.member.updateWebhookEndpoint, { id, enabled }, { actor: actorOf(root) })
  await enable(false)
  await sql`update member.webhook_deliveries set attempts = 17, run_at = now() + interval '8 hours' where endpoint_id = ${id}`
  receiver.respond = () => undefined
  receiver.received = []
  await sql.begin(async (tx) => {
    await tx`select from member.webhook_deliveries where endpoint_id = ${id} order by id limit 1 for update`
    await enable(true)
    await expect.poll(() => receiver.received, { timeout: 10_000 }).toHaveLength(1)
    const attempts = await sql`select attempts from member.webhook_deliveries where endpoint_id = ${id} order by id`
    expect(attempts).toEqual([{ attempts: 17 }, { attempts: 1 }])
    await member.call(deleteWebhookEndpoint, { id }, { actor: actorOf(root) })
  })
  expect(await outcome(member.call(listWebhookDeliveries, { id }, { actor: actorOf(root) }))).toBe(
    'WEBHOOK_ENDPOINT_NOT_FOUND',
  )
  receiver.secrets = []
  const kept = await registerAt(receiver)
  await record(visitOf())
  const deliveriesOf = async (endpointId: string) =>
    (await sql`select from member.webhook_deliveries where endpoint_id = ${endpointId}`).length
  await expect.poll(() => deliveriesOf(kept)).toBe(1)
  await cleanUp()
  expect([await deliveriesOf(id), await deliveriesOf(kept), (await tries(id)).length]).toEqual([0, 1, 0])
})

test('the deliveries of an endpoint are listed with their tries', async () => {
  await using receiver = await startReceiver()
  receiver.respond = (_, response) => response.writeHead(500).end('broken')
  const id = await registerAt(receiver)
  const visit = visitOf()
  await record(visit)
  const deliveries = (state?: 'waiting' | 'delivered') =>
    member.call(listWebhookDeliveries, { id, ...(state && { state }) }, { actor: actorOf(root) })
  await expect.poll(async () => (await deliveries('waiting')).content[0]?.tries.length).toBe(1)
  receiver.respond = (_, response) => response.writeHead(200).end('ok')
  await passDelays()
  await expect.poll(async () => (await deliveries('delivered')).content, { timeout: 10_000 }).toHaveLength(1)
  const [first] = receiver.received
  expect((await deliveries()).content).toEqual([
    {
      ...{ eventId: first?.id, type: 'visit.created', key: visit.id, state: 'delivered', nextTryAt: null },
      ...{ createdAt: expect.any(String), endedAt: expect.any(String) },
      tries: [
        { at: expect.any(String), status: 200, error: null, response: 'ok', milliseconds: expect.any(Number) },
        { at: expect.any(String), status: 500, error: 'status', response: 'broken', milliseconds: expect.any(Number) },
      ],
    },
  ])
  const plan = await member.backend.sql.begin(async (tx) => {
    await tx`set local enable_seqscan = off`
    await tx`set local enable_sort = off`
    return tx`explain select from member.webhook_deliveries where endpoint_id = ${id} order by created_at desc, id desc limit 20`
  })
  expect(JSON.stringify(plan)).toContain('Backward using webhook_deliveries_created_at')
  const missing = member.call(listWebhookDeliveries, { id: randomUUID() }, { actor: actorOf(root) })
  expect(await outcome(missing)).toBe('WEBHOOK_ENDPOINT_NOT_FOUND')
})

test('old events are deleted, and if that fails, everything else that is old is deleted all the same', async () => {
  await using receiver = await startReceiver()
  const { sql } = member.backend
  await registerAt(receiver)
  await record(visitOf(), visitOf())
  await expect.poll(() => receiver.received).toHaveLength(2)
  await sql`update member.webhook_events set created_at = now() - interval '31 days' where id = ${receiver.received[0]?.id ?? ''}`
  const addChallenge = () =>
    sql`insert into member.passkey_challenges (challenge, expires_at) values (${randomUUID()}, now() - interval '1 day')`
  const count = async () => {
    const ids = receiver.received.map(({ id }) => id)
    const [row] = await sql`
      select (select count(*)::integer from member.webhook_events where id = any(${ids}::uuid[])) as events,
        (select count(*)::integer from member.passkey_challenges) as challenges`
    return row
  }
  await addChallenge()
  await sql`create function member.break() returns trigger language plpgsql as 'begin raise exception ''broken''; end'`
  await sql`create trigger broken before delete on member.webhook_events for each row execute function member.break()`
  await expect(cleanUp()).rejects.toThrow()
  expect(await count()).toEqual({ events: 2, challenges: 0 })
  await sql`drop trigger broken on member.webhook_events`
  await cleanUp()
  expect(await count()).toEqual({ events: 1, challenges: 0 })
})

test('a test event shows what the endpoint responds, also a disabled one', async () => {
  await using receiver = await startReceiver()
  const id = await registerAt(receiver)
  await member.call(contract.member.updateWebhookEndpoint, { id, enabled: false }, { actor: actorOf(root) })
  const send = () => member.call(testWebhookEndpoint, { id }, { actor: actorOf(root) })
  expect(await send()).toMatchObject({ status: 204, error: null, response: '' })
  expect(receiver.received).toMatchObject([{ type: 'webhook.test', data: { endpointId: id } }])
  receiver.respond = (_, response) => response.writeHead(418).end('no')
  expect(await send()).toMatchObject({ status: 418, error: 'status', response: 'no' })
  expect(await find(id)).toMatchObject({ failingSince: null, waiting: 0 })
})

test('a range is replayed with the same ids, also what happened while the endpoint was disabled', async () => {
  await using receiver = await startReceiver()
  const id = await registerAt(receiver)
  await record(visitOf())
  await expect.poll(() => receiver.received).toHaveLength(1)
  await member.call(contract.member.updateWebhookEndpoint, { id, enabled: false }, { actor: actorOf(root) })
  await record(visitOf())
  await expect.poll(async () => member.backend.backlog('member-visits')).toBe(0)
  await member.call(contract.member.updateWebhookEndpoint, { id, enabled: true }, { actor: actorOf(root) })
  const [{ from, to } = { from: '', to: '' }] = await member.backend.sql<{ from: string; to: string }[]>`
    select to_json(max(created_at) - interval '1 minute') #>> '{}' as "from", to_json(now() + interval '1 minute') #>> '{}' as "to"
    from member.webhook_events`
  await member.backend.sql`
    update member.webhook_events set created_at = created_at - interval '1 day'
    where id not in (select event_id from member.webhook_deliveries where endpoint_id = ${id})
      and id <> (select id from member.webhook_events order by created_at desc limit 1)`
  const replay = (range: { from: string; to: string }) =>
    member.call(replayWebhookDeliveries, { id, ...range }, { actor: actorOf(root) })
  const range = { from: new Date(from).toISOString(), to: new Date(to).toISOString() }
  expect(await replay(range)).toEqual({ deliveries: 2, next: null })
  await expect.poll(() => receiver.received).toHaveLength(3)
  expect(new Set(receiver.received.map(({ id: each }) => each)).size).toBe(2)
  expect(await replay({ from: '2020-01-01', to: '2020-01-02' })).toEqual({ deliveries: 0, next: null })
  expect(await outcome(replay({ from: range.to, to: range.from }))).toBe('VALIDATION_FAILED')
})

test('when a member leaves, what is stored of the member is erased, and neither repeated nor replayed', async () => {
  await using receiver = await startReceiver()
  const { sql } = member.backend
  const id = await registerAt(receiver, ['visit.created', 'visit.ended', 'member.left'])
  const visit = visitOf()
  const memberId = visit.memberId ?? ''
  await record(visit)
  await expect.poll(() => receiver.received).toHaveLength(1)
  const bus = await member.backend.bus('member')
  await bus.publish([{ id: randomUUID(), subject: eventSubject('member.left'), payload: { memberId, leftAt: at } }])
  const bodies = async () => {
    const rows = await sql`select type from member.webhook_events where body like ${`%${memberId}%`}`
    return rows.map(({ type }) => type)
  }
  await expect.poll(bodies).toEqual(['member.left'])
  await expect.poll(() => receiver.received.map(({ type }) => type)).toEqual(['visit.created', 'member.left'])
  // The first is repeated. Of the others the reports are late.
  await sql`insert into member.former_members (id, provider, joined_at, left_at) values (${memberId}, 'KINGCAR', now(), now())`
  await record(visit, visitOf({ memberId }))
  const { id: visitId, storeId, carNumber } = visitOf()
  const ended = {
    recognizedAt: at,
    latestReadAt: at,
    leftAt: at,
    dwellSeconds: 60,
    endedBy: 'exit',
    changedAt: at,
  } as const
  await publish('recognition.visitsEnded', { visits: [{ visitId, storeId, carNumber, memberId, ...ended }] })
  for (const durable of ['member-visits', 'member-webhooks'] as const)
    await expect.poll(async () => member.backend.backlog(durable)).toBe(0)
  expect(await bodies()).toEqual(['member.left'])
  const from = new Date(Date.now() - 3_600_000).toISOString()
  const to = new Date(Date.now() + 3_600_000).toISOString()
  await member.call(replayWebhookDeliveries, { id, from, to }, { actor: actorOf(root) })
  await expect.poll(async () => (await find(id))?.waiting).toBe(0)
  const ofMember = receiver.received.filter(({ data }) => data.memberId === memberId)
  expect(ofMember.map(({ type }) => type)).toEqual(['visit.created', 'member.left', 'member.left'])
})

test('killed after the request, another process sends the event again, with the same id', async () => {
  await using receiver = await startReceiver()
  const { OPERATIONS_PORT: _, resolveName: _resolve, ...options } = member.options
  const set = Object.entries(options).filter(([, value]) => value !== undefined && value !== '')
  const env = Object.fromEntries(set.map(([name, value]) => [name, String(value)]))
  await using doomed = await startBundle('member', { ...env, FAULT: 'member.webhook.afterSend:kill' })
  await doomed.ready()
  await registerAt(receiver)
  const dead = doomed.exited.then(() => true)
  while (!(await Promise.race([dead, record(visitOf()).then(() => false)])));
  await passDelays()
  const waiting = () => member.backend.sql`select from member.webhook_deliveries where state = 'waiting'`
  await expect.poll(async () => (await waiting()).length, { timeout: 30_000 }).toBe(0)
  const ids = receiver.received.map(({ id }) => id)
  expect(ids.length).toBeGreaterThan(new Set(ids).size)
})
