import { randomUUID } from 'node:crypto'
import type { AdminGrant, LiveEvent } from '@kingcar/contract'
import { publishGrant } from '@kingcar/testing/admin-grant'
import { startedBeforeAll } from '@kingcar/testing/before-all'
import { expect, test } from 'vitest'
import WebSocket from 'ws'
import { eventually, failureOf, startEdge, store } from './edge.ts'

/* The rights of an administrator act on the next request and on open sockets, whatever the token says. */
const edge = startedBeforeAll(startEdge)
const bearer = (token: string) => ({ authorization: `Bearer ${token}` })

async function administrator(rights: Partial<AdminGrant> = {}) {
  const adminId = randomUUID()
  let version = 0
  const grant = (changes: Partial<AdminGrant>) =>
    publishGrant(edge.services, { adminId, version: ++version, ...changes })
  await grant(rights)
  const token = edge.token({ sub: adminId })
  return {
    id: adminId,
    grant,
    get: (path: string) => edge.get(path, bearer(token)),
    async statusOf(path: string) {
      return (await edge.get(path, bearer(token))).status
    },
    async open(query = '') {
      const socket = new WebSocket(`${edge.url.replace('http', 'ws')}/admin/api/live${query}`, [
        'kingcar.live.v1',
        `bearer.${token}`,
      ])
      const events: LiveEvent[] = []
      socket.on('message', (data) => events.push(JSON.parse(String(data)) as LiveEvent))
      const closed = new Promise<number>((resolve) => socket.on('close', resolve))
      const status = await new Promise<number>((resolve) => {
        socket.on('open', () => resolve(101))
        socket.on('error', () => undefined)
        socket.on('unexpected-response', (_request, response) => resolve(response.statusCode ?? 0))
      })
      return { status, closed, events, names: () => events.map(({ name }) => name) }
    },
  }
}
const settings = '/admin/api/appSettings'
const admins = '/admin/api/admins'

// ASVS 8.3.2
test('a role that is taken away acts on the next request and closes the open sockets', async () => {
  const one = await administrator()
  expect(await one.statusOf(admins)).toBe(200) // waits for the rights, which were published a moment ago
  const { status, closed } = await one.open()
  expect(status).toBe(101)
  await one.grant({ adminRole: 'accountant', storeIds: [store.id] })
  const began = Date.now()
  await eventually(() => one.statusOf(admins)).toBe(403)
  expect(await closed).toBe(4403)
  expect(Date.now() - began).toBeLessThan(2_000)
  expect(await failureOf(await one.get(admins))).toMatchObject({ status: 403, code: 'FORBIDDEN' })
  await one.grant({ adminRole: 'manager', storeIds: [randomUUID()] })
  await eventually(async () => (await one.open(`?storeId=${store.id}`)).status).toBe(403)
  await one.grant({ adminRole: 'accountant', storeIds: [store.id] })
  await eventually(async () => (await one.open(`?storeId=${store.id}`)).status).toBe(101)
  expect(await one.statusOf(settings)).toBe(200)
  expect(edge.calls.at(-1)).toMatchObject({
    operation: 'listAppSettings',
    caller: { actor: { role: 'admin', id: one.id, adminRole: 'accountant', storeIds: [store.id] } },
  })
  await one.grant({ adminRole: 'owner', storeIds: null })
  await eventually(() => one.statusOf(admins)).toBe(200)
})

// ASVS 8.2.2
test('the live sockets of an administrator of certain stores have only their visits, missed ones too', async () => {
  const [second, other] = [randomUUID(), randomUUID()]
  const owner = await administrator()
  const manager = await administrator({ adminRole: 'manager', storeIds: [store.id, second] })
  const staff = await administrator({ adminRole: 'staff', storeIds: [second] })
  const nowhere = await administrator({ adminRole: 'manager', storeIds: [] })
  const sockets = await Promise.all([
    ...[owner, manager, staff, nowhere].map((one) => one.open()),
    manager.open(`?storeId=${second}&mask=true`),
  ])
  expect(sockets.map(({ status }) => status)).toEqual([101, 101, 101, 101, 101])
  await edge.visit({ name: '김송도', storeId: other })
  await edge.visit({ name: '김강남' })
  await edge.visit({ name: '김서초', storeId: second })
  await edge.visit({ name: '이송도', storeId: other })
  await edge.visit({ name: '이서초', storeId: second })
  await eventually(() => sockets.map(({ names }) => names())).toEqual([
    ['김송도', '김강남', '김서초', '이송도', '이서초'],
    ['김강남', '김서초', '이서초'],
    ['김서초', '이서초'],
    [],
    ['김*초', '이*초'],
  ])
  const after = (sockets[0]?.events[0]?.sequence ?? 0) - 1
  const resumed = await manager.open(`?after=${after}`)
  await eventually(() => resumed.names()).toEqual(['김강남', '김서초', '이서초'])
  for (const query of [`?storeId=${other}`, `?storeId=${other}&after=${after}`])
    expect((await manager.open(query)).status).toBe(403)
  expect(sockets[2]?.events.at(-1), 'names and plates, but nothing to contact a member by').toEqual({
    name: '이서초',
    carNumber: '12가3456',
    visitCount: 5,
    visitId: expect.any(String),
    storeId: second,
    storeName: '강남점',
    recognizedAt: expect.any(String),
    sequence: expect.any(Number),
    late: false,
    reads: 1,
    productUsed: null,
  })
})

// ASVS 8.3.2
test('a store that is taken away closes the open sockets, and the next ones are without its visits', async () => {
  const second = randomUUID()
  const one = await administrator({ adminRole: 'manager', storeIds: [store.id, second] })
  const { status, closed } = await one.open()
  expect(status).toBe(101)
  const began = Date.now()
  await one.grant({ adminRole: 'manager', storeIds: [second] })
  expect(await closed).toBe(4403)
  expect(Date.now() - began).toBeLessThan(2_000)
  const { names } = await one.open()
  await edge.visit({ name: '김강남' })
  await edge.visit({ name: '김서초', storeId: second })
  await eventually(names).toEqual(['김서초'])
})

test('new rights that are the same, and an older message, change nothing', async () => {
  const one = await administrator()
  await one.statusOf(admins)
  const { closed } = await one.open()
  await one.grant({})
  await publishGrant(edge.services, { adminId: one.id, adminRole: 'staff', version: 1 })
  const { closed: later } = await one.open()
  await edge.services.check()
  expect(await Promise.race([closed, later, one.statusOf(admins)])).toBe(200)
})

test('an administrator without rights is refused until they arrive', async () => {
  const adminId = randomUUID()
  const call = () => edge.get(admins, bearer(edge.token({ sub: adminId })))
  const refused = await call()
  expect(refused.headers.get('retry-after')).toBe('1')
  expect(await failureOf(refused)).toMatchObject({ status: 503, code: 'UNAVAILABLE' })
  await publishGrant(edge.services, { adminId })
  expect((await call()).status).toBe(200)
})

test('a member has no rights of an administrator with the same id', async () => {
  const one = await administrator()
  const token = edge.token({ sub: one.id, role: 'member', aud: 'member' })
  expect((await edge.get(admins, bearer(token))).status).toBe(403)
})

test('a file in progress ends when the permission is taken away', async () => {
  const one = await administrator()
  edge.answers.set('exportMembers', () => ({ lines: `${'가'.repeat(100)}\r\n`, next: 'more' })) // without an end
  const response = await one.get('/admin/api/members/export')
  expect(response.status).toBe(200)
  const whole = response.text().then(
    () => 'complete',
    () => 'aborted',
  )
  await one.grant({ adminRole: 'staff' })
  expect(await whole).toBe('aborted')
  edge.answers.delete('exportMembers')
})
