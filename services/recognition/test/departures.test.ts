import { contract, type DeviceWithSecret } from '@kingcar/contract'
import { beforeAll, describe, expect, test } from 'vitest'
import { administratorBeforeAll } from './administrator.ts'
import { ago, type Message, readOf, startBeforeAll } from './recognition.ts'

const { correctVisit, createDevice, exportVisits, getVisit, listVisits, updateDevice } = contract.recognition
const recognition = startBeforeAll()
const admin = administratorBeforeAll(recognition)
let exit: DeviceWithSecret
beforeAll(async () => {
  exit = await admin.call(createDevice, { storeId: recognition.storeId, name: '출구' })
  await admin.call(updateDevice, { id: exit.id, role: 'exit' })
})

const seen = (carNumber: string, seconds: number, fields: Message = {}) =>
  recognition.handle(readOf(carNumber, { recognizedAt: ago(seconds), ...fields }))
const leaves = async (carNumber: string, recognizedAt: string) => {
  await recognition.publish(readOf(carNumber, { recognizedAt }), `recognition.read.${exit.storeId}.${exit.id}`)
  await recognition.settled()
}
const current = (carNumber: string) => recognition.visits(carNumber).filter(({ mergedInto }) => mergedInto === null)
const detail = (id = '') => admin.call(getVisit, { id })

describe('a car that leaves', () => {
  test('ends its visit, in the visit, the list and the CSV, and begins none', async () => {
    await seen('41가1001', 300)
    const [visit] = current('41가1001')
    expect(await detail(visit?.id)).toMatchObject({ leftAt: null, dwellSeconds: null })
    const at = new Date(Date.parse(visit?.recognizedAt ?? '') + 125_000).toISOString()
    await leaves('41가1001', at)
    await leaves('41가1001', new Date(Date.parse(at) + 2_000).toISOString())
    await leaves('41가1002', at)
    const left = { leftAt: at, dwellSeconds: 125 }
    expect(await detail(visit?.id)).toMatchObject({ ...left, reads: 1 })
    const { content } = await admin.call(listVisits, { carNumber: '41가1001' })
    expect(content).toMatchObject([{ id: visit?.id, ...left }])
    expect((await admin.call(exportVisits, { carNumber: '41가1001' })).lines).toContain(',125\r\n')
    expect(current('41가1002')).toEqual([])
  })

  test('and comes back within the window begins another visit, at which nothing has ended yet', async () => {
    await seen('41가1003', 300)
    await leaves('41가1003', ago(200))
    await seen('41가1003', 100)
    const [first, second] = current('41가1003')
    expect(second).toMatchObject({ reads: 1, visitCount: 2 })
    expect((await detail(first?.id)).dwellSeconds).toBe(100)
    expect(await detail(second?.id)).toMatchObject({ leftAt: null })
  })

  test('is known by the direction of a camera that sees both', async () => {
    await seen('41가1004', 300)
    await seen('41가1004', 200, { direction: 'out' })
    await seen('41가1004', 100, { direction: 'in' })
    expect(current('41가1004')).toMatchObject([{ visitCount: 1 }, { visitCount: 2 }])
    expect((await detail(current('41가1004')[0]?.id)).dwellSeconds).toBe(100)
  })

  test('whose departure arrives last splits the visit; in any order and twice it is the same', async () => {
    const at = ago(200)
    await seen('41가1005', 300)
    await seen('41가1005', 100)
    const [joined] = current('41가1005')
    expect(joined).toMatchObject({ reads: 2 })
    await leaves('41가1005', at)
    await leaves('41가1005', at)
    const both = current('41가1005')
    expect(both).toMatchObject([
      { id: joined?.id, reads: 1, visitCount: 1 },
      { reads: 1, visitCount: 2 },
    ])
    expect((await detail(joined?.id)).leftAt).toBe(at)
    await leaves('41가1006', at)
    await seen('41가1006', 100)
    await seen('41가1006', 300)
    expect(current('41가1006')).toMatchObject([{ reads: 1 }, { reads: 1 }])
  })

  test('is not a departure below the minimum confidence, or a day later', async () => {
    await seen('41가1007', 300)
    await seen('41가1007', 200, { direction: 'out', confidence: 0.5 })
    await seen('41가1007', 100)
    expect(current('41가1007')).toMatchObject([{ reads: 2 }])
    await seen('41가1008', 26 * 3_600)
    await leaves('41가1008', ago(3_600))
    expect(await detail(current('41가1008')[0]?.id)).toMatchObject({ leftAt: null })
  })
})

describe('a correction', () => {
  test('takes the departure along, where the exit misread the plate in the same way', async () => {
    await seen('42거1001', 300)
    await leaves('42거1001', ago(200))
    const [visit] = current('42거1001')
    await admin.call(correctVisit, { id: visit?.id ?? '', carNumber: '42가1001', reason: '오인식' })
    expect(await detail(visit?.id)).toMatchObject({ carNumber: '42가1001', dwellSeconds: 100 })
    await seen('42가1001', 100)
    await expect.poll(() => current('42가1001')).toMatchObject([{ id: visit?.id, reads: 1 }, { reads: 1 }])
  })

  test('splits a visit in which the car with the correct plate left', async () => {
    await seen('42거1002', 300)
    await seen('42거1002', 100)
    await leaves('42가1002', ago(200))
    const [visit] = current('42거1002')
    await admin.call(correctVisit, { id: visit?.id ?? '', carNumber: '42가1002', reason: '오인식' })
    await expect.poll(() => current('42가1002')).toMatchObject([{ id: visit?.id, reads: 1 }, { reads: 1 }])
  })
})
