import { randomUUID } from 'node:crypto'
import { contract, type EventOf, type RecordedVisit } from '@kingcar/contract'
import { describe, expect, test } from 'vitest'
import { administratorBeforeAll } from './administrator.ts'
import { readOf, startBeforeAll } from './recognition.ts'

const subscription = { productName: '월 4회 세차 구독', remainingUses: 3 }

describe('the product that a visit used', () => {
  const recognition = startBeforeAll()
  const admin = administratorBeforeAll(recognition)

  async function visit(carNumber: string): Promise<RecordedVisit> {
    await recognition.handle(readOf(carNumber))
    return latest(carNumber)
  }
  const latest = (carNumber: string) => recognition.visits(carNumber).at(-1) as RecordedVisit
  const used = (visitId: string, productUsed: RecordedVisit['productUsed'], version: number) =>
    recognition.tell('orders.visitUsed', { visitId, productUsed, version })

  test('is published with the visit, stays after its next read, and is removed when its use is reversed', async () => {
    const { id, revision } = await visit('12가3456')
    await used(id, subscription, 1)
    await expect.poll(() => latest('12가3456')).toMatchObject({ id, productUsed: subscription, revision: revision + 1 })
    expect(await visit('12가3456')).toMatchObject({ id, productUsed: subscription, reads: 2, revision: revision + 2 })
    await used(id, null, 2)
    await expect.poll(() => latest('12가3456')).toMatchObject({ id, productUsed: null, reads: 2 })
  })

  test('may be unlimited', async () => {
    const { id } = await visit('22나2222')
    await used(id, { productName: '무제한', remainingUses: null }, 1)
    await expect.poll(() => latest('22나2222')).toMatchObject({ productUsed: { remainingUses: null } })
  })

  test('is the one of the larger version, in any order of events', async () => {
    const { id, revision } = await visit('33다3333')
    await used(id, null, 2)
    await used(id, subscription, 1)
    await used(randomUUID(), subscription, 1) // an unknown visit
    await used((await visit('33다3334')).id, subscription, 1) // handled last
    await expect.poll(() => latest('33다3334')).toMatchObject({ productUsed: subscription })
    expect(latest('33다3333')).toMatchObject({ productUsed: null, revision: revision + 1 })
  })

  test('is in the list, the detail and the export of visits', async () => {
    const { id } = await visit('44라4444')
    await used(id, subscription, 1)
    await expect.poll(() => latest('44라4444')).toMatchObject({ productUsed: subscription })
    const { listVisits, getVisit, exportVisits } = contract.recognition
    expect(await admin.call(getVisit, { id })).toMatchObject({ productUsed: subscription })
    const { content } = await admin.call(listVisits, { carNumber: '44라4444' })
    expect(content).toMatchObject([{ id, productUsed: subscription }])
    expect((await admin.call(exportVisits, { carNumber: '44라4444', reason: '확인' })).lines).toContain(
      subscription.productName,
    )
  })

  test('stays when the visit moves to another plate, and the visit is `corrected`', async () => {
    const { id, corrected } = await visit('55마5555')
    expect(corrected).toBeUndefined()
    await used(id, subscription, 1)
    await expect.poll(() => latest('55마5555')).toMatchObject({ productUsed: subscription })
    await admin.call(contract.recognition.correctVisit, { id, carNumber: '55마5556', reason: '오인식' })
    const moved = { id, productUsed: subscription, corrected: true }
    await expect.poll(() => recognition.visits('55마5556')).toMatchObject([moved])
    expect(await visit('55마5556')).toMatchObject({ ...moved, reads: 2 })
  })
})

describe('whether a visit of a member used a product', () => {
  const recognition = startBeforeAll()
  const admin = administratorBeforeAll(recognition)
  const pass = { userProductId: randomUUID(), productName: '정기 세차권' }
  const { listVisits, getVisit, exportVisits } = contract.recognition
  type Decision = EventOf<'orders.useDecided'>['decisions'][number]

  async function visitOf(carNumber: string, memberName?: string): Promise<string> {
    if (memberName) await recognition.own(carNumber, randomUUID(), memberName)
    await recognition.handle(readOf(carNumber))
    return recognition.visits(carNumber).at(-1)?.id ?? ''
  }
  const decided = (...decisions: Decision[]) => recognition.tell('orders.useDecided', { decisions })
  const shown = async (id: string) => {
    const { useDecision, judgedProduct } = await admin.call(getVisit, { id })
    return { useDecision, judgedProduct }
  }

  test('is in the detail, the list, its filter and the export', async () => {
    const [first, second] = [await visitOf('12가1001', '김하나'), await visitOf('12가1002', '김두리')]
    expect(await shown(first)).toEqual({ useDecision: null, judgedProduct: null })
    await decided(
      { visitId: first, useDecision: 'otherCar', judgedProduct: pass, version: 1 },
      { visitId: second, useDecision: 'noProduct', judgedProduct: null, version: 2 },
      { visitId: randomUUID(), useDecision: 'noProduct', judgedProduct: null, version: 3 }, // an unknown visit
    )
    await expect.poll(() => shown(second)).toEqual({ useDecision: 'noProduct', judgedProduct: null })
    expect(await shown(first)).toEqual({ useDecision: 'otherCar', judgedProduct: pass })
    const found = await admin.call(listVisits, { useDecision: 'otherCar' })
    expect(found).toMatchObject({ totalElements: 1, content: [{ id: first, judgedProduct: pass }] })
    expect(
      (await admin.call(exportVisits, { useDecision: 'otherCar', reason: '월말 정산', full: true })).lines,
    ).toMatch(/12가1001.*다른 차량 전용,정기 세차권/)
  })

  test('is the one of the larger version, in any order of events', async () => {
    const [first, second] = [await visitOf('12가1003', '김세나'), await visitOf('12가1004', '김네오')]
    const used = { visitId: first, useDecision: 'used', judgedProduct: pass, version: 12 } as const
    await decided(used)
    await decided({ ...used, useDecision: 'noProduct', judgedProduct: null, version: 11 })
    await decided(used)
    await decided({ ...used, visitId: second }) // handled last
    await expect.poll(() => shown(second)).toMatchObject({ useDecision: 'used' })
    expect(await shown(first)).toEqual({ useDecision: 'used', judgedProduct: pass })
  })

  test('is null for a guest, and changes the ETag', async () => {
    const [guest, member] = [await visitOf('12가1005'), await visitOf('12가1006', '김육')]
    const before = await admin.etag(getVisit, { id: member })
    const late = { useDecision: 'late', judgedProduct: null, version: 21 } as const
    await decided({ visitId: guest, ...late }, { visitId: member, ...late })
    await expect.poll(() => shown(member)).toMatchObject({ useDecision: 'late' })
    expect(await shown(guest)).toEqual({ useDecision: null, judgedProduct: null })
    expect((await admin.call(listVisits, { useDecision: 'late' })).content.map(({ id }) => id)).toEqual([member])
    expect(await admin.etag(getVisit, { id: member })).not.toBe(before)
  })
})
