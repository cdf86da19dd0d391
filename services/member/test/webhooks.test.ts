import { randomUUID } from 'node:crypto'
import { contract, type Input, mostWebhookEndpoints } from '@kingcar/contract'
import { outcome, refusal } from '@kingcar/testing'
import { beforeAll, expect, test } from 'vitest'
import { actorOf, type Pair, startBeforeAll } from './start-member.ts'

const { createWebhookEndpoint, deleteWebhookEndpoint, listWebhookEndpoints, rotateWebhookSecret } = contract.member
const { listAuditLogs, updateWebhookEndpoint } = contract.member
const password = 'a long password'
const hour = 3_600_000

const clock = { now: new Date() }
const member = startBeforeAll({ now: () => clock.now })
let root: Pair
beforeAll(async () => {
  await member.join('root@kingcar.test', password)
  root = await member.login({ email: 'root@kingcar.test', password })
})

const wanted: Input<typeof createWebhookEndpoint> = {
  name: '포스 연동',
  url: 'https://pos.example.com/kingcar?token=partner-secret',
  eventTypes: ['visit.created', 'product.used'],
}
const create = (over: Partial<typeof wanted> = {}, idempotencyKey?: string) =>
  member.call(
    createWebhookEndpoint,
    { ...wanted, ...over },
    { actor: actorOf(root), ...(idempotencyKey !== undefined && { idempotencyKey }) },
  )
const update = (input: Input<typeof updateWebhookEndpoint>, ifMatch?: string) =>
  member.call(updateWebhookEndpoint, input, { actor: actorOf(root), ...(ifMatch !== undefined && { ifMatch }) })
const remove = (id: string, ifMatch?: string) =>
  member.call(deleteWebhookEndpoint, { id }, { actor: actorOf(root), ...(ifMatch !== undefined && { ifMatch }) })
const list = async () => (await member.call(listWebhookEndpoints, { size: 100 }, { actor: actorOf(root) })).content
const find = async (id: string) => (await list()).find((each) => each.id === id)
const auditOf = async (id: string) =>
  (await member.call(listAuditLogs, { size: 100 }, { actor: actorOf(root) })).content.filter(
    ({ entityId }) => entityId === id,
  )

test('the secret is returned once, and is in no table in clear, in no list and not in the audit log', async () => {
  const retry = randomUUID()
  const { id, secret } = await create({}, retry)
  expect(secret).toMatch(/^whsec_[\w+/]{43}=$/)
  expect(await create({}, retry)).toEqual({ id, secret: null })
  expect(await find(id)).toEqual({
    ...{ id, ...wanted, enabled: true, createdBy: '김관리', createdAt: expect.any(String), waiting: 0 },
    ...{ disabledAt: null, disabledReason: null, failingSince: null, rotatedAt: null, overlapUntil: null, version: 1 },
  })
  const audit = await auditOf(id)
  expect(audit).toMatchObject([
    { action: 'createWebhookEndpoint', after: { url: 'https://pos.example.com/kingcar?…' } },
  ])
  const [row] = await member.backend.sql`select w::text as text from member.webhook_endpoints w where id = ${id}`
  const [stored] = await member.backend.sql`select string_agg(answer, '') as text from member.idempotency`
  for (const text of [row?.text, stored?.text, JSON.stringify(await list()), JSON.stringify(audit)])
    expect(text).not.toContain(secret?.slice('whsec_'.length))
  expect(JSON.stringify(audit)).not.toContain('partner-secret')
})

test('a rotation gives another secret, and the one before signs too for some hours, or not at all', async () => {
  const { id, secret } = await create()
  const rotate = (input: { overlapHours?: number } = {}) =>
    member.call(rotateWebhookSecret, { id, ...input }, { actor: actorOf(root) })
  const second = await rotate({ overlapHours: 2 })
  expect(second.secret).not.toBe(secret)
  const overlapUntil = new Date(clock.now.getTime() + 2 * hour).toISOString()
  expect(await find(id)).toMatchObject({ overlapUntil, rotatedAt: clock.now.toISOString() })
  await rotate({ overlapHours: 0 })
  expect(await find(id)).toMatchObject({ overlapUntil: null })
})

test('an endpoint is changed, disabled and enabled; a change of an old version is refused', async () => {
  const { id } = await create()
  const changed = await update({ id, name: '새 이름', url: 'https://8.8.8.8/', eventTypes: ['order.paid'] })
  expect(changed).toMatchObject({ name: '새 이름', url: 'https://8.8.8.8/', eventTypes: ['order.paid'], enabled: true })
  expect(await update({ id, name: '새 이름' })).toEqual(changed)
  expect(await outcome(update({ id, enabled: false }, '"1"'))).toBe('CHANGED_SINCE')
  const disabled = await update({ id, enabled: false }, '"2"')
  expect(disabled).toMatchObject({ enabled: false, disabledAt: clock.now.toISOString(), disabledReason: 'admin' })
  expect(await update({ id, enabled: true })).toMatchObject({ enabled: true, disabledAt: null, disabledReason: null })
  expect((await auditOf(id)).map(({ after }) => after)).toEqual(
    expect.arrayContaining([{ enabled: false }, { enabled: true }]),
  )
})

test('a deleted endpoint is missing, and its name stays in the audit log', async () => {
  const { id } = await create()
  expect(await outcome(remove(id, '"7"'))).toBe('CHANGED_SINCE')
  await remove(id)
  expect(await find(id)).toBeUndefined()
  expect(await outcome(remove(id))).toBe('WEBHOOK_ENDPOINT_NOT_FOUND')
  expect(await outcome(update({ id, enabled: false }))).toBe('WEBHOOK_ENDPOINT_NOT_FOUND')
  expect(await auditOf(id)).toMatchObject([{ action: 'deleteWebhookEndpoint' }, { action: 'createWebhookEndpoint' }])
})

// ASVS 1.3.6
test('bad input is refused, and nothing is stored', async () => {
  const { id } = await create()
  const before = await list()
  for (const url of ['http://pos.example.com/', 'http://169.254.169.254/', 'https://127.0.0.1/', 'https://a:b@c.kr/'])
    for (const sent of [() => create({ url }), () => update({ id, url })])
      await expect(sent()).rejects.toMatchObject(refusal('VALIDATION_FAILED', 'url'))
  await expect(create({ name: '?' })).rejects.toMatchObject(refusal('VALIDATION_FAILED', 'name'))
  for (const eventTypes of [[], ['visit.vanished'], ['visit.created', 'visit.created']] as never[])
    expect(await outcome(create({ eventTypes }))).toBe('VALIDATION_FAILED')
  expect(await list()).toEqual(before)
})

test('there is a limit of endpoints', async () => {
  await member.backend.sql`
    insert into member.webhook_endpoints (name, url, event_types, sealed_secret, created_by)
    select 'x', 'https://pos.example.com/', '{visit.created}', 'x', a.id from member.admins a, generate_series(1, ${mostWebhookEndpoints})
    limit ${mostWebhookEndpoints - (await list()).length}`
  expect(await outcome(create())).toBe('WEBHOOK_ENDPOINT_LIMIT')
})
