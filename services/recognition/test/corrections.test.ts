import { randomUUID } from 'node:crypto'
import { contract } from '@kingcar/contract'
import { waitFor } from '@kingcar/testing'
import { describe, expect, test } from 'vitest'
import { administratorBeforeAll } from './administrator.ts'
import { ago, readOf, startBeforeAll } from './recognition.ts'

const { correctVisit, getVisit, listVisits, noteVisit } = contract.recognition
const recognition = startBeforeAll()
const admin = administratorBeforeAll(recognition)

let seconds = 200_000
/** Makes a visit later than all others, read by these devices one second apart; returns its id. */
async function visitOf(raw: string, ...deviceIds: string[]) {
  seconds -= 1_000
  const recognizedAt = ago(seconds)
  for (const [after, deviceId] of (deviceIds.length > 0 ? deviceIds : [recognition.deviceId]).entries())
    await recognition.publish(
      readOf(raw, { recognizedAt: new Date(Date.parse(recognizedAt) + after * 1_000).toISOString() }),
      `recognition.read.${recognition.storeId}.${deviceId}`,
    )
  await recognition.settled()
  const visit = recognition.published.findLast((sent) => sent.recognizedAt === recognizedAt)
  if (!visit) throw new Error('no visit')
  return visit.id
}
const correct = (id: string, carNumber: string) => admin.call(correctVisit, { id, carNumber, reason: '번호판 오인식' })
const past = async (id: string) => (await admin.call(getVisit, { id })).pastCorrection
/** The list's suggestions for the visits of a plate, the newest first. */
const suggested = async (carNumber: string) =>
  (await admin.call(listVisits, { carNumber })).content.map((row) => row.suggestedCarNumber)
const stored = (readAs: string) =>
  recognition.backend.sql`select car_number, times from recognition.corrections where read_as = ${readAs} order by 1`

describe('the past correction of a reading', () => {
  test('is proposed for the next visit with the same reading of the device, and changes nothing', async () => {
    const first = await visitOf('123가1000')
    expect(await past(first)).toBeNull()
    const before = Date.now()
    expect(await correct(first, '128가1000')).toMatchObject({ carNumber: '128가1000', pastCorrection: null })
    const next = await visitOf('123 가-1000')
    const { pastCorrection, carNumber, reads } = await admin.call(getVisit, { id: next })
    expect({ pastCorrection, carNumber, reads }).toEqual({
      pastCorrection: { carNumber: '128가1000', correctedAt: expect.stringMatching(/Z$/), times: 1 },
      carNumber: '123가1000',
      reads: 1,
    })
    expect(Math.abs(Date.parse(pastCorrection?.correctedAt ?? '') - before)).toBeLessThan(60_000)
    expect(await suggested('123가1000')).toEqual(['128가1000'])
    expect(await suggested('128가1000')).toEqual([null])
  })

  test('is not proposed for manual visits or other devices', async () => {
    const [another, third] = [
      await recognition.addDevice(recognition.storeId),
      await recognition.addDevice(recognition.storeId),
    ]
    await correct(await visitOf('123가2000', recognition.deviceId, another), '128가2000')
    expect(await past(await visitOf('123가2000', another))).toMatchObject({ carNumber: '128가2000', times: 1 })
    expect(await past(await visitOf('123가2000', another, recognition.deviceId))).toMatchObject({ times: 1 })
    // The visit's device is the first one that read it; list and detail agree.
    expect(await past(await visitOf('123가2000', third, another))).toBeNull()
    expect(await past(await visitOf('123가2000', third))).toBeNull()
    const { storeId } = recognition
    const noted = await admin.call(noteVisit, { storeId, carNumber: '123가2000', reason: '인식기 고장' })
    expect(noted.pastCorrection).toBeNull()
    await correct(noted.id, '129가2000')
    expect(await stored('123가2000')).toMatchObject([{ car_number: '128가2000' }, { car_number: '128가2000' }])
    expect(await suggested('123가2000')).toEqual([null, null, '128가2000', '128가2000'])
  })

  test('is the most frequent one, and of equals the latest', async () => {
    await correct(await visitOf('123가3000'), '128가3000')
    await correct(await visitOf('123가3000'), '129가3000')
    const next = await visitOf('123가3000')
    expect(await past(next)).toMatchObject({ carNumber: '129가3000', times: 1 })
    await correct(await visitOf('123가3000'), '128가3000')
    expect(await past(next)).toMatchObject({ carNumber: '128가3000', times: 2 })
    expect(await suggested('123가3000')).toEqual(['128가3000'])
  })

  test('is not proposed after it is withdrawn, by correcting back or to a third plate', async () => {
    const back = await visitOf('123가4000')
    await correct(back, '128가4000')
    await correct(back, '123가4000')
    expect(await past(await visitOf('123가4000'))).toBeNull()
    expect(await stored('128가4000')).toEqual([])
    const on = await visitOf('123나4000')
    await correct(on, '128나4000')
    await correct(on, '129나4000')
    const next = await visitOf('123나4000')
    expect(await past(next)).toMatchObject({ carNumber: '129나4000', times: 1 })
    expect(await suggested('123나4000')).toEqual(['129나4000'])
    await correct(next, '128나4000')
    await correct(next, '123나4000')
    expect(await past(next)).toBeNull() // it is corrected already
    expect(await past(await visitOf('123나4000'))).toMatchObject({ carNumber: '129나4000' })
  })

  test('is not proposed for a member’s plate, until the member has left', async () => {
    const member = randomUUID()
    await correct(await visitOf('123가6000'), '128가6000')
    await recognition.own('123가6000', member, '홍길동', 1)
    await recognition.eventsHandled()
    const visit = await visitOf('123가6000')
    expect(await past(visit)).toBeNull()
    expect(await suggested('123가6000')).toEqual([null])
    await recognition.leave(member)
    await recognition.eventsHandled()
    expect(await past(visit)).toMatchObject({ carNumber: '128가6000' })
    expect(await suggested('123가6000')).toEqual(['128가6000'])
  })

  test('is not stored if the correction fails', async () => {
    const id = await visitOf('123가5000')
    await expect(
      admin.call(correctVisit, { id, carNumber: '128가5000', reason: '번호판 오인식' }, { ifMatch: '"9"' }),
    ).rejects.toMatchObject({ code: 'CHANGED_SINCE' })
    expect(await stored('123가5000')).toEqual([])
  })
})

describe('a correction is deleted', () => {
  test.each<[string, number, (plate: string, member: string) => Promise<unknown>, boolean]>([
    ['its member leaves', 1, async (_, member) => recognition.leave(member), true],
    [
      'its plate is nobody’s, and then its member leaves',
      2,
      async (plate) => recognition.own(plate, null, null, 2),
      true,
    ],
    ['its plate becomes another’s', 3, async (plate) => recognition.own(plate, randomUUID(), '김철수', 2), true],
    ['its member is called otherwise', 4, async (plate, member) => recognition.own(plate, member, '홍길순', 2), false],
    ['the member of its plate becomes known late', 5, async (plate) => recognition.own(plate, null, null, 1), false],
  ])('when %s', async (_, n, happens, forgotten) => {
    const [plate, member] = [`128다${n}000`, randomUUID()]
    await recognition.own(plate, member, '홍길동', 1)
    await recognition.eventsHandled()
    await correct(await visitOf(`123다${n}000`), plate)
    await happens(plate, member)
    await recognition.eventsHandled()
    expect(await stored(`123다${n}000`)).toHaveLength(forgotten ? 0 : 1)
  })

  test('when a late event shows that its plate was a former member’s; not when a guest registers', async () => {
    const [left, guest] = [randomUUID(), randomUUID()]
    await correct(await visitOf('123라1000'), '128라1000')
    await correct(await visitOf('123라2000'), '128라2000')
    await recognition.leave(left)
    await recognition.own('128라1000', left, '홍길동', 1)
    await recognition.own('128라2000', guest, '김철수', 1)
    await recognition.eventsHandled()
    expect(await stored('123라1000')).toEqual([])
    expect(await past(await visitOf('123라2000'))).toMatchObject({ carNumber: '128라2000' })
  })

  test('after thirteen months', async () => {
    const { sql } = recognition.backend
    const rows = [
      { device_id: recognition.deviceId, read_as: '123마1000', age: '13 months 1 day' },
      { device_id: recognition.deviceId, read_as: '123마2000', age: '13 months -1 day' },
    ]
    for (const { device_id, read_as, age } of rows)
      await sql`insert into recognition.corrections (device_id, read_as, car_number, corrected_at)
        values (${device_id}, ${read_as}, '128마0000', now() - ${age}::interval)`
    await using _another = await recognition.start()
    await waitFor(async () => expect(await stored('123마1000')).toEqual([]))
    expect(await stored('123마2000')).toHaveLength(1)
  })
})
