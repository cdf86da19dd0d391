import { contract, type EventOf } from '@kingcar/contract'
import { waitFor } from '@kingcar/testing'
import { connect } from 'nats'
import { beforeAll, expect, test } from 'vitest'
import { administratorBeforeAll } from './administrator.ts'
import { readOf, startBeforeAll } from './recognition.ts'

/** What a device can cause in EVENTS: a stolen credential invents cars. */
const { createDevice } = contract.recognition
const recognition = startBeforeAll()
const admin = administratorBeforeAll(recognition)
const decisions: EventOf<'recognition.gatesDecided'>['decisions'] = []
const ended: EventOf<'recognition.visitsEnded'>['visits'] = []
beforeAll(async () => {
  const bus = await recognition.backend.bus('gateway')
  await bus.follow('EVENTS', 'start', ({ subject, data }) => {
    const payload = JSON.parse(Buffer.from(data).toString())
    if (subject === 'evt.recognition.gatesDecided') decisions.push(...payload.decisions)
    if (subject === 'evt.recognition.visitsEnded') ended.push(...payload.visits)
  })
})

/** A recognizer at an entry with a gate, with what it receives. */
async function openEntry() {
  const { storeId } = recognition
  const device = await admin.call(createDevice, { storeId, name: '차단기', role: 'entry', gateOutput: true })
  const connection = await connect({
    servers: recognition.backend.nats.url,
    user: device.id,
    pass: device.secret ?? '',
  })
  const received: unknown[] = []
  connection.subscribe(`recognition.decision.${storeId}.${device.id}`, {
    callback: (_error, message) => received.push(message.json()),
  })
  await connection.flush()
  const subject = `recognition.read.${storeId}.${device.id}`
  return { device, connection, received, read: (plate: string) => recognition.publish(readOf(plate), subject) }
}
/** Below its burst of messages, beyond which it is blocked. */
const cars = 700
/** Plates that are not similar to each other at a look, of cars that were not seen before. */
const plateOf = (n: number, kind: string) =>
  `${100 + ((n * 37) % 900)}${kind}${String((n * 7_919) % 10_000).padStart(4, '0')}`

test('a device that invents cars gets its decisions, and causes 600 events of them and 1,200 ends in an hour', async () => {
  const [thief, other] = [await openEntry(), await openEntry()]
  for (let n = 0; n < cars; n += 50)
    await Promise.all(Array.from({ length: 50 }, (_, at) => thief.read(plateOf(n + at, '거'))))
  await recognition.settled()
  await waitFor(() => expect(thief.received.length).toBeGreaterThanOrEqual(cars))
  await other.read('13가1305')
  await waitFor(() => expect(decisions.map(({ carNumber }) => carNumber)).toContain('13가1305'))
  const ofThief = decisions.filter(({ deviceId }) => deviceId === thief.device.id).length
  expect([ofThief >= 600, ofThief < 620]).toEqual([true, true]) // and those of the seconds that the test takes

  const { sql } = recognition.backend
  await sql`update recognition.visits set left_at = last_read_at + interval '1 second'`
  for (const _time of [1, 2]) {
    await sql`insert into recognition.visit_ends (visit_id) select id from recognition.visits where merged_into is null
      and car_number <> '13가1305'`
    await waitFor(async () => expect(await sql`select 1 from recognition.visit_ends`).toEqual([]))
  }
  await sql`insert into recognition.visit_ends (visit_id) select id from recognition.visits where car_number = '13가1305'`
  await waitFor(() => expect(ended.map(({ carNumber }) => carNumber)).toContain('13가1305'))
  const ends = ended.filter(({ carNumber }) => carNumber.includes('거')).length
  expect([ends >= 1_200, ends < 1_220]).toEqual([true, true])
  await sql`update recognition.visits set left_at = null` // as their reads say
  for (const { connection } of [thief, other]) await connection.close()
})
