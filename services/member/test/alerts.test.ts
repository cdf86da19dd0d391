import { randomUUID } from 'node:crypto'
import {
  type AttentionPart,
  type AttentionPartItem,
  contract,
  type EventOf,
  eventSubject,
  type Input,
  served,
} from '@kingcar/contract'
import { uuidv7 } from '@kingcar/db'
import { outcome, startBundle, testProcess, waitFor } from '@kingcar/testing'
import { beforeAll, beforeEach, expect, onTestFinished, test } from 'vitest'
import { actorOf, type Pair, serveStores, startBeforeAll } from './start-member.ts'

const { createAlertRule, deleteAlertRule, getAlertBell, listAlertRules, listAlerts, markAlertsSeen, updateAlertRule } =
  contract.member
const password = 'a long password'
const member = startBeforeAll({ CONSOLE_URL: 'https://console.kingcar.test' }, testProcess())
const stores = Array.from({ length: 3 }, (_, n) => ({ id: uuidv7(), name: `${n + 1}호점` }))
const [first, second] = stores as [(typeof stores)[0], (typeof stores)[0]]
let root: Pair
/** What the other services would say. */
let items: AttentionPartItem[] = []
let isOpen = true
/** What orders waits for. */
let hanging: Promise<void> | undefined
let asked = 0

const openSince = () => (isOpen ? '2026-01-01T00:00:00.000Z' : null)
beforeAll(async () => {
  const serve = async (service: 'orders' | 'recognition', part: () => AttentionPart | Promise<AttentionPart>) => {
    const bus = await member.backend.bus(service)
    const { getAttention } = served[service]
    await bus.serve({ getAttention }, null, { getAttention: async () => part() })
  }
  await serve('orders', async () => {
    await hanging
    return { items: [] }
  })
  await serve('recognition', () => {
    asked += 1
    return { items }
  })
  await serveStores(member, stores, openSince)
  await member.join('root@kingcar.test', password)
  root = await member.login({ email: 'root@kingcar.test', password })
})
beforeEach(async () => {
  items = []
  isOpen = true
  await looked()
})

const asRoot = () => ({ actor: actorOf(root) })
const asManager = (id = uuidv7()) =>
  ({ actor: { role: 'admin', id, sessionId: uuidv7(), adminRole: 'manager', storeIds: [first.id] } }) as const
const list = async (input: Input<typeof listAlerts> = {}, extras: Parameters<typeof member.call>[2] = asRoot()) =>
  (await member.call(listAlerts, { size: 100, ...input }, extras)).content
const offline = (storeId: string, count = 1, minutes = 10): AttentionPartItem => {
  const since = new Date(Date.now() - minutes * 60_000).toISOString()
  const examples = [{ id: uuidv7(), name: '입구 카메라', storeId, since }]
  return { kind: 'offlineDevices', storeId, count, since, examples }
}
/** Publishes as recognition that a device changed, which kicks a look at all causes; resolves after one that began later. */
async function looked(): Promise<void> {
  const bus = await member.backend.bus('recognition')
  const before = asked
  const payload: EventOf<'recognition.deviceStatesChanged'> = { devices: [] }
  await bus.publish([{ id: randomUUID(), subject: eventSubject('recognition.deviceStatesChanged'), payload }])
  await waitFor(() => expect(asked).toBeGreaterThan(before))
}
async function publish(payload: EventOf<'orders.orderChanged'>): Promise<void> {
  const bus = await member.backend.bus('orders')
  await bus.publish([{ id: randomUUID(), subject: eventSubject('orders.orderChanged'), payload }])
}
const mails = () =>
  member.backend.sql<{ recipient: string; subject: string; text: string }[]>`
    select recipient, subject, text from member.sms_outbox where text like '%알림 규칙%' order by id`
const rule = (fields: Partial<Input<typeof createAlertRule>> = {}): Input<typeof createAlertRule> => ({
  ...{ kind: 'offlineDevices', threshold: 5, storeIds: null, channels: ['bell'], roles: ['owner'], adminIds: [] },
  ...{ quietFrom: null, quietTo: null, enabled: true, ...fields },
})
const findRule = async (kind: string) =>
  (await member.call(listAlertRules, { size: 100 }, asRoot())).content.find((each) => each.kind === kind)

test('offline devices of a store are one alert, with one mail for all stores, until they are back', async () => {
  items = stores.map(({ id }) => offline(id, 400))
  await looked()
  await waitFor(async () => expect(await list({ state: 'open' })).toHaveLength(3))
  expect(await list({ storeId: first.id })).toMatchObject([
    { kind: 'offlineDevices', storeName: '1호점', count: 400, names: ['입구 카메라'], threshold: 5, closedAt: null },
  ])
  await waitFor(async () => expect(await mails()).toHaveLength(1))
  const [mail] = await mails()
  expect(mail).toMatchObject({ recipient: 'root@kingcar.test', subject: '[KingCar] 확인할 알림이 3건 있어요' })
  expect(mail?.text).toContain('1호점: 인식기 400대가 오프라인이에요 (입구 카메라).')
  expect(mail?.text).toContain('https://console.kingcar.test/manage/alerts')
  items = [offline(first.id, 399), offline(second.id, 400)]
  isOpen = false // an alert lasts after closing time, and none opens
  await looked()
  await waitFor(async () => expect((await list({ storeId: first.id }))[0]?.count).toBe(399))
  await waitFor(async () => expect(await list({ state: 'open' })).toHaveLength(2))
  items = []
  await looked()
  await waitFor(async () => expect(await list({ state: 'open' })).toEqual([]))
  expect(await list({ state: 'closed' })).toHaveLength(3)
  expect(await mails()).toHaveLength(1)
})

test('while a service never answers, alerts about what others know open', async () => {
  const { promise, resolve } = Promise.withResolvers<void>()
  hanging = promise
  onTestFinished(() => {
    hanging = undefined
    resolve()
  })
  items = [offline(first.id, 7)]
  await looked()
  await expect
    .poll(() => list({ state: 'open' }), { timeout: 15_000 })
    .toMatchObject([{ kind: 'offlineDevices', storeName: '1호점', count: 7 }])
  resolve()
})

// ASVS 8.2.2
test('an administrator of one store sees and hears of the alerts there alone, and manages own rules', async () => {
  items = stores.map(({ id }) => offline(id))
  await looked()
  await waitFor(async () => expect(await list({ state: 'open' })).toHaveLength(3))
  const manager = asManager()
  const seen = await list({}, manager)
  expect(new Set(seen.map(({ storeId }) => storeId))).toEqual(new Set([first.id]))
  expect((await member.call(getAlertBell, {}, manager)).latest.map(({ storeId }) => storeId)).toContain(first.id)
  expect(await outcome(list({ storeId: second.id }, manager))).toBe('FORBIDDEN')
  const { id: ownId } = await member.call(createAlertRule, rule({ storeIds: [first.id] }), manager)
  const both = await member.call(createAlertRule, rule({ storeIds: [first.id, second.id] }), asRoot())
  const rules = (await member.call(listAlertRules, { size: 100 }, manager)).content
  expect(rules.map(({ kind, storeIds }) => [kind, storeIds])).toEqual([
    ['offlineDevices', null],
    ['offlineScreens', null],
    ['offlineDevices', [first.id]],
  ])
  const change = (id: string, fields: object) => outcome(member.call(updateAlertRule, { id, ...fields }, manager))
  expect(await change(both.id, { enabled: false })).toBe('ALERT_RULE_NOT_FOUND')
  expect(await change(ownId, { storeIds: null })).toBe('VALIDATION_FAILED')
  expect(await outcome(member.call(createAlertRule, rule(), manager))).toBe('VALIDATION_FAILED')
  expect(await member.call(updateAlertRule, { id: ownId, threshold: 3 }, manager)).toMatchObject({ threshold: 3 })
  const again = (threshold: number) =>
    member.call(createAlertRule, rule({ storeIds: [first.id], threshold }), {
      ...manager,
      idempotencyKey: randomUUID(),
    })
  const made = await Promise.all(Array.from({ length: 8 }, (_, n) => again(10 + n))) // with the two above they are ten
  expect(await outcome(again(18))).toBe('ALERT_RULE_LIMIT')
  const other = await member.call(createAlertRule, rule({ storeIds: [second.id], threshold: 30 }), asRoot())
  const moved = member.call(updateAlertRule, { id: other.id, storeIds: [first.id, second.id] }, asRoot())
  expect(await outcome(moved)).toBe('ALERT_RULE_LIMIT')
  for (const { id } of [...made, other]) await member.call(deleteAlertRule, { id }, asRoot())
  expect(await member.call(deleteAlertRule, { id: ownId }, manager)).toBeNull()
  await member.call(deleteAlertRule, { id: both.id }, asRoot())
})

// ASVS 8.2.2
test('a manager of the head office neither sees nor changes rules of kinds that the role may not see', async () => {
  const manager = { actor: { ...asManager().actor, storeIds: null } }
  const kinds = (await member.call(listAlertRules, { size: 100 }, manager)).content.map(({ kind }) => kind)
  expect(kinds).toContain('offlineDevices')
  expect(kinds.filter((kind) => kind === 'newDevice' || kind === 'disabledWebhooks')).toEqual([])
  const { id } = (await findRule('newDevice')) as { id: string }
  const change = member.call(updateAlertRule, { id, channels: ['webhook'] }, manager)
  expect(await outcome(change)).toBe('ALERT_RULE_NOT_FOUND')
  expect(await outcome(member.call(deleteAlertRule, { id }, manager))).toBe('ALERT_RULE_NOT_FOUND')
  const made = member.call(createAlertRule, rule({ kind: 'newDevice', threshold: 0 }), manager)
  expect(await outcome(made)).toBe('FORBIDDEN')
})

test('the bell counts what opened since it was seen, and a rule decides who has it', async () => {
  items = [offline(first.id)]
  await looked()
  const bell = () => member.call(getAlertBell, {}, asRoot())
  await waitFor(async () => expect((await bell()).latest[0]?.closedAt).toBeNull())
  const { latest, unseen } = await bell()
  expect(unseen).toBeGreaterThan(0)
  await member.call(markAlertsSeen, { until: latest[0]?.notifiedAt ?? '' }, asRoot())
  await member.call(markAlertsSeen, { until: '2026-01-01T00:00:00.000Z' }, asRoot()) // an earlier time changes nothing
  expect(await bell()).toMatchObject({ unseen: 0, seenUntil: latest[0]?.notifiedAt })
  const { actor } = asManager()
  const other = { actor: { ...actor, adminRole: 'staff' as const } }
  await member.backend
    .sql`update member.alerts set notified_at = notified_at - interval '10 minutes' where closed_at is null`
  items = [offline(first.id, 2)]
  await looked()
  await waitFor(async () =>
    expect(await bell()).toMatchObject({
      unseen: 1,
      latest: expect.arrayContaining([expect.objectContaining({ count: 2 })]),
    }),
  )
  expect(await member.call(getAlertBell, {}, other)).toMatchObject({ unseen: 0, latest: [] })
})

test('a refund above the amount alerts once however often it arrives, and more within minutes add to it', async () => {
  const order = (refundedAmount: number) => ({
    ...{
      id: uuidv7(),
      merchantUid: 'kc_1',
      productId: uuidv7(),
      productName: '손세차',
      productType: 'onetime' as const,
    },
    ...{
      carId: null,
      amount: 300_000,
      refundedAmount,
      state: 'Completed' as const,
      failReason: null,
      userProductId: null,
    },
    ...{ paidAt: new Date().toISOString(), refundedAt: new Date().toISOString(), createdAt: new Date().toISOString() },
  })
  const refunds = () => list({ kind: 'refund' })
  const big = { memberId: uuidv7(), order: order(100_001), version: 3, happened: ['refunded' as const] }
  for (let n = 0; n < 3; n += 1) await publish(big)
  await publish({ ...big, order: order(100_000) })
  await waitFor(async () => expect(await refunds()).toMatchObject([{ count: 1, targetId: big.order.id, names: [] }]))
  const more = { ...big, order: order(250_000) }
  await publish(more)
  await waitFor(async () => expect(await refunds()).toMatchObject([{ count: 2, targetId: more.order.id }]))
})

test('a sign-in from another device alerts owners', async () => {
  const before = (await list({ kind: 'newDevice' })).length
  await member.login({ email: 'root@kingcar.test', password }, '198.51.100.77')
  await waitFor(async () => expect((await list({ kind: 'newDevice' })).length).toBe(before + 1))
  expect(await list({ kind: 'newDevice' }, asManager())).toEqual([])
})

test('an alert that stays open is mailed again after the hours of its rule', async () => {
  const { id } = (await findRule('offlineDevices')) as { id: string }
  await member.call(updateAlertRule, { id, repeatHours: 2 }, asRoot())
  const { length: sent } = await mails()
  items = [offline(first.id)]
  await looked()
  await waitFor(async () => expect(await mails()).toHaveLength(sent + 1))
  await looked()
  await member.backend
    .sql`update member.alerts set notified_at = notified_at - interval '2 hours' where closed_at is null`
  await looked()
  await waitFor(async () => expect(await mails()).toHaveLength(sent + 2))
  await looked()
  const [alert] = await list({ state: 'open', kind: 'offlineDevices' })
  expect(Date.now() - Date.parse(alert?.notifiedAt ?? '')).toBeLessThan(3_600_000)
  expect(await mails()).toHaveLength(sent + 2)
  await member.call(updateAlertRule, { id, repeatHours: null }, asRoot())
})

test('a rule that equals another one is refused, made or changed, also by two at the same time', async () => {
  const make = (fields: Parameters<typeof rule>[0]) =>
    member.call(createAlertRule, rule(fields), { ...asRoot(), idempotencyKey: randomUUID() })
  const fields = { storeIds: [first.id, second.id], threshold: 77, repeatHours: 3 }
  const reversed = { ...fields, storeIds: [second.id, first.id], enabled: false }
  const raced = await Promise.allSettled([make(fields), make(reversed)])
  expect(raced.map(({ status }) => status)).toEqual(expect.arrayContaining(['fulfilled', 'rejected']))
  expect(await outcome(make(fields))).toBe('ALERT_RULE_EXISTS')
  const other = await make({ ...fields, threshold: 78 })
  expect(await outcome(member.call(updateAlertRule, { id: other.id, threshold: 77 }, asRoot()))).toBe(
    'ALERT_RULE_EXISTS',
  )
  expect(await member.call(updateAlertRule, { id: other.id, enabled: false }, asRoot())).toMatchObject({
    repeatHours: 3,
  })
  await member.backend.sql`update member.alert_rules set threshold = 77 where id = ${other.id}`
  expect(await outcome(member.call(updateAlertRule, { id: other.id, enabled: true }, asRoot()))).toBe('ok')
  const made = (await member.call(listAlertRules, { size: 100 }, asRoot())).content
  for (const { id } of made.filter(({ repeatHours }) => repeatHours === 3))
    await member.call(deleteAlertRule, { id }, asRoot())
})

test('in quiet hours a mail waits, and is not sent if the cause has ended by then', async () => {
  const { id } = (await findRule('offlineDevices')) as { id: string }
  const seoul = (hours: number) => new Date(Date.now() + (9 + hours) * 3_600_000).toISOString().slice(11, 16)
  await member.call(updateAlertRule, { id, quietFrom: seoul(-1), quietTo: seoul(1) }, asRoot())
  const sent = (await mails()).length
  items = [offline(first.id)]
  await looked()
  const { sql } = member.backend
  const waiting = () =>
    sql`select 1 from member.tasks where task ->> 'kind' = 'mailAlerts' and run_at > now() + interval '20 seconds'`
  await waitFor(async () => expect(await waiting()).toHaveLength(1))
  items = []
  await looked()
  await waitFor(async () => expect(await list({ state: 'open', kind: 'offlineDevices' })).toEqual([]))
  await sql`update member.tasks set run_at = now() where task ->> 'kind' = 'mailAlerts'`
  await waitFor(async () =>
    expect(await sql`select 1 from member.tasks where task ->> 'kind' = 'mailAlerts'`).toEqual([]),
  )
  expect(await mails()).toHaveLength(sent)
  await member.call(updateAlertRule, { id, quietFrom: null, quietTo: null }, asRoot())
})

test('rules that do not fit are refused, and those of a disabled rule close', async () => {
  const refused = (fields: Parameters<typeof rule>[0]) =>
    outcome(member.call(createAlertRule, rule(fields), { ...asRoot(), idempotencyKey: randomUUID() }))
  for (const fields of [
    { threshold: 10_081 },
    { quietFrom: '22:00' },
    { quietFrom: '22:00', quietTo: '22:00' },
    { roles: [] },
    { kind: 'newDevice' as const, threshold: 1 },
    { kind: 'refund' as const, storeIds: [first.id] },
  ])
    expect(await refused(fields)).toBe('VALIDATION_FAILED')
  items = [offline(first.id)]
  const made = await member.call(createAlertRule, rule({ channels: [] }), asRoot())
  await looked()
  await waitFor(async () => expect(await list({ state: 'open', kind: 'offlineDevices' })).toHaveLength(2))
  await member.call(updateAlertRule, { id: made.id, enabled: false }, asRoot())
  await looked()
  await waitFor(async () => expect(await list({ state: 'open', kind: 'offlineDevices' })).toHaveLength(1))
  await member.call(deleteAlertRule, { id: made.id }, asRoot())
})

test('killed before the commit, another process opens the alert and mails it, once', async () => {
  const { OPERATIONS_PORT: _, ...options } = member.options
  const set = Object.entries(options).filter(([, value]) => value !== undefined && value !== '')
  const env = Object.fromEntries(set.map(([name, value]) => [name, String(value)]))
  const { sql } = member.backend
  const alerts = () => sql`select 1 from member.alerts where store_id = ${second.id} and closed_at is null`
  const sent = (await mails()).length
  await member.stop()
  items = [offline(second.id)]
  await sql`update member.alert_evaluations set begun_at = '-infinity'`
  const doomed = await startBundle('member', { ...env, FAULT: 'member.alert.beforeCommit:kill' })
  expect(await doomed.exited).toMatchObject({ signal: 'SIGKILL' })
  expect(await alerts()).toHaveLength(0)
  await using next = await startBundle('member', env)
  await next.ready()
  await waitFor(async () => expect(await alerts()).toHaveLength(1))
  await waitFor(async () => expect(await mails()).toHaveLength(sent + 1))
})
