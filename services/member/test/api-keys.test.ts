import { createHash, randomUUID } from 'node:crypto'
import { type AdminGrant, contract, eventSubject, type Input, type NewApiKey, parseApiKey } from '@kingcar/contract'
import { uuidv7 } from '@kingcar/db'
import { outcome, refusal } from '@kingcar/testing'
import { beforeAll, expect, test } from 'vitest'
import { actorOf, type Pair, serveStore, startBeforeAll } from './start-member.ts'

const { createApiKey, deleteApiKey, listApiKeys, listAuditLogs, rotateApiKey, updateAdmin } = contract.member
const password = 'a long password'
const store = '01980000-0000-7000-8000-000000000001'
const hour = 3_600_000
const day = 24 * hour

const clock = { now: new Date() }
const member = startBeforeAll({ now: () => clock.now })
const grants: AdminGrant[] = []
let root: Pair
beforeAll(async () => {
  await serveStore(member, store)
  await member.bus.follow('ADMINS', 'start', ({ data }) => {
    grants.push(JSON.parse(Buffer.from(data).toString()))
  })
  await member.join('root@kingcar.test', password)
  root = await member.login({ email: 'root@kingcar.test', password })
})

const expiresIn = (ms: number) => new Date(clock.now.getTime() + ms).toISOString()
const wanted = (): Input<typeof createApiKey> => ({
  name: '정산 프로그램',
  permissions: ['orders.read', 'statistics.read'],
  storeIds: [store],
  expiresAt: expiresIn(90 * day),
})
const create = (over: Partial<Input<typeof createApiKey>> = {}, idempotencyKey?: string, as = root) =>
  member.call(
    createApiKey,
    { ...wanted(), ...over },
    { actor: actorOf(as), ...(idempotencyKey !== undefined && { idempotencyKey }) },
  )
const rotate = (id: string, overlapHours?: number) =>
  member.call(rotateApiKey, { id, ...(overlapHours !== undefined && { overlapHours }) }, { actor: actorOf(root) })
const remove = (id: string) => member.call(deleteApiKey, { id }, { actor: actorOf(root) })
const list = async () => (await member.call(listApiKeys, { size: 100 }, { actor: actorOf(root) })).content
const hashOf = ({ key }: NewApiKey) =>
  createHash('sha256')
    .update(parseApiKey(key ?? '')?.secret ?? '')
    .digest('base64url')
const grantOf = (id: string) => grants.findLast(({ adminId }) => adminId === id)

test('a key is returned once, published with its rights, and stored as a hash', async () => {
  const retry = randomUUID()
  const created = await create({}, retry)
  expect(created.key).toMatch(/^kc_[0-9a-f]{32}_[\w-]{43}$/)
  expect(parseApiKey(created.key ?? '')?.id).toBe(created.id)
  expect(await create({}, retry)).toEqual({ ...created, key: null })
  const { permissions, storeIds, expiresAt, name } = wanted()
  const secrets = [{ hash: hashOf(created), until: Date.parse(expiresAt) }]
  await expect
    .poll(() => grantOf(created.id))
    .toEqual({ adminId: created.id, adminRole: 'staff', storeIds, version: 1, permissions, secrets })
  const nothingYet = { rotatedAt: null, overlapUntil: null, lastUsedAt: null }
  expect(await list()).toContainEqual({
    ...{ id: created.id, name, permissions, storeIds, expiresAt, createdBy: expect.any(String) },
    ...{ createdByDisabled: false, createdAt: expect.any(String), ...nothingYet },
  })
  const [row] = await member.backend.sql`select k::text as text from member.api_keys k where id = ${created.id}`
  expect(row?.text).not.toContain(parseApiKey(created.key ?? '')?.secret)
})

test('after a rotation both secrets work for some hours, or only the new one', async () => {
  const first = await create()
  const second = await rotate(first.id, 2)
  const until = Date.parse(first.expiresAt)
  await expect
    .poll(() => grantOf(first.id)?.secrets)
    .toEqual([
      { hash: hashOf(second), until },
      { hash: hashOf(first), until: clock.now.getTime() + 2 * hour },
    ])
  const third = await rotate(first.id)
  const [, previous] = await expect
    .poll(() => grantOf(first.id)?.secrets)
    .toHaveLength(2)
    .then(() => grantOf(first.id)?.secrets ?? [])
  expect(previous?.hash).not.toBe(hashOf(first))
  const fourth = await rotate(first.id, 0)
  await expect.poll(() => grantOf(first.id)?.secrets).toEqual([{ hash: hashOf(fourth), until }])
  expect(new Set([first, second, third, fourth].map(hashOf)).size).toBe(4)
})

test('a deleted key has no secrets, is listed no more, and its name stays in the audit log', async () => {
  const { id } = await create({ name: '지난 프로그램' })
  await remove(id)
  await expect.poll(() => grantOf(id)).toMatchObject({ permissions: [], secrets: [], version: 2 })
  expect((await list()).map((key) => key.id)).not.toContain(id)
  expect(await outcome(remove(id))).toBe('API_KEY_NOT_FOUND')
  expect(await outcome(rotate(id))).toBe('API_KEY_NOT_FOUND')
  const asKey = {
    role: 'admin',
    id,
    sessionId: id,
    adminRole: 'staff',
    storeIds: null,
    permissions: ['audit.read'],
  } as const
  const { content } = await member.call(listAuditLogs, { size: 100 }, { actor: asKey })
  const own = content.filter(({ entityId }) => entityId === id)
  expect(own.map(({ action }) => action).toSorted()).toEqual(['createApiKey', 'deleteApiKey'])
})

test('a key works on after its creator was disabled, and the list says so', async () => {
  const [email, name] = [`${randomUUID()}@kingcar.test`, '나간관리']
  const { id: creator } = await member.join(email, password, name)
  const { id } = await create({}, undefined, await member.login({ email, password }))
  const own = async () => (await list()).find((key) => key.id === id)
  expect(await own()).toMatchObject({ createdBy: name, createdByDisabled: false })
  await member.call(updateAdmin, { id: creator, disabled: true }, { actor: actorOf(root) })
  expect(await own()).toMatchObject({ createdBy: name, createdByDisabled: true })
  expect(grantOf(id)?.secrets).toHaveLength(1)
})

test('what a program does is in the audit log under the name of its key', async () => {
  const { id } = await create({ name: '예약 프로그램' })
  const entry = { id: randomUUID(), at: clock.now.toISOString(), actorId: id, action: 'noteVisit', entity: 'visit' }
  const { sql } = member.backend
  await sql`insert into member.audit_logs (id, at, actor_id, action, entity, entity_id, before, after, request_id)
    values (${entry.id}, ${entry.at}, ${id}, 'noteVisit', 'visit', ${randomUUID()}, null, '{}', 'r')`
  for (const query of [{ actorId: id }, { q: '예약 프로그램' }]) {
    const { content } = await member.call(listAuditLogs, query, { actor: actorOf(root) })
    expect(content).toMatchObject([{ actorId: id, actorName: '예약 프로그램' }])
  }
})

test('the rights of a deleted key are published again until the key would have ended', async () => {
  const [ended, deleted] = [uuidv7(), uuidv7()]
  const rows = [ended, deleted].map((id) => ({
    ...{ id, name: '복원된 키', permissions: ['orders.read'], secret_hash: Buffer.alloc(32), deleted_at: new Date() },
    ...{ created_by: actorOf(root).id, expires_at: new Date(Date.now() + (id === ended ? -hour : hour)) },
  }))
  await member.backend.sql`insert into member.api_keys ${member.backend.sql(rows)}`
  await expect.poll(() => grantOf(deleted)).toMatchObject({ permissions: [], secrets: [] })
  expect(grantOf(ended)).toBeUndefined() // in the order of the ids it would have come first
})

test('the last use is stored, in any order of the reports', async () => {
  const { id } = await create()
  const lastUse = async () => (await list()).find((key) => key.id === id)?.lastUsedAt
  const used = async (usedAt: string) =>
    member.bus.publish([
      { id: randomUUID(), subject: eventSubject('gateway.apiKeyUsed'), payload: { keyId: id, usedAt } },
    ])
  const [earlier, later] = [expiresIn(-hour), expiresIn(0)]
  await used(later)
  await expect.poll(lastUse).toBe(later)
  await used(earlier)
  const other = await create()
  await member.bus.publish([
    { id: randomUUID(), subject: eventSubject('gateway.apiKeyUsed'), payload: { keyId: other.id, usedAt: later } },
  ])
  await expect.poll(async () => (await list()).find((key) => key.id === other.id)?.lastUsedAt).toBe(later)
  expect(await lastUse()).toBe(later)
})

test('a key is published again if the stream differs: of a change that was not committed', async () => {
  const { id } = await create()
  const kept = grantOf(id)
  const setup = await member.backend.bus('member')
  const lost: AdminGrant = { adminId: id, adminRole: 'staff', storeIds: null, version: 2, permissions: [], secrets: [] }
  await setup.append([{ subject: `admins.${id}`, id: randomUUID(), data: JSON.stringify(lost) }])
  await expect.poll(() => grantOf(id)).toEqual({ ...kept, version: 3 })
})

test('bad input is refused, and nothing is created', async () => {
  const before = (await list()).length
  const refused = (over: Partial<Input<typeof createApiKey>>, path: string) =>
    expect(create(over)).rejects.toMatchObject(refusal('VALIDATION_FAILED', path))
  await refused({ expiresAt: expiresIn(-1) }, 'expiresAt')
  await refused({ expiresAt: expiresIn(731 * day) }, 'expiresAt')
  await refused({ storeIds: [randomUUID()] }, 'storeIds.0')
  await refused({ name: '?' }, 'name')
  const wrong = (permissions: string[]) => create({ permissions: permissions as never })
  for (const permissions of [[], ['admins.manage'], ['account'], ['visits.read', 'visits.read']])
    expect(await outcome(wrong(permissions))).toBe('VALIDATION_FAILED')
  const { id, email } = await member.join(`${randomUUID()}@kingcar.test`, password)
  const former = await member.login({ email, password })
  await member.call(updateAdmin, { id, role: 'accountant' }, { actor: actorOf(root) })
  expect(await outcome(create({}, undefined, former))).toBe('FORBIDDEN') // the gateway checked before the change
  expect(await list()).toHaveLength(before)
})
