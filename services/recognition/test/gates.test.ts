import { createHash, createHmac, randomUUID } from 'node:crypto'
import type { Bus } from '@kingcar/bus'
import {
  contract,
  type DeviceWithSecret,
  type EventOf,
  type ExpectedPlates,
  type GateDecision,
  type ListedPlate,
  served,
} from '@kingcar/contract'
import { callerOf, outcome } from '@kingcar/testing'
import { connect, type NatsConnection } from 'nats'
import { beforeAll, expect, test } from 'vitest'
import { administratorBeforeAll } from './administrator.ts'
import { ago, readOf, startBeforeAll } from './recognition.ts'

const { acceptRead, createDevice, updateDevice, correctVisit, listVisits, getVisit } = contract.recognition
const { getGate, updateGate, createListedPlate, listListedPlates, deleteListedPlate } = contract.recognition

const recognition = startBeforeAll()
const admin = administratorBeforeAll(recognition)
const reason = '대표님 차량이에요.'

/** A recognizer with a gate, connected as one, and the decisions that it has received. */
type Entry = { device: DeviceWithSecret; connection: NatsConnection; received: GateDecision[]; subject: string }
let entry: Entry

async function openEntry(storeId: string, more = {}): Promise<Entry> {
  const device = await admin.call(createDevice, { storeId, name: '차단기', role: 'entry', gateOutput: true, ...more })
  const connection = await connect({
    servers: recognition.backend.nats.url,
    user: device.id,
    pass: device.secret ?? '',
  })
  const received: GateDecision[] = []
  connection.subscribe(`recognition.decision.${storeId}.${device.id}`, {
    callback: (_error, message) => received.push(message.json()),
  })
  await connection.flush()
  return { device, connection, received, subject: `recognition.read.${storeId}.${device.id}` }
}
const emitted: EventOf<'recognition.gatesDecided'>['decisions'] = []
/** The plates that orders knows; undefined while it fails. */
let ofProducts: string[] | undefined = []
beforeAll(async () => {
  const orders = await recognition.backend.bus('orders')
  const { listExpectedPlates } = served.orders
  await orders.serve({ listExpectedPlates }, null, {
    async listExpectedPlates() {
      if (ofProducts === undefined) throw new Error('orders fails')
      return { plates: ofProducts }
    },
  })
  const bus = await recognition.backend.bus('gateway')
  await bus.follow('EVENTS', 'start', ({ subject, data }) => {
    if (subject === 'evt.recognition.gatesDecided') emitted.push(...JSON.parse(Buffer.from(data).toString()).decisions)
  })
  entry = await openEntry(recognition.storeId)
  return () => entry.connection.close()
})

const about = (carNumber: string, { received } = entry) => received.filter((each) => each.carNumber === carNumber)
/** Reads a plate at the gate. */
async function read(carNumber: string, fields = {}, { subject } = entry): Promise<void> {
  await recognition.publish(readOf(carNumber, fields), subject)
  await recognition.settled()
}
const visitOf = (carNumber: string) => recognition.visits(carNumber).at(-1)?.id as string

type Decision = EventOf<'orders.useDecided'>['decisions'][number]
const product = { userProductId: randomUUID(), productName: '기본 세차 10회' }
const decided = (visitId: string, fields: Partial<Decision>) => {
  const decision = { visitId, useDecision: 'used' as const, judgedProduct: product, version: 1, ...fields }
  return recognition.tell('orders.useDecided', { decisions: [decision] })
}
const list = (carNumber: string, kind: ListedPlate['kind'], more = {}) =>
  admin.call(createListedPlate, { carNumber, kind, reason, ...more })

test('a guest, a VIP of all stores, a member of the staff and a blocked plate get their decisions', async () => {
  await list('11가1101', 'vip')
  await list('11가1102', 'staff', { storeId: recognition.storeId })
  await list('11가1103', 'vip', { storeId: recognition.storeId })
  await list('11가1103', 'blocked')
  const elsewhere = await recognition.addStore()
  await list('11가1104', 'vip', { storeId: elsewhere.storeId })
  await list('11가1105', 'vip')
  await recognition.backend.sql`
    update recognition.listed_plates set expires_at = now() - interval '1 second' where car_number = '11가1105'`
  for (const last of [0, 1, 2, 3, 4, 5]) await read(`11가110${last}`)
  await expect.poll(() => entry.received.filter(({ carNumber }) => carNumber.startsWith('11가110'))).toHaveLength(6)
  const answers = [0, 1, 2, 3, 4, 5].map((last) => about(`11가110${last}`).map(({ open, reason: why }) => [open, why]))
  expect(answers).toEqual([
    [[false, 'guest']],
    [[true, 'vip']],
    [[true, 'staff']],
    [[false, 'blocked']],
    [[false, 'guest']],
    [[false, 'guest']],
  ])
  const [first] = about('11가1101')
  expect(first).toEqual({
    ...{ visitId: visitOf('11가1101'), carNumber: '11가1101', open: true, reason: 'vip', version: 1 },
    expiresAt: expect.any(String),
  })
  const { id: deviceId, storeId } = entry.device
  const forPartners = () => emitted.filter(({ carNumber }) => carNumber === '11가1101')
  const addressed = { ...first, deviceId, storeId, memberId: null, decidedAt: expect.any(String) }
  await expect.poll(forPartners).toEqual([addressed])
  expect(await recognition.metric('kingcar_recognition_gate_decisions_total')).toBe(6)
  expect(await recognition.metric('kingcar_recognition_gate_decision_seconds')).toBeGreaterThan(6)
  const validMs = Date.parse(first?.expiresAt ?? '') - Date.now()
  expect(validMs).toBeGreaterThan(0)
  expect(validMs).toBeLessThan(20_001)
})

test('a visit of a member waits for its product, and a repetition of the event sends nothing new', async () => {
  await recognition.addOwner('12가1201', '김민지')
  await read('12가1201')
  expect(about('12가1201')).toEqual([])
  await decided(visitOf('12가1201'), { remainingUses: 9, version: 2 })
  await expect.poll(() => about('12가1201')).toHaveLength(1)
  const bare = { carNumber: '12가1201', visitId: visitOf('12가1201'), version: 1, expiresAt: expect.any(String) }
  expect(about('12가1201')).toEqual([{ ...bare, open: true, reason: 'used' }]) // without a display nothing about the member
  await decided(visitOf('12가1201'), { useDecision: 'noProduct', judgedProduct: null }) // older
  await decided(visitOf('12가1201'), { remainingUses: 9, version: 2 })
  await read('12가1201') // while the decision is valid
  await read('12가1202')
  await expect.poll(() => about('12가1202')).toHaveLength(1)
  await recognition.eventsHandled()
  expect(about('12가1201')).toHaveLength(1)
})

test('a display gets the masked name of the member, the product and its remaining uses', async () => {
  const display = await openEntry(recognition.storeId, { gateShowsMember: true })
  await recognition.addOwner('12가1203', '홍길동')
  await read('12가1203', {}, display)
  await decided(visitOf('12가1203'), { carNumber: '12가1203', remainingUses: 9 })
  await expect
    .poll(() => about('12가1203', display))
    .toMatchObject([{ open: true, memberName: '홍*동', productName: '기본 세차 10회', remainingUses: 9 }])
  await expect
    .poll(() => emitted.filter(({ carNumber }) => carNumber.startsWith('12가120')))
    .toMatchObject([
      { carNumber: '12가1201' },
      { carNumber: '12가1202' },
      { memberId: expect.any(String), memberName: '홍*동' },
    ])
  expect(emitted.find(({ carNumber }) => carNumber === '12가1201')).not.toHaveProperty('memberName')
  await display.connection.close()
})

test('a purchase at the gate opens it; a read after the decision has expired gets another one', async () => {
  await recognition.addOwner('13가1301', '이서준')
  await read('13가1301')
  await decided(visitOf('13가1301'), { useDecision: 'noProduct', judgedProduct: null })
  await expect.poll(() => about('13가1301')).toMatchObject([{ open: false, reason: 'noProduct', version: 1 }])
  await decided(visitOf('13가1301'), { version: 2 })
  await expect.poll(() => about('13가1301')).toMatchObject([{ version: 1 }, { open: true, version: 2 }])
  await recognition.backend.sql`
    update recognition.gate_reads set expires_at = now() - interval '1 second', read_at = read_at - interval '1 minute'
    where visit_id = ${visitOf('13가1301')}`
  await read('13가1301')
  await expect.poll(() => about('13가1301')).toHaveLength(3)
  expect(about('13가1301')[2]).toMatchObject({ visitId: visitOf('13가1301'), open: true, version: 3 })
})

test('a car that stands in view gets decisions, and partners the same one once in five minutes', async () => {
  await list('13가1302', 'vip')
  const expire = async (ago: string) => {
    await recognition.backend.sql`
      update recognition.gate_reads set expires_at = now() - ${ago}::interval where visit_id = ${visitOf('13가1302')}`
    await read('13가1302')
  }
  await read('13가1302')
  for (let n = 0; n < 3; n += 1) await expire('1 millisecond')
  await expire('6 minutes')
  await expect.poll(() => about('13가1302').map(({ version }) => version)).toEqual([1, 2, 3, 4, 5])
  const forPartners = () => emitted.filter(({ carNumber }) => carNumber === '13가1302')
  await expect.poll(() => forPartners().at(-1)?.version).toBe(5)
  // Another five minutes of the clock can begin during the test. Until 20 seconds later, the decision before is in those before.
  const sinceChange = Date.parse(forPartners().at(-1)?.decidedAt ?? '') % 300_000
  const expected = sinceChange < 25_000 ? expect.arrayContaining([1, 5]) : [1, 5]
  expect(forPartners().map(({ version }) => version)).toEqual(expected)
})

test('the versions of a visit that lasts longer than its row at the gate go on above those before', async () => {
  await list('13가1303', 'vip')
  await read('13가1303')
  await expect.poll(() => about('13가1303')).toMatchObject([{ version: 1 }])
  const { sql } = recognition.backend
  await sql`delete from recognition.gate_reads where visit_id = ${visitOf('13가1303')}`
  await sql`update recognition.visits set id = uuidv7('-2 hours') where id = ${visitOf('13가1303')}`
  const before = Math.floor(Date.now() / 1_000)
  await read('13가1303')
  await expect.poll(() => about('13가1303')).toHaveLength(2)
  expect(about('13가1303')[1]?.version).toBeGreaterThan(before)
})

test('a corrected plate and a changed list decide again about the same visit', async () => {
  await list('14가1402', 'staff')
  await read('14가1401')
  await expect.poll(() => about('14가1401')).toMatchObject([{ open: false, reason: 'guest' }])
  const visitId = visitOf('14가1401')
  await admin.call(correctVisit, { id: visitId, carNumber: '14가1402', reason })
  await expect.poll(() => about('14가1402')).toMatchObject([{ visitId, open: true, reason: 'staff', version: 2 }])
  const { id } = await list('14가1402', 'blocked')
  await expect
    .poll(() => about('14가1402'))
    .toMatchObject([{}, { visitId, open: false, reason: 'blocked', version: 3 }])
  const { content } = await admin.call(listVisits, { carNumber: '14가1402' })
  expect(content).toMatchObject([{ id: visitId, listed: 'blocked' }])
  expect(await admin.call(getVisit, { id: visitId })).toMatchObject({ listed: 'blocked' })
  await admin.call(deleteListedPlate, { id })
  await expect.poll(() => about('14가1402')).toMatchObject([{}, {}, { open: false, reason: 'guest', version: 4 }])
})

test('no gate opens for a member whose visit was corrected to another member before the use is decided', async () => {
  await recognition.addOwner('15가1501', '김민지')
  await recognition.addOwner('15가1502', '이서준')
  await list('15가1501', 'blocked')
  await read('15가1501')
  const visitId = visitOf('15가1501')
  await decided(visitId, {})
  await expect.poll(() => about('15가1501')).toMatchObject([{ open: false, reason: 'blocked' }])
  await recognition.eventsHandled()
  await admin.call(correctVisit, { id: visitId, carNumber: '15가1502', reason })
  await recognition.eventsHandled()
  await decided(visitId, { useDecision: 'noProduct', judgedProduct: null, version: 2 })
  await expect.poll(() => about('15가1502')).toMatchObject([{ open: false, reason: 'noProduct' }])
})

test('a use decided for the plate that was misread first opens no gate for the plate that was read', async () => {
  await recognition.addOwner('15가1503', '김민지')
  await recognition.addOwner('15가1504', '이서준')
  await read('15가1503')
  const visitId = visitOf('15가1503')
  await decided(visitId, { carNumber: '15가1503' })
  await expect.poll(() => about('15가1503')).toHaveLength(1)
  await admin.call(correctVisit, { id: visitId, carNumber: '15가1504', reason })
  await read('15가1504') // before orders knows
  await decided(visitId, { carNumber: '15가1503', useDecision: 'used', version: 2 }) // and after
  await read('15가1504')
  await recognition.eventsHandled()
  expect(about('15가1504')).toEqual([])
  await list('15가1504', 'vip')
  await expect.poll(() => about('15가1504')).toMatchObject([{ open: true, reason: 'vip' }])
  await decided(visitId, { carNumber: '15가1504', useDecision: 'noProduct', judgedProduct: null, version: 3 })
  await recognition.eventsHandled()
  expect(await admin.call(getVisit, { id: visitId })).toMatchObject({ useDecision: 'noProduct', judgedProduct: null })
})

test('in manual mode a gate opens for every car but a blocked one', async () => {
  const { storeId } = await recognition.addStore()
  const other = await openEntry(storeId)
  expect(await admin.call(getGate, { id: storeId })).toEqual({ storeId, mode: 'automatic', whenUnavailable: 'closed' })
  const rules = { mode: 'manual', whenUnavailable: 'open' } as const
  expect(await admin.call(updateGate, { id: storeId, ...rules })).toEqual({ storeId, ...rules })
  expect(await admin.call(updateGate, { id: storeId })).toEqual({ storeId, ...rules })
  await expect
    .poll(() => admin.audited(storeId))
    .toMatchObject([{ action: 'updateGate', entity: 'gate', after: { mode: 'manual', whenUnavailable: 'open' } }])
  await list('16가1602', 'blocked')
  await recognition.addOwner('16가1601', '김민지')
  for (const carNumber of ['16가1601', '16가1602']) await read(carNumber, {}, other)
  await expect.poll(() => about('16가1602', other)).toMatchObject([{ open: false, reason: 'blocked' }])
  expect(about('16가1601', other)).toMatchObject([{ open: true, reason: 'manual' }])
  expect(about('16가1601')).toEqual([])
  await other.connection.close()
})

test('a recognizer with a gate receives the expected plates, signed with the hash of its secret', async () => {
  const { storeId } = await recognition.addStore()
  const other = await openEntry(storeId)
  const { id, secret = '' } = other.device
  const key = createHash('sha256').update(secret).digest()
  const hmac = (text: string) => createHmac('sha256', key).update(text).digest()
  await list('21가2101', 'staff', { storeId })
  await list('21가2102', 'blocked', { storeId })
  ofProducts = ['21가2102', '21가2104']
  await admin.call(updateGate, { id: storeId, whenUnavailable: 'open' })
  await recognition.addOwner('21가2103', '김민지')
  await read('21가2103', {}, other)
  await decided(visitOf('21가2103'), {})
  await expect.poll(() => about('21가2103', other)).toHaveLength(1)
  const messages: ExpectedPlates[] = []
  other.connection.subscribe(`recognition.expected.${storeId}.${id}`, {
    callback: (_error, message) => messages.push(message.json()),
  })
  await other.connection.flush()
  const plates = ['21가2101', '21가2102', '21가2103', '21가2104', '21가2105', '21가2106']
  const has = (tags: string, plate: string) => {
    const bytes = Buffer.from(tags, 'base64')
    const tag = hmac(`plate ${plate}`).subarray(0, 8)
    return Array.from({ length: bytes.length / 8 }, (_, at) => bytes.subarray(8 * at, 8 * at + 8)).some((each) =>
      each.equals(tag),
    )
  }
  const newest = () => {
    const { open, blocked } = JSON.parse(messages.at(-1)?.payload ?? '{"open":"","blocked":""}')
    return { open: plates.filter((each) => has(open, each)), blocked: plates.filter((each) => has(blocked, each)) }
  }
  const blocked = ['21가2102']
  /** Twenty seconds after the last list another one is due. */
  const pass = () => recognition.backend.sql`
    update recognition.devices set expected_sent_at = expected_sent_at - interval '20 seconds' where id = ${id}`
  const { id: listed } = await list('21가2105', 'vip') // of all stores
  await expect.poll(newest).toEqual({ open: ['21가2101', '21가2103', '21가2104', '21가2105'], blocked })
  const sent = messages.length
  await admin.call(deleteListedPlate, { id: listed })
  await admin.call(updateGate, { id: storeId, whenUnavailable: 'open' }) // many changes are one list
  const dueIn = await recognition.backend.sql<{ seconds: number }[]>`
    select extract(epoch from expected_sent_at + interval '10 minutes' - now())::integer as seconds
    from recognition.devices where id = ${id}`
  expect(dueIn[0]?.seconds).toBeGreaterThan(0)
  expect(dueIn[0]?.seconds).toBeLessThanOrEqual(20)
  expect(messages).toHaveLength(sent)
  await pass()
  await expect.poll(newest).toEqual({ open: ['21가2101', '21가2103', '21가2104'], blocked })
  const { payload = '', signature } = messages.at(-1) ?? {}
  expect(signature).toBe(hmac(`list ${payload}`).toString('hex'))
  const { open: _open, blocked: _blocked, ...fields } = JSON.parse(payload)
  expect(fields).toMatchObject({
    storeId,
    deviceId: id,
    mode: 'automatic',
    whenUnavailable: 'open',
    minimumConfidence: 0.8,
  })
  expect(Date.parse(fields.expiresAt) - Date.now()).toBeLessThanOrEqual(86_400_000)
  expect(payload).not.toContain('21가')
  ofProducts = undefined
  await pass()
  await list('21가2106', 'vip', { storeId })
  await expect.poll(newest).toEqual({ open: ['21가2101', '21가2103', '21가2106'], blocked }) // those who came, and lists
  await other.connection.close()
})

test('a rejected read that an administrator accepts opens no gate; a further read of the car does', async () => {
  await list('22가2201', 'vip')
  const readId = randomUUID()
  await read('22가2201', { readId, confidence: 0.5 })
  await admin.call(acceptRead, { readId, deviceId: entry.device.id, carNumber: '22가2201', reason })
  await recognition.eventsHandled()
  await read('22가2202')
  await expect.poll(() => about('22가2202')).toHaveLength(1)
  expect(about('22가2201')).toEqual([])
  await read('22가2201')
  await expect
    .poll(() => about('22가2201'))
    .toMatchObject([{ visitId: visitOf('22가2201'), open: true, reason: 'vip' }])
})

test('old reads, reads that were sent before, and devices without a gate get no decision', async () => {
  const known = readOf('17가1701', { recognizedAt: ago(61) })
  await recognition.publish(known, entry.subject)
  await recognition.publish(known, entry.subject)
  await recognition.handle(readOf('17가1702')) // the other device
  await admin.call(updateDevice, { id: entry.device.id, gateOutput: false })
  await read('17가1703')
  await admin.call(updateDevice, { id: entry.device.id, gateOutput: true })
  await read('17가1704')
  await expect.poll(() => about('17가1704')).toHaveLength(1)
  for (const last of [1, 2, 3]) expect(about(`17가170${last}`)).toEqual([])
})

test('only a recognizer at an entry has a gate, and it hears only its own decisions', async () => {
  const { storeId } = recognition
  const gateOutput = { path: 'gateOutput' }
  for (const role of ['exit', 'both'] as const)
    await expect(admin.call(createDevice, { storeId, name: '출구', role, gateOutput: true })).rejects.toMatchObject({
      details: [gateOutput],
    })
  await expect(admin.call(updateDevice, { id: entry.device.id, role: 'both' })).rejects.toMatchObject({
    details: [gateOutput],
  })
  const other = await openEntry(storeId)
  const refused = new Promise((resolve) => {
    other.connection.subscribe(`recognition.decision.${storeId}.${entry.device.id}`, { callback: resolve })
  })
  expect(await refused).toMatchObject({ code: 'PERMISSIONS_VIOLATION' })
  await other.connection.close()
})

test('plates of lists are normalised, replaced, listed and audited', async () => {
  const first = await list(' 18-가 1801', 'vip', { storeId: recognition.storeId })
  expect(first).toMatchObject({ carNumber: '18가1801', storeId: recognition.storeId, expiresAt: null })
  const expiresAt = new Date(Date.now() + 60_000).toISOString()
  const second = await list('18가1801', 'staff', { storeId: recognition.storeId, expiresAt })
  const { content } = await admin.call(listListedPlates, { storeId: recognition.storeId, kind: 'staff', size: 100 })
  expect(content.filter(({ carNumber }) => carNumber === '18가1801')).toEqual([second])
  await expect
    .poll(() => admin.audited(second.id))
    .toMatchObject([{ before: { kind: 'vip' }, after: { kind: 'staff' } }])
  await expect(list('18가', 'vip')).rejects.toMatchObject({ code: 'VALIDATION_FAILED' })
  await expect(list('18가1802', 'vip', { expiresAt: ago(1) })).rejects.toMatchObject({
    details: [{ path: 'expiresAt' }],
  })
  expect(await outcome(list('18가1802', 'vip', { storeId: randomUUID() }))).toBe('STORE_NOT_FOUND')
  await admin.call(deleteListedPlate, { id: second.id })
  expect(await outcome(admin.call(deleteListedPlate, { id: second.id }))).toBe('LISTED_PLATE_NOT_FOUND')
})

test('the lists of a store are bounded', async () => {
  const { storeId } = await recognition.addStore()
  await recognition.backend.sql`
    insert into recognition.listed_plates (car_number, kind, store_id, reason)
    select '19가' || lpad(n::text, 4, '0'), 'vip', ${storeId}, '가득' from generate_series(1, 2000) n`
  expect(await outcome(list('19나0001', 'vip', { storeId }))).toBe('LISTED_PLATE_LIMIT')
  expect(await list('19가0001', 'blocked', { storeId })).toMatchObject({ kind: 'blocked' })
})

test('a manager of one store sees and changes the lists and the gate of that store only', async () => {
  const { storeId } = await recognition.addStore()
  const bus: Bus = await recognition.backend.bus('gateway')
  const actor = { ...admin.actor, adminRole: 'manager', storeIds: [recognition.storeId] } as never
  const call: Bus['call'] = (op, input) => bus.call(op, input, callerOf({ actor }))
  const { id } = await list('20가2001', 'vip', { storeId })
  const everywhere = await list('20가2002', 'vip')
  const own = await call(
    createListedPlate,
    { carNumber: '20가2003', kind: 'vip', reason, storeId: recognition.storeId },
    callerOf(),
  )
  const { content } = await call(listListedPlates, { size: 100 }, callerOf())
  expect(new Set(content.map((each) => each.storeId))).toEqual(new Set([recognition.storeId]))
  expect(content.map((each) => each.id)).toContain(own.id)
  for (const hidden of [id, everywhere.id])
    expect(await outcome(call(deleteListedPlate, { id: hidden }, callerOf()))).toBe('LISTED_PLATE_NOT_FOUND')
  const refused = [
    call(createListedPlate, { carNumber: '20가2004', kind: 'vip', reason }, callerOf()),
    call(createListedPlate, { carNumber: '20가2004', kind: 'vip', reason, storeId }, callerOf()),
  ]
  for (const each of refused) expect(await outcome(each)).toBe('FORBIDDEN')
  const foreign = [
    call(getGate, { id: storeId }, callerOf()),
    call(updateGate, { id: storeId, mode: 'manual' }, callerOf()),
  ]
  for (const each of foreign) expect(await outcome(each)).toBe('STORE_NOT_FOUND')
})

test('further reads of a car at a gate do not wait for others', async () => {
  const observed = () => recognition.metric('kingcar_recognition_lag_seconds') // a gathered read adds nothing
  const adds = async (work: () => Promise<void>) => {
    const before = await observed()
    await work()
    return (await observed()) > before
  }
  const [plate, other] = ['44더7418', '45러8529']
  for (const _ of [1, 2, 3]) expect(await adds(() => read(plate))).toBe(true)
  expect(recognition.visits(plate).at(-1)).toMatchObject({ reads: 3 })
  expect(await adds(() => recognition.handle(readOf(other)))).toBe(true)
  expect(await adds(() => recognition.handle(readOf(other)))).toBe(false)
  expect(recognition.visits(other).at(-1)).toMatchObject({ reads: 2 })
})
