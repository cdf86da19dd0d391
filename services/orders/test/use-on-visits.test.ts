import { randomUUID } from 'node:crypto'
import { contract } from '@kingcar/contract'
import { openDatabase } from '@kingcar/db'
import { testProcess, waitFor } from '@kingcar/testing'
import { startedBeforeAll } from '@kingcar/testing/before-all'
import { describe, expect, test } from 'vitest'
import { purgeVisits } from '../src/use-log/purge-visits.ts'
import { codeOf, startTestOrders } from './orders-service.ts'
import {
  addUserProduct,
  later,
  productOf,
  usesOf,
  visitOf,
  visitsBeforeAll,
  visitUsedEvents,
} from './visit-fixtures.ts'

const orders = startedBeforeAll(startTestOrders)
const visits = visitsBeforeAll(orders)

const productUsed = (remainingUses: number | null) => ({ productName: '월 4회 세차 구독', remainingUses })
const { reverseUseLog } = contract.orders
const reverse = (id: string) => orders.call(reverseUseLog, { id, reason: '직원 실수' })

describe('a visit of a member', () => {
  test('uses a product once, however often it arrives, and emits it', async () => {
    const member = randomUUID()
    const product = await addUserProduct(orders, member)
    const visit = visitOf(member)
    await visits.recordAndWait(visit, visit, later(visit, { reads: 2 }), visit)
    expect(await usesOf(orders, visit.id)).toMatchObject([{ product, member, reason: null, carNumber: '12가3456' }])
    expect(await productOf(orders, product)).toEqual({ state: 'Available', remaining: 3, version: 2 })
    await waitFor(() =>
      expect(visitUsedEvents(orders, visit.id)).toEqual([
        { visitId: visit.id, productUsed: productUsed(3), version: 1 },
      ]),
    )
    const [log] = await orders.backend.sql`select * from orders.use_logs where visit_id = ${visit.id}`
    expect(log).toMatchObject({
      store_name: '킹카 강남점',
      used_at: new Date(visit.recognizedAt),
      product_name: '월 4회 세차 구독',
    })
    expect(orders.events).toContainEqual({
      name: 'orders.userProductChanged',
      payload: expect.objectContaining({ memberId: member, version: 2 }),
    })
  })

  test('that used a product needs no lock of it while only its reads change, and keeps the order of its revisions', async () => {
    const member = randomUUID()
    const product = await addUserProduct(orders, member)
    const visit = visitOf(member)
    await visits.recordAndWait(visit)
    const misread = later(visit, { carNumber: '98하7654', memberId: null, name: '방문객', corrected: true })
    const grown = later(misread, { carNumber: visit.carNumber, memberId: member, reads: 2 })
    const { corrected: _, ...uncorrected } = grown
    await orders.backend.sql.begin(async (held) => {
      await held`select from orders.user_products where id = ${product} for update`
      await visits.recordAndWait(uncorrected)
    })
    const revisionOf = () => orders.backend.sql`select revision from orders.visits where id = ${visit.id}`
    expect(await revisionOf()).toEqual([{ revision: 3 }])
    await visits.recordAndWait(misread)
    expect(await usesOf(orders, visit.id)).toMatchObject([{ product, reason: null }])
    await visits.recordAndWait(Object.assign(misread, { revision: 4 }))
    expect(await usesOf(orders, visit.id)).toMatchObject([{ product, reason: 'visitCorrected' }])
    expect(await revisionOf()).toEqual([{ revision: 4 }])
  })

  test('uses up a one-time product', async () => {
    const member = randomUUID()
    const product = await addUserProduct(orders, member, { type: 'onetime', useLimit: 1 })
    const [first, second] = [visitOf(member), visitOf(member)]
    await visits.recordAndWait(first, second)
    expect(await productOf(orders, product)).toMatchObject({ state: 'Complete', remaining: 0 })
    expect(await usesOf(orders, second.id)).toEqual([])
  })

  test('that is invalid, a guest’s, late or a test uses nothing, and a guest’s is not stored', async () => {
    const member = randomUUID()
    await addUserProduct(orders, member)
    const others = [visitOf(null), visitOf(member, { test: true })]
    const late = visitOf(member, { late: true })
    await visits.recordAndWait(...others, late)
    for (const { id } of [...others, late]) expect(await usesOf(orders, id)).toEqual([])
    for (const { id } of others)
      expect(await orders.backend.sql`select from orders.visits where id = ${id}`).toEqual([])
  })

  test('of a plate registered long after it uses nothing', async () => {
    const member = randomUUID()
    await addUserProduct(orders, member)
    const visit = visitOf(null, { carNumber: '77사7777' })
    const register = (since: number) => orders.backend.sql`
      insert into orders.cars (id, member_id, car_number, since, removed, version)
      values (${randomUUID()}, ${member}, '77사7777', ${new Date(Date.now() + since)}, false, 1)`
    await register(-1_000)
    await register(11 * 60_000)
    await visits.recordAndWait(visit, later(visit, { memberId: member, name: '홍길동' }))
    expect(await usesOf(orders, visit.id)).toEqual([])
    const other = visitOf(member, { carNumber: '77사7778' })
    await visits.recordAndWait(other)
    expect(await usesOf(orders, other.id)).toHaveLength(1)
  })

  test('has its use reversed when it is corrected, and its new member gets one', async () => {
    const [wrong, right] = [randomUUID(), randomUUID()]
    const [given, taken] = [await addUserProduct(orders, wrong), await addUserProduct(orders, right)]
    const visit = visitOf(wrong, { carNumber: '12거3456' })
    await visits.recordAndWait(visit)
    const corrected = later(visit, { memberId: right, carNumber: '12가3456', corrected: true })
    await visits.recordAndWait(corrected)
    await visits.recordAndWait(visit) // the older revision arrives last
    expect(await productOf(orders, given)).toMatchObject({ remaining: 4 })
    expect(await productOf(orders, taken)).toMatchObject({ remaining: 3 })
    expect(await usesOf(orders, visit.id)).toMatchObject([
      { member: wrong, reason: 'visitCorrected' },
      { member: right, reason: null },
    ])
    await visits.recordAndWait(later(corrected, { memberId: null, carNumber: '99허9999' }))
    expect(await productOf(orders, taken)).toMatchObject({ remaining: 4 })
    await waitFor(() =>
      expect(visitUsedEvents(orders, visit.id).map(({ productUsed, version }) => [productUsed, version])).toEqual([
        [productUsed(3), 1],
        [productUsed(3), 3],
        [null, 4],
      ]),
    )
  })

  test('keeps its use when its member has left and it names no member', async () => {
    const member = randomUUID()
    const product = await addUserProduct(orders, member)
    const visit = visitOf(member, { corrected: true })
    await visits.recordAndWait(visit)
    await visits.recordAndWait(later(visit, { memberId: null, name: '방문객' }))
    expect(await productOf(orders, product)).toMatchObject({ remaining: 3 })
  })

  test('follows the setting', async () => {
    const member = randomUUID()
    await addUserProduct(orders, member)
    const catalog = await orders.backend.bus('catalog')
    const set = async (value: boolean, version: number) => {
      const subject = 'settings.products.useOnVisit'
      await catalog.publish([{ id: randomUUID(), subject, payload: { value, version } }])
    }
    const usesAnother = async () => {
      const visit = visitOf(member, { memberId: member })
      await visits.recordAndWait(visit)
      return (await usesOf(orders, visit.id)).length
    }
    await set(false, 1)
    await expect.poll(usesAnother).toBe(0)
    await set(true, 2)
    await expect.poll(usesAnother).toBe(1)
  })
})

test('a visit whose plate is doubtful has its use reversed, says why, and gets one when it is not', async () => {
  const member = randomUUID()
  const product = await addUserProduct(orders, member)
  const visit = visitOf(member)
  const doubtful = later(visit, { doubtful: true })
  const decisions = async () =>
    (
      await orders.backend.sql`select decision ->> 'useDecision' as decision from orders.visits where id = ${visit.id}`
    )[0]?.decision
  await visits.recordAndWait(visit)
  expect(await productOf(orders, product)).toMatchObject({ remaining: 3 })
  await visits.recordAndWait(doubtful, visit, doubtful)
  expect(await productOf(orders, product)).toMatchObject({ remaining: 4 })
  expect(await usesOf(orders, visit.id)).toMatchObject([{ reason: 'visitDoubtful' }])
  expect(await decisions()).toBe('doubtful')
  await visits.recordAndWait(later(doubtful, { reads: 2, doubtful: undefined } as object))
  expect(await productOf(orders, product)).toMatchObject({ remaining: 3 })
  expect(await decisions()).toBe('used')
})

describe('merged visits', () => {
  test('have one use in the end, also where only one use is left and messages arrive one by one', async () => {
    for (const order of ['merged first', 'merged last'] as const) {
      const member = randomUUID()
      const product = await addUserProduct(orders, member, { type: 'onetime', useLimit: 1 })
      const second = visitOf(member)
      await visits.recordAndWait(second)
      const first = visitOf(member, { late: true })
      await visits.recordAndWait(first)
      const merged = later(second, { mergedInto: first.id })
      const grown = later(first, { late: false, reads: 3 })
      for (const visit of order === 'merged first' ? [merged, grown] : [grown, merged])
        await visits.recordAndWait(visit)
      expect(await usesOf(orders, second.id)).toMatchObject([{ reason: 'visitMerged' }])
      expect(await usesOf(orders, first.id)).toMatchObject([{ product, reason: null }])
      expect(await productOf(orders, product)).toMatchObject({ state: 'Complete', remaining: 0 })
      await visits.recordAndWait(second, first)
      expect(await usesOf(orders, second.id)).toHaveLength(1)
    }
  })

  test('have one use in the end when their messages arrive together', async () => {
    const member = randomUUID()
    const product = await addUserProduct(orders, member)
    const [first, second] = [visitOf(member), visitOf(member)]
    await visits.recordAndWait(first, second)
    expect(await productOf(orders, product)).toMatchObject({ remaining: 2 })
    await visits.recordAndWait(later(first, { reads: 2 }), later(second, { mergedInto: first.id }))
    expect(await productOf(orders, product)).toMatchObject({ remaining: 3 })
  })
})

describe('an administrator', () => {
  test('reverses a use once: it is returned and emitted, and the visit uses no product of that member again', async () => {
    const member = randomUUID()
    const product = await addUserProduct(orders, member, { type: 'onetime', useLimit: 1 })
    const visit = visitOf(member)
    await visits.recordAndWait(visit)
    const [use] = await usesOf(orders, visit.id)
    const id = use?.id ?? ''
    const undone = await reverse(id)
    expect(undone).toMatchObject({ id, visitId: visit.id, memberId: member, reverseReason: '직원 실수' })
    expect(undone.reversedAt).not.toBeNull()
    expect(await productOf(orders, product)).toMatchObject({ state: 'Available', remaining: 1 })
    expect(await codeOf(reverse(id))).toBe('USE_LOG_REVERSED')
    expect(await codeOf(reverse(randomUUID()))).toBe('USE_LOG_NOT_FOUND')
    await visits.recordAndWait(later(visit, { reads: 2 }))
    expect(await usesOf(orders, visit.id)).toHaveLength(1)
    await waitFor(() => {
      expect(visitUsedEvents(orders, visit.id)).toMatchObject([{ version: 1 }, { productUsed: null, version: 2 }])
      const audited = orders.events.filter(({ name, payload }) => name === 'orders.audited' && payload.entityId === id)
      expect(audited).toMatchObject([{ payload: { action: 'reverseUseLog', after: { remainingUses: 1 } } }])
    })
  })

  test('reverses a use once by two concurrent requests', async () => {
    const member = randomUUID()
    const product = await addUserProduct(orders, member)
    const visit = visitOf(member)
    await visits.recordAndWait(visit, visitOf(member))
    const [use] = await usesOf(orders, visit.id)
    const codes = await Promise.all(Array.from({ length: 5 }, () => codeOf(reverse(use?.id ?? ''))))
    expect(codes.sort()).toEqual([...Array(4).fill('USE_LOG_REVERSED'), 'none'])
    expect(await productOf(orders, product)).toMatchObject({ remaining: 3 })
  })
})

test('decided visits are purged after a month, and their uses stay', async () => {
  const member = randomUUID()
  await addUserProduct(orders, member)
  const [old, recent] = [visitOf(member), visitOf(member)]
  await visits.recordAndWait(old, recent)
  const { sql } = orders.backend
  await sql`update orders.visits set seen_at = now() - interval '31 days 1 second' where id = ${old.id}`
  const options = { schema: 'orders', name: 'test', log: testProcess().log, publish: () => Promise.resolve() }
  await using db = await openDatabase({ url: orders.options.DATABASE_URL, ...options })
  await purgeVisits({ db })
  expect(await sql`select id from orders.visits where id in (${old.id}, ${recent.id})`).toEqual([{ id: recent.id }])
  expect(await usesOf(orders, old.id)).toHaveLength(1)
})
