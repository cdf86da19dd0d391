import { randomUUID } from 'node:crypto'
import { type Bus, deadLetterSubject } from '@kingcar/bus'
import { contract, type DeadLetter, type GateDecision } from '@kingcar/contract'
import { waitFor } from '@kingcar/testing'
import { connect } from 'nats'
import { beforeAll, expect, test } from 'vitest'
import { administratorBeforeAll } from './administrator.ts'
import { ago, readOf, startBeforeAll } from './recognition.ts'

const { reprocessDeadLetter, deleteDeadLetter } = contract.recognition
const recognition = startBeforeAll()
const administrator = administratorBeforeAll(recognition)
let own: Bus
beforeAll(async () => {
  own = await recognition.backend.bus('recognition')
})

/** An unsettled letter in the service's format. */
async function bury(fields: Partial<DeadLetter>): Promise<DeadLetter> {
  const { storeId, deviceId } = recognition
  const letter: DeadLetter = {
    id: randomUUID(),
    receivedAt: ago(0),
    subject: `recognition.read.${storeId}.${deviceId}`,
    reason: 'unknownDevice',
    payload: '{}',
    storeId,
    deviceId,
    ...fields,
  }
  await own.append([{ subject: deadLetterSubject, id: letter.id, data: JSON.stringify(letter) }])
  await expect.poll(waits(letter)).toBe(true)
  return letter
}
const waits =
  ({ id }: DeadLetter) =>
  async () =>
    (await administrator.letters()).some((letter) => letter.id === id)
const reprocess = ({ id }: { id: string }) => administrator.call(reprocessDeadLetter, { id })
const readsOf = (carNumber: string) =>
  recognition.backend.sql`select received_at, rejected from recognition.reads where car_number = ${carNumber}`

test('a read whose device was registered later becomes a visit at its time of arrival', async () => {
  const { storeId, backend } = recognition
  const deviceId = randomUUID()
  const recognizedAt = ago(1_200)
  await recognition.publish(readOf('12가3456', { recognizedAt }), `recognition.read.${storeId}.${deviceId}`)
  await recognition.settled()
  await expect.poll(async () => (await administrator.letters()).map(({ reason }) => reason)).toEqual(['unknownDevice'])
  const [letter] = await administrator.letters()
  if (!letter) throw new Error('no letter')
  await expect(reprocess(letter)).rejects.toMatchObject({
    code: 'READ_INVALID',
    details: [{ path: 'reason', ko: '이 매장에 등록되지 않은 인식기예요.' }],
  })
  expect(await waits(letter)()).toBe(true)

  await backend.sql`insert into recognition.devices (id, store_id, name) values (${deviceId}, ${storeId}, '출입구')`
  expect(await reprocess(letter)).toBeNull()
  await recognition.settled()
  const { receivedAt } = letter
  expect(recognition.visits('12가3456')).toMatchObject([{ storeName: '강남점', recognizedAt, receivedAt, late: true }])
  expect(await waits(letter)()).toBe(false)
  await expect(reprocess(letter)).rejects.toMatchObject({ code: 'DEAD_LETTER_NOT_FOUND' })
  await expect.poll(() => administrator.audited(letter.id)).toHaveLength(1)
  expect(administrator.audited(letter.id)[0]).toMatchObject({ action: 'reprocessDeadLetter', after: null })
  expect(JSON.stringify(administrator.audited(letter.id))).not.toContain('12가3456')
})

const old = (days: number) => ago(days * 86_400)
test.each<[reason: string, en: RegExp, fields: () => Partial<DeadLetter>]>([
  ['subject', /subject/, () => ({ subject: 'recognition.read.gate', payload: JSON.stringify(readOf('20가2000')) })],
  ['tooLarge, as one that was cut', /16 KiB/, () => ({ payload: `"${'x'.repeat(128 * 1024)}` })],
  ['notText', /UTF-8/, () => ({ reason: 'notText', payload: '//4A' })],
  ['notJson', /JSON/, () => ({ payload: '{' })],
  ['field', /^confidence is/, () => ({ payload: JSON.stringify(readOf('20가2000', { confidence: 2 })) })],
  ['inTheFuture', /clock/, () => ({ payload: JSON.stringify(readOf('20가2000', { recognizedAt: ago(-400) })) })],
  ['tooOld', /13 months/, () => ({ payload: JSON.stringify(readOf('20가2000', { recognizedAt: old(400) })) })],
  [
    'tooOld by now',
    /13 months/,
    () => ({ receivedAt: old(80), payload: JSON.stringify(readOf('20가2000', { recognizedAt: old(470) })) }),
  ],
  ['refused', /database/, () => ({ payload: JSON.stringify(readOf('20가\u00002000')) })],
])('still invalid: %s', async (_, en, fields) => {
  const letter = await bury(fields())
  await expect(reprocess(letter)).rejects.toMatchObject({
    code: 'READ_INVALID',
    details: [{ path: 'reason', en: expect.stringMatching(en) }],
  })
  expect(await waits(letter)()).toBe(true)
  expect(await readsOf('20가2000')).toHaveLength(0)
})

test('a read with a reused id stays rejected', async () => {
  const read = readOf('21나2100')
  await recognition.handle(read)
  const letter = await bury({ reason: 'readIdReused', payload: JSON.stringify({ ...read, confidence: 1 }) })
  await expect(reprocess(letter)).rejects.toMatchObject({ code: 'READ_INVALID', details: [{ path: 'reason' }] })
  expect(await waits(letter)()).toBe(true)
  expect(recognition.visits('21나2100')).toMatchObject([{ reads: 1 }])
})

test('a read that was sent again in the meantime is known, and its letter is settled', async () => {
  const read = readOf('22다2200')
  await recognition.publish(read)
  const letter = await bury({ payload: JSON.stringify(read) })
  await recognition.settled()
  expect(await reprocess(letter)).toBeNull()
  expect(recognition.visits('22다2200')).toMatchObject([{ reads: 1 }])
  expect(await waits(letter)()).toBe(false)
})

test('a rejected read is stored, like any other', async () => {
  const letter = await bury({ payload: JSON.stringify(readOf('23라2300', { confidence: 0.1 })) })
  expect(await reprocess(letter)).toBeNull()
  expect(await readsOf('23라2300')).toMatchObject([{ rejected: 'confidence' }])
  expect(recognition.visits('23라2300')).toEqual([])
})

/** Locks the letter, lets the calls wait for it in this order, and returns their outcomes. */
async function inOrder({ id }: DeadLetter, ...calls: (() => Promise<null>)[]) {
  const { sql } = recognition.backend
  const held = await sql.reserve()
  const waiting: Promise<null>[] = []
  try {
    await held`begin`
    await held`select from recognition.dead_letters where id = ${id} for update`
    for (const call of calls) {
      waiting.push(call())
      await waitFor(async () => {
        const locked = await sql`
          select from pg_stat_activity where usename = 'recognition' and wait_event_type = 'Lock' and datname = current_database()`
        expect(locked).toHaveLength(waiting.length)
      })
    }
    await held`commit`
  } finally {
    held.release()
  }
  const outcomes = await Promise.allSettled(waiting)
  return outcomes.map((outcome) => (outcome.status === 'fulfilled' ? 'done' : outcome.reason.code))
}

test('concurrent administrators with a rejected read: one read', async () => {
  const letter = await bury({ payload: JSON.stringify(readOf('24마2402', { confidence: 0.1 })) })
  const outcomes = await inOrder(letter, ...Array.from({ length: 3 }, () => () => reprocess(letter)))
  expect(outcomes.filter((outcome) => !['done', 'DEAD_LETTER_NOT_FOUND'].includes(outcome))).toEqual([])
  expect(await readsOf('24마2402')).toHaveLength(1)
})

test('concurrent administrators: one read, one visit, audited once', async () => {
  const letter = await bury({ payload: JSON.stringify(readOf('24마2400')) })
  const outcomes = await inOrder(letter, ...Array.from({ length: 4 }, () => () => reprocess(letter)))
  expect(outcomes).toContain('done')
  expect(outcomes.filter((outcome) => !['done', 'DEAD_LETTER_NOT_FOUND'].includes(outcome))).toEqual([])
  await recognition.settled()
  expect(recognition.published.filter(({ carNumber }) => carNumber === '24마2400')).toMatchObject([{ reads: 1 }])
  const last = await bury({ payload: JSON.stringify(readOf('24마2401')) })
  await reprocess(last)
  await expect.poll(() => administrator.audited(last.id)).toHaveLength(1)
  expect(administrator.audited(letter.id)).toHaveLength(1) // earlier events have arrived
})

test('concurrent reprocessing and deletion: the second fails', async () => {
  const [first, second] = [readOf('25바2500'), readOf('25바2501')].map((read) => JSON.stringify(read))
  const taken = await bury({ payload: first ?? '' })
  const remove = ({ id }: DeadLetter) => administrator.call(deleteDeadLetter, { id })
  const refused = expect.stringMatching(/^(CONFLICT|DEAD_LETTER_NOT_FOUND)$/)
  expect(
    await inOrder(
      taken,
      () => reprocess(taken),
      () => remove(taken),
    ),
  ).toEqual(['done', refused])
  expect(await readsOf('25바2500')).toHaveLength(1)

  const thrown = await bury({ payload: second ?? '' })
  expect(
    await inOrder(
      thrown,
      () => remove(thrown),
      () => reprocess(thrown),
    ),
  ).toEqual(['done', 'DEAD_LETTER_NOT_FOUND'])
  expect(await readsOf('25바2501')).toHaveLength(0)
  await expect.poll(() => administrator.audited(thrown.id).map(({ action }) => action)).toEqual(['deleteDeadLetter'])
  expect(administrator.audited(taken.id).map(({ action }) => action)).toEqual(['reprocessDeadLetter'])
})

/** A group of messages as a dead letter of a version before groups, which has it in the stream, or in the table alone. */
function groupOf(parts: readonly (readonly [deviceId: string, data: Buffer])[], fields: Partial<DeadLetter> = {}) {
  const records = parts.map(([deviceId, data], sequence) => {
    const subject = `recognition.read.${recognition.storeId}.${deviceId}`
    const head = { sequence, subject, storedAt: '', headers: [], bytes: data.length }
    return Buffer.concat([Buffer.from(`${JSON.stringify(head)}\n`), data, Buffer.from('\n')])
  })
  const data = Buffer.concat(records)
  const payload = data.includes(0xff) ? data.toString('base64') : data.toString()
  const subject = 'recognition.read.3.group.all'
  const letter = { id: randomUUID(), receivedAt: ago(0), subject, reason: 'subject', storeId: null, deviceId: null }
  return { ...letter, payload, ...fields } satisfies DeadLetter
}

test('a group of reads that a process of an earlier version rejected is taken apart, also with bytes that are no text', async () => {
  const { deviceId, backend } = recognition
  const bytes = (plate: string) => Buffer.from(JSON.stringify(readOf(plate)))
  const plates = ['36마6041', '37바7152', '38사8263', '39아9374']
  const [first, second, third] = plates.map((plate) => [deviceId, bytes(plate)] as const)
  if (!first || !second || !third) throw new Error('no reads')
  const letters = [groupOf([first, second, second]), groupOf([third, [deviceId, Buffer.from([0xff])]])]
  for (const letter of letters)
    await own.append([{ subject: deadLetterSubject, id: letter.id, data: JSON.stringify(letter) }])
  const anHourAgo = { recognizedAt: ago(3_600) }
  const late = Buffer.from(JSON.stringify({ ...readOf('39아9374'), ...anHourAgo }))
  // By the consumer of the earlier version, during a long upgrade.
  const copied = groupOf([[deviceId, late]], { receivedAt: anHourAgo.recognizedAt })
  await backend.sql`
    insert into recognition.dead_letters (id, received_at, buried_at, letter)
    values (${copied.id}, ${copied.receivedAt}, now(), ${backend.sql.json(copied)})`
  await expect.poll(() => plates.slice(0, 3).map((plate) => recognition.visits(plate).length)).toEqual([1, 1, 1])
  await expect.poll(async () => (await administrator.letters()).map(({ payload }) => payload)).toContain('/w==')
  for (const letter of letters) await expect.poll(waits(letter)).toBe(false)
  await recognition.stopService()
  await recognition.startService() // its first look at the table
  await expect.poll(() => recognition.visits('39아9374').length).toBe(1)
  for (const plate of plates) expect(recognition.visits(plate)).toMatchObject([{ reads: 1 }])
})

test('a group keeps its arrival when an administrator reprocesses it, and no gate decides', async () => {
  const { storeId, backend } = recognition
  const created = { storeId, name: '차단기', role: 'entry', gateOutput: true, timeSource: 'arrival' } as const
  const device = await administrator.call(contract.recognition.createDevice, created)
  const connection = await connect({ servers: backend.nats.url, user: device.id, pass: device.secret ?? '' })
  const decisions: string[] = []
  const subject = `recognition.decision.${storeId}.${device.id}`
  connection.subscribe(subject, {
    callback: (_, message) => void decisions.push(message.json<GateDecision>().carNumber),
  })
  await connection.flush()
  const receivedAt = ago(3_600)
  const text = (plate: string, fields = {}) => Buffer.from(JSON.stringify(readOf(plate, fields)))
  const letter = groupOf(
    [
      [device.id, text('41자4185')],
      [device.id, Buffer.from('{')],
      [randomUUID(), text('42버5296', { recognizedAt: receivedAt })],
    ],
    { receivedAt },
  )
  await backend.sql`
    insert into recognition.dead_letters (id, received_at, buried_at, letter)
    values (${letter.id}, ${receivedAt}, now(), ${backend.sql.json(letter)})`
  expect(await reprocess(letter)).toBeNull()
  await recognition.settled()
  expect(recognition.visits('41자4185')).toMatchObject([{ reads: 1, recognizedAt: receivedAt, receivedAt }])
  expect(await waits(letter)()).toBe(false)
  const reasons = async () => (await administrator.letters()).filter((each) => each.receivedAt === receivedAt)
  await expect
    .poll(async () => new Set((await reasons()).map(({ reason }) => reason)))
    .toEqual(new Set(['notJson', 'unknownDevice']))
  await expect.poll(() => administrator.audited(letter.id)).toHaveLength(1)
  await recognition.publish(readOf('43거6307'), `recognition.read.${storeId}.${device.id}`)
  await expect.poll(() => decisions).toContain('43거6307')
  expect(decisions).not.toContain('41자4185')
  await connection.close()
})

test('a group that cannot be decoded stays listed', async () => {
  const letter = await bury(groupOf([], { payload: '{"bytes":9}\nx\n' }))
  await expect(reprocess(letter)).rejects.toMatchObject({ code: 'READ_INVALID', details: [{ path: 'reason' }] })
  expect(await waits(letter)()).toBe(true)
})
