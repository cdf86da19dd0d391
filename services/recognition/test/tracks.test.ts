import { contract, type DeviceWithSecret } from '@kingcar/contract'
import { startedBeforeAll } from '@kingcar/testing/before-all'
import { beforeAll, describe, expect, test } from 'vitest'
import { administratorBeforeAll } from './administrator.ts'
import { sendEvent, startTestGateway } from './gateway.ts'
import { ago, type Message, readOf, startBeforeAll } from './recognition.ts'

const { correctVisit, createDevice, getVisit } = contract.recognition
const recognition = startBeforeAll()
const admin = administratorBeforeAll(recognition)
const gateway = startedBeforeAll(() => startTestGateway(recognition))
let camera: DeviceWithSecret
beforeAll(async () => {
  camera = await admin.call(createDevice, { storeId: recognition.storeId, name: '웹훅 카메라' })
})

const frigate = (fields: object) => sendEvent(gateway.url, camera, 'frigate', { type: 'lpr', ...fields })
/** The last published state of a visit. */
const sent = (id: string) => recognition.published.findLast((visit) => visit.id === id)
const current = (carNumber: string) =>
  recognition.visits(carNumber).filter(({ id, mergedInto }) => mergedInto === null && sent(id)?.carNumber === carNumber)
const counts = (...plates: string[]) =>
  recognition.backend.sql`
    select car_number, visits from recognition.plates where car_number = any(${plates}) order by car_number`
const track = (trackId: string, seconds: number, confidence: number): Message => ({
  trackId,
  recognizedAt: ago(seconds),
  confidence,
})

describe('one car with two readings', () => {
  test('of a Frigate object is one visit, which the better reading moves to the right member', async () => {
    const [wrong, right] = [
      await recognition.addOwner('31거7654', '김하나'),
      await recognition.addOwner('31가7654', '박두리'),
    ]
    const first = { id: '1769851800.1-abc', plate: '31거7654', score: 0.91, timestamp: Date.now() / 1_000 - 5 }
    await frigate(first)
    await recognition.settled()
    const [greeted] = current('31거7654')
    expect(greeted).toMatchObject({ memberId: wrong, reads: 1 })
    for (const at of [0.6, 0.8, 1, 1.2])
      await frigate({ ...first, plate: '31가7654', score: 0.94, timestamp: first.timestamp + at })
    await recognition.settled()
    const id = greeted?.id ?? ''
    expect(current('31거7654')).toEqual([])
    expect(current('31가7654')).toMatchObject([
      { id, memberId: right, name: '박두리', reads: 5, visitCount: 1, corrected: true },
    ])
    expect(new Set(recognition.published.map((visit) => visit.id))).toEqual(new Set([id]))
    expect(await counts('31가7654', '31거7654')).toMatchObject([{ visits: 1 }, { visits: 0 }])
    const { readings } = await admin.call(getVisit, { id })
    expect(readings.map(({ carNumber }) => carNumber)).toEqual(['31거7654', ...Array(4).fill('31가7654')])
  })

  test('in the other order, and sent again, is the same visit', async () => {
    const best = readOf('32가7654', track('a', 4, 0.94))
    const other = readOf('32거7654', track('a', 5, 0.91))
    await recognition.handle(best, other, best, other)
    expect(current('32거7654')).toEqual([])
    expect(current('32가7654')).toMatchObject([{ reads: 2, visitCount: 1, recognizedAt: other.recognizedAt }])
    expect(await counts('32가7654', '32거7654')).toMatchObject([{ car_number: '32가7654', visits: 1 }])
  })

  test('merges into the visit that its plate already has', async () => {
    await recognition.handle(readOf('33가7654', { recognizedAt: ago(60) }))
    await recognition.handle(readOf('33거7654', track('b', 30, 0.91)))
    const [there, misread] = [current('33가7654')[0], current('33거7654')[0]]
    await recognition.handle(readOf('33가7654', track('b', 29, 0.95)))
    expect(current('33가7654')).toMatchObject([{ id: there?.id, reads: 3 }])
    expect(sent(misread?.id ?? '')).toMatchObject({ carNumber: '33가7654', mergedInto: there?.id })
    expect(await counts('33가7654', '33거7654')).toMatchObject([{ visits: 1 }, { visits: 0 }])
  })

  test('leaves what other reads show: the visit of the other plate shrinks and keeps its id', async () => {
    await recognition.handle(readOf('34거7654', { recognizedAt: ago(30) }), readOf('34거7654', track('c', 20, 0.91)))
    const [other] = current('34거7654')
    expect(other).toMatchObject({ reads: 2 })
    await recognition.handle(readOf('34가7654', track('c', 10, 0.95)))
    expect(current('34거7654')).toMatchObject([{ id: other?.id, reads: 1, latestReadAt: other?.recognizedAt }])
    expect(current('34가7654')).toMatchObject([{ reads: 2, visitCount: 1 }])
  })

  test('of another device, store or day with the same id are other cars', async () => {
    const { subject } = await recognition.addStore()
    const device = await recognition.addDevice(recognition.storeId)
    await recognition.publish(readOf('35거7654', track('d', 10, 0.91)))
    await recognition.publish(readOf('35가7654', track('d', 9, 0.95)), subject)
    await recognition.publish(
      readOf('35나7654', track('d', 8, 0.95)),
      `recognition.read.${recognition.storeId}.${device}`,
    )
    await recognition.publish(readOf('35다7654', track('d', 86_410, 0.95)))
    await recognition.settled()
    for (const plate of ['35거7654', '35가7654', '35나7654', '35다7654'])
      expect(current(plate)).toMatchObject([{ reads: 1, visitCount: 1 }])
  })
})

test("an administrator's correction decides the plate of later reads of the car", async () => {
  await recognition.handle(readOf('36거7654', track('e', 20, 0.91)))
  const id = current('36거7654')[0]?.id ?? ''
  await admin.call(correctVisit, { id, carNumber: '36나7654', reason: '오인식' })
  const best = readOf('36가7654', track('e', 10, 0.99))
  await recognition.handle(best, readOf('36거7654', track('e', 5, 0.91)), best)
  await expect.poll(() => current('36나7654')).toMatchObject([{ id, reads: 3 }])
  expect([...current('36가7654'), ...current('36거7654')]).toEqual([])
})

test('rejected readings have no effect on a track', async () => {
  await recognition.handle(
    readOf('37가7654', track('f', 20, 0.91)),
    readOf('37거765', track('f', 19, 0.99)),
    readOf('37거7654', track('f', 18, 0.5)),
    readOf('37거7654', { ...track('f', 17, 0.99), direction: 'out' }),
  )
  expect(current('37가7654')).toMatchObject([{ reads: 1 }])
  expect(current('37거7654')).toEqual([])
})

test('two cars that exchange their plates in one batch', async () => {
  await recognition.handle(readOf('38가7654', track('g', 40, 0.9)), readOf('38거7654', track('h', 30, 0.9)))
  const [first, second] = [current('38가7654')[0]?.id, current('38거7654')[0]?.id]
  await recognition.stopService()
  await recognition.publish(readOf('38거7654', track('g', 20, 0.95)))
  await recognition.publish(readOf('38가7654', track('h', 10, 0.95)))
  await recognition.startService()
  await recognition.settled()
  expect(current('38거7654')).toMatchObject([{ id: first, reads: 2 }])
  expect(current('38가7654')).toMatchObject([{ id: second, reads: 2 }])
  expect(await counts('38가7654', '38거7654')).toMatchObject([{ visits: 1 }, { visits: 1 }])
})

test('an id of 10 kB is a dead letter, or refused with its path, and changes nothing', async () => {
  const trackId = 'x'.repeat(10_000)
  await recognition.handle(readOf('39가7654', { trackId }))
  await expect.poll(() => recognition.deadLetters()).toMatchObject([{ reason: 'field:trackId' }])
  const refused = await frigate({ id: trackId, plate: '39가7654', score: 0.9, timestamp: Date.now() / 1_000 })
  expect(refused).toMatchObject({
    status: 400,
    body: { error: { code: 'VALIDATION_FAILED', details: [{ path: 'id' }] } },
  })
  expect(await recognition.backend.sql`select from recognition.reads where car_number = '39가7654'`).toHaveLength(0)
  expect(current('39가7654')).toEqual([])
})

test('the total is the number of unmerged visits after all moves', async () => {
  const { sql } = recognition.backend
  const [counted] = await sql`select count(*)::integer as visits from recognition.visits where merged_into is null`
  expect(await sql`select sum(visits)::integer as visits from recognition.visit_totals`).toEqual([counted])
})
