import { createHash, randomBytes, randomUUID } from 'node:crypto'
import { type AdminGrant, apiKeyOf } from '@kingcar/contract'
import { publishGrant } from '@kingcar/testing/admin-grant'
import { startedBeforeAll } from '@kingcar/testing/before-all'
import { expect, test } from 'vitest'
import WebSocket from 'ws'
import { eventually, failureOf, startEdge, store } from './edge.ts'

/* API keys: programs call as an administrator with permissions of its own. */
const edge = startedBeforeAll(startEdge)
const day = 24 * 60 * 60_000
const newSecret = () => randomBytes(32).toString('base64url')
const secretOf = (secret: string, until = Date.now() + day) => ({
  hash: createHash('sha256').update(secret).digest('base64url'),
  until,
})

async function program(rights: Partial<AdminGrant> = {}) {
  const id = randomUUID()
  const secret = newSecret()
  let version = 0
  const grant = (changes: Partial<AdminGrant> = {}) =>
    publishGrant(edge.services, {
      ...{ adminId: id, adminRole: 'staff', storeIds: [store.id], version: ++version },
      ...{ permissions: ['catalog.read', 'visits.read'], secrets: [secretOf(secret)], ...rights, ...changes },
    })
  await grant()
  const get = (path: string, key = apiKeyOf(id, secret)) => edge.get(path, { authorization: `Bearer ${key}` })
  const statusOf = async (path: string, key?: string) => (await get(path, key)).status
  return { id, secret, grant, get, statusOf }
}
const path = '/admin/api/stores'

test('a key calls what its permissions and stores allow, whatever the role of its grant', async () => {
  const { id, get, statusOf } = await program()
  await eventually(() => statusOf(path)).toBe(200)
  expect(edge.calls.at(-1)).toMatchObject({
    operation: 'listStores',
    caller: { actor: { role: 'admin', id, permissions: ['catalog.read', 'visits.read'], storeIds: [store.id] } },
  })
  const refused = [
    '/admin/api/me',
    '/admin/api/members',
    '/admin/api/orders',
    '/admin/api/auditLogs',
    '/admin/api/visits/export',
  ]
  for (const each of refused) expect(await failureOf(await get(each))).toMatchObject({ status: 403, code: 'FORBIDDEN' })
  expect(await statusOf('/api/me')).toBe(403)
})

test('an unknown, forged, expired or deleted key is refused', async () => {
  const { id, secret, get, grant, statusOf } = await program()
  await eventually(() => statusOf(path)).toBe(200)
  const wrong = [
    apiKeyOf(id, newSecret()),
    apiKeyOf(randomUUID(), secret),
    `${apiKeyOf(id, secret)}A`,
    'kc_',
    `kc_${'0'.repeat(4_000)}`,
  ]
  for (const key of wrong)
    expect(await failureOf(await get(path, key))).toMatchObject({ status: 401, code: 'UNAUTHENTICATED' })
  await grant({ secrets: [secretOf(secret, Date.now() - 1)] })
  await eventually(async () => (await failureOf(await get(path))).code).toBe('TOKEN_EXPIRED')
  await grant({ permissions: [], secrets: [] })
  await eventually(async () => (await failureOf(await get(path))).code).toBe('UNAUTHENTICATED')
})

test('an administrator without secrets has no key', async () => {
  const adminId = randomUUID()
  await publishGrant(edge.services, { adminId })
  const own = { authorization: `Bearer ${edge.token({ sub: adminId })}` }
  await eventually(async () => (await edge.get('/admin/api/admins', own)).status).toBe(200)
  for (const secret of [newSecret(), '']) {
    const response = await edge.get(path, { authorization: `Bearer ${apiKeyOf(adminId, secret)}` })
    expect(response.status).toBe(401)
  }
})

test('both secrets of a rotated key work until the end of the overlap', async () => {
  const { id, secret, grant, statusOf } = await program()
  const next = newSecret()
  await grant({ secrets: [secretOf(next), secretOf(secret)] })
  await eventually(() => statusOf(path, apiKeyOf(id, next))).toBe(200)
  expect(await statusOf(path)).toBe(200)
  await grant({ secrets: [secretOf(next), secretOf(secret, Date.now() - 1)] })
  await eventually(() => statusOf(path)).toBe(401)
  expect(await statusOf(path, apiKeyOf(id, next))).toBe(200)
})

async function openLive(key: string) {
  const address = `${edge.url.replace('http', 'ws')}/admin/api/live?storeId=${store.id}`
  const socket = new WebSocket(address, ['kingcar.live.v1'], { headers: { authorization: `Bearer ${key}` } })
  const closed = new Promise<number>((resolve) => socket.on('close', resolve))
  await new Promise((resolve, reject) => socket.on('open', resolve).on('error', reject))
  return { socket, closed }
}

test('a key opens the live socket, which is closed when the key is deleted, but not while both secrets work', async () => {
  const { id, secret, grant, statusOf } = await program()
  await eventually(() => statusOf(path)).toBe(200)
  const { socket, closed } = await openLive(apiKeyOf(id, secret))
  const next = newSecret()
  await grant({ secrets: [secretOf(next), secretOf(secret)] })
  await eventually(() => statusOf(path, apiKeyOf(id, next))).toBe(200)
  expect(socket.readyState).toBe(WebSocket.OPEN)
  await grant({ permissions: [], secrets: [] })
  expect(await closed).toBe(4403)
})

test('a socket is closed when the secret that opened it was replaced, those of the new secret stay', async () => {
  const { id, secret, grant, statusOf } = await program()
  await eventually(() => statusOf(path)).toBe(200)
  const old = await openLive(apiKeyOf(id, secret))
  const next = newSecret()
  await grant({ secrets: [secretOf(next), secretOf(secret)] })
  await eventually(() => statusOf(path, apiKeyOf(id, next))).toBe(200)
  const { socket } = await openLive(apiKeyOf(id, next))
  const began = Date.now()
  await grant({ secrets: [secretOf(next)] })
  expect(await old.closed).toBe(4403)
  expect(Date.now() - began).toBeLessThan(2_000)
  expect(socket.readyState).toBe(WebSocket.OPEN)
})

test('a socket is closed at the end of the overlap, which began after it was opened', async () => {
  const { id, secret, grant, statusOf } = await program()
  await eventually(() => statusOf(path)).toBe(200)
  const old = await openLive(apiKeyOf(id, secret))
  const until = Date.now() + 500
  await grant({ secrets: [secretOf(newSecret()), secretOf(secret, until)] })
  expect(await old.closed).toBe(4401)
  expect(Date.now()).toBeGreaterThanOrEqual(until - 1)
  expect(Date.now() - until).toBeLessThan(2_000)
})

test('the use of a key is reported once in ten minutes', async () => {
  const uses: unknown[] = []
  await edge.services.follow('EVENTS', 'start', ({ subject, data }) => {
    if (subject.endsWith('apiKeyUsed')) uses.push(JSON.parse(Buffer.from(data).toString()))
  })
  const { id, statusOf } = await program()
  await eventually(() => statusOf(path)).toBe(200)
  for (let at = 0; at < 3; at++) await statusOf(path)
  const own = () => uses.filter((use) => (use as { keyId?: string }).keyId === id)
  await eventually(() => own().length).toBe(1)
  expect(own()).toMatchObject([{ keyId: id, usedAt: expect.any(String) }])
})
