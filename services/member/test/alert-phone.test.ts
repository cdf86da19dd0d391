import { randomUUID } from 'node:crypto'
import { contract, type EventOf, eventSubject, served } from '@kingcar/contract'
import { openDatabase, uuidv7 } from '@kingcar/db'
import { outcome, startBundle, testProcess, waitFor } from '@kingcar/testing'
import { beforeAll, expect, test } from 'vitest'
import { deleteExpiredRows } from '../src/delete-expired-rows.ts'
import { listeningProcess, otherThan, phones } from './phone-steps.ts'
import { startSolapi } from './solapi-double.ts'
import { actorOf, serveStores, startBeforeAll, startTestMember } from './start-member.ts'

const {
  confirmAlertPhone,
  checkPhoneVerification,
  createAlertRule,
  deleteAlertPhone,
  getAlertRecipients,
  getOwnAdmin,
  listAdmins,
  listAlertRules,
  sendAlertPhoneCode,
  updateAdmin,
  updateAlertRule,
} = contract.member
const password = 'a long password'
const process = listeningProcess()
const member = startBeforeAll({ CONSOLE_URL: 'https://console.kingcar.test' }, process)
const { fresh, sent, code, age } = phones(member)
const store = { id: uuidv7(), name: '강남점' }
let offline = 0
let asked = 0

async function serveCauses(to: typeof member): Promise<void> {
  for (const service of ['orders', 'recognition'] as const) {
    const bus = await to.backend.bus(service)
    const { getAttention } = served[service]
    const since = new Date(Date.now() - 600_000).toISOString()
    const item = { kind: 'offlineDevices' as const, storeId: store.id, since, examples: [] }
    await bus.serve({ getAttention }, null, {
      getAttention: async () => {
        if (service === 'orders') return { items: [] }
        asked += 1
        return { items: offline === 0 ? [] : [{ ...item, count: offline }] }
      },
    })
  }
  await serveStores(to, [store], () => '2026-01-01T00:00:00.000Z')
}
beforeAll(() => serveCauses(member))

/** An administrator who has signed in. */
async function admin(to: typeof member = member) {
  const email = `${randomUUID()}@kingcar.test`
  await to.join(email, password)
  return { actor: actorOf(await to.login({ email, password })) }
}
type As = Awaited<ReturnType<typeof admin>>

/** Requests a code for a new number. */
async function requested(as: As, to = fresh()) {
  const { verificationId } = await member.call(
    sendAlertPhoneCode,
    { phoneNumber: to.number },
    { ...as, address: to.address },
  )
  return { phoneNumber: to.number, verificationId, code: await code(to.number) }
}
async function withPhone(as: As): Promise<string> {
  const right = await requested(as)
  await member.call(confirmAlertPhone, right, as)
  return right.phoneNumber
}
const shown = async (as: As) => (await member.call(getOwnAdmin, {}, as)).alertPhone
async function looked(to = member): Promise<void> {
  const before = asked
  const payload: EventOf<'recognition.deviceStatesChanged'> = { devices: [] }
  const bus = await to.backend.bus('recognition')
  await bus.publish([{ id: randomUUID(), subject: eventSubject('recognition.deviceStatesChanged'), payload }])
  await waitFor(() => expect(asked).toBeGreaterThan(before))
}
async function rule(to: typeof member, as: As, fields: object = {}) {
  const { content } = await to.call(listAlertRules, { size: 100 }, as)
  for (const { id, enabled } of content) if (enabled) await to.call(updateAlertRule, { id, enabled: false }, as)
  const { id } = as.actor
  const quiet = { quietFrom: null, quietTo: null }
  return to.call(
    createAlertRule,
    {
      ...{ kind: 'offlineDevices', threshold: 5, storeIds: null, channels: ['talk'], roles: [], adminIds: [id] },
      ...{ ...quiet, enabled: true, ...fields },
    },
    { ...as, idempotencyKey: randomUUID() },
  )
}

test('a number is set by its code alone, shown with a mask, and is in no event, log or audit entry', async () => {
  const as = await admin()
  const right = await requested(as)
  expect((await sent(right.phoneNumber))[0]).toMatchObject({ channel: 'sms' })
  expect((await sent(right.phoneNumber))[0]?.text).toContain('알림 번호 인증번호')
  const confirm = (fields: object) => outcome(member.call(confirmAlertPhone, { ...right, ...fields }, as))
  expect(await confirm({ code: otherThan(right.code) })).toBe('CODE_INVALID')
  expect(await confirm({ phoneNumber: fresh().number })).toBe('CODE_INVALID')
  expect(await shown(as)).toBeNull()
  const set = await member.call(confirmAlertPhone, right, as)
  const masked = `010-****-${right.phoneNumber.slice(-4)}`
  expect([set.alertPhone, await shown(as)]).toEqual([masked, masked])
  expect((await member.call(listAdmins, { size: 100 }, as)).content.find(({ id }) => id === as.actor.id)).toMatchObject(
    {
      alertPhone: masked,
    },
  )
  expect(await confirm({})).toBe('CODE_INVALID') // a code works once
  await member.call(deleteAlertPhone, {}, as)
  await member.call(deleteAlertPhone, {}, as)
  expect(await shown(as)).toBeNull()
  const audit = await member.backend.sql`select action, before, after from member.audit_logs
    where entity_id = ${as.actor.id} and action like '%AlertPhone' order by id`
  expect(audit).toEqual([
    { action: 'confirmAlertPhone', before: { alertPhone: null }, after: { alertPhone: masked } },
    { action: 'deleteAlertPhone', before: { alertPhone: masked }, after: { alertPhone: null } },
  ])
  const events = JSON.stringify(await member.events('member.adminChanged', 1))
  for (const number of [right.phoneNumber, right.phoneNumber.slice(3)]) {
    expect(events).not.toContain(number)
    expect(process.output()).not.toContain(number)
  }
})

test('a code is void after five wrong tries and after three minutes, and makes no token of a member', async () => {
  const as = await admin()
  const right = await requested(as)
  const confirm = (value: string) => outcome(member.call(confirmAlertPhone, { ...right, code: value }, as))
  const asMember = { ...right, provider: 'KINGCAR' as const }
  for (let n = 0; n < 5; n += 1) expect(await confirm(otherThan(right.code))).toBe('CODE_INVALID')
  expect(await confirm(right.code)).toBe('TOO_MANY_ATTEMPTS')
  const late = await requested(as)
  await member.backend.sql`update member.phone_codes set expires_at = now() where id = ${late.verificationId}`
  expect(await outcome(member.call(confirmAlertPhone, late, as))).toBe('CODE_EXPIRED')
  const ofMember = await requested(as)
  expect(await outcome(member.call(checkPhoneVerification, { ...asMember, ...ofMember }))).toBe('CODE_INVALID')
  const { number, address } = fresh()
  const { verificationId } = await phones(member).send(number, address, 'KINGCAR', 'join')
  const joining = { phoneNumber: number, verificationId, code: await code(number) }
  expect(await outcome(member.call(confirmAlertPhone, joining, as))).toBe('CODE_INVALID')
  const other = await admin()
  expect(await outcome(member.call(confirmAlertPhone, await requested(other), as))).toBe('CODE_INVALID')
  expect(await shown(as)).toBeNull()
})

test('an account gets five codes in an hour, to whatever numbers, and each number its own limits', async () => {
  const as = await admin()
  const ask = (to = fresh()) =>
    outcome(member.call(sendAlertPhoneCode, { phoneNumber: to.number }, { ...as, address: to.address }))
  const first = fresh()
  expect(await ask(first)).toBe('ok')
  expect(await ask(first)).toBe('RATE_LIMITED') // one a minute
  for (let n = 0; n < 4; n += 1) expect(await ask()).toBe('ok')
  expect(await ask()).toBe('RATE_LIMITED')
  const other = fresh()
  const byOther = { ...(await admin()), address: other.address }
  expect(await outcome(member.call(sendAlertPhoneCode, { phoneNumber: other.number }, byOther))).toBe('ok')
  await age(3_600)
  expect(await ask()).toBe('ok')
})

test('alerts that open together are one message to each number, and a disabled account loses its number', async () => {
  const [as, other] = [await admin(), await admin()]
  const number = await withPhone(as)
  await rule(member, as, { channels: ['bell', 'talk'], adminIds: [as.actor.id, other.actor.id] })
  const { roles } = await member.call(getAlertRecipients, { kind: 'offlineDevices' }, as)
  const owners = roles.find(({ role }) => role === 'owner') ?? { administrators: 0, withoutPhone: 0 }
  expect(owners.withoutPhone).toBe(owners.administrators - 1)
  offline = 3
  await looked()
  const talks = async () => (await sent(number)).filter(({ subject }) => subject !== null)
  await waitFor(async () => expect(await talks()).toHaveLength(1))
  expect((await talks())[0]).toMatchObject({ channel: 'talk', subject: '확인할 알림' })
  const text = (await talks())[0]?.text ?? ''
  expect(text).toMatch(/^\[킹카\] 강남점: 인식기 3대가 오프라인이에요\.\n시각: .+\n다른 알림: 없음\n확인: https:/)
  expect(await member.backend.sql`select 1 from member.tasks where task ->> 'kind' = 'talkAlerts'`).toEqual([])
  await member.call(updateAdmin, { id: as.actor.id, disabled: true }, other)
  const { sql } = member.backend
  const stored = () => sql`select alert_phone from member.admins where id = ${as.actor.id}`
  expect(await stored()).toEqual([{ alert_phone: null }])
  await sql`update member.admins set alert_phone = ${number} where id = ${as.actor.id}` // as the version before leaves it
  const { DATABASE_URL: url } = member.options
  await using db = await openDatabase({ url, schema: 'member', name: 'test', log: process.log })
  await deleteExpiredRows(db, 730)
  expect(await stored()).toEqual([{ alert_phone: null }])
  offline = 0
  await looked()
})

test('in quiet hours a message waits, and more than ten in an hour wait too', async () => {
  const as = await admin()
  const number = await withPhone(as)
  const seoul = (hours: number) => new Date(Date.now() + (9 + hours) * 3_600_000).toISOString().slice(11, 16)
  const { id } = await rule(member, as, { quietFrom: seoul(-1), quietTo: seoul(1) })
  offline = 1
  await looked()
  const { sql } = member.backend
  const waiting = () => sql`select attempts from member.tasks where task ->> 'kind' = 'talkAlerts'`
  await waitFor(async () => expect(await waiting()).toEqual([{ attempts: 0 }]))
  await sql`insert into member.alert_talks (admin_id) select ${as.actor.id}::uuid from generate_series(1, 10)`
  await sql`update member.tasks set run_at = now() where task ->> 'kind' = 'talkAlerts'`
  await waitFor(async () => expect((await waiting())[0]?.attempts).toBeGreaterThan(0))
  await waitFor(() => expect(process.output()).toContain('the hourly budget of alerts is used up'))
  expect((await sent(number)).filter(({ subject }) => subject !== null)).toEqual([])
  await sql`update member.alert_talks set at = at - interval '1 hour'`
  await sql`update member.tasks set run_at = now() where task ->> 'kind' = 'talkAlerts'`
  await waitFor(async () => expect((await sent(number)).filter(({ subject }) => subject !== null)).toHaveLength(1))
  await member.call(updateAlertRule, { id, enabled: false }, as)
  offline = 0
  await looked()
})

test('AlimTalk uses its template, a refused one is sent as SMS, and a failure of Solapi is tried again', async () => {
  await using solapi = await startSolapi()
  const talk = { SOLAPI_PF_ID: 'KA01PF1', SOLAPI_TEMPLATES: 'alert=KA01TP9' }
  await using own = await startTestMember({ ...solapi.options, ...talk })
  await serveCauses(own)
  const as = await admin(own)
  const number = fresh().number
  await own.backend.sql`update member.admins set alert_phone = ${number} where id = ${as.actor.id}`
  await rule(own, as)
  solapi.plan.push('1024', '3104')
  offline = 2
  await looked(own)
  await waitFor(() => expect(solapi.calls).toHaveLength(3))
  const [failed, refused, bySms] = solapi.calls
  for (const each of [failed, refused])
    expect(each).toMatchObject({
      type: 'ATA',
      kakaoOptions: { templateId: 'KA01TP9', variables: { '#{나머지}': '없음' } },
    })
  expect(bySms).toMatchObject({ type: 'LMS', to: number.replace('+82', '0'), subject: '확인할 알림' })
  expect(await own.backend.sql`select 1 from member.alert_talks`).toHaveLength(1)
  offline = 0
})

test('killed between the send and its outcome, the message is sent again by another process', async () => {
  await using own = await startTestMember({}, testProcess())
  await serveCauses(own)
  const as = await admin(own)
  const number = fresh().number
  const { sql } = own.backend
  await sql`update member.admins set alert_phone = ${number} where id = ${as.actor.id}`
  await rule(own, as)
  const { OPERATIONS_PORT: _, ...options } = own.options
  const set = Object.entries(options).filter(([, value]) => value !== undefined && value !== '')
  const env = Object.fromEntries(set.map(([name, value]) => [name, String(value)]))
  await own.stop()
  offline = 4
  const doomed = await startBundle('member', { ...env, FAULT: 'member.talkAlerts.afterSend:kill' })
  expect(await doomed.exited).toMatchObject({ signal: 'SIGKILL' })
  await using next = await startBundle('member', env)
  await next.ready()
  await sql`update member.tasks set run_at = now() where task ->> 'kind' = 'talkAlerts'`
  await waitFor(async () =>
    expect(await sql`select 1 from member.sms_outbox where recipient = ${number}`).toHaveLength(2),
  )
  expect(await sql`select 1 from member.alerts where closed_at is null`).toHaveLength(1)
  offline = 0
})
