import { randomUUID } from 'node:crypto'
import type { Actor } from '@kingcar/bus'
import { type AdminRole, contract, type Input, type Operation } from '@kingcar/contract'
import { startedBeforeAll } from '@kingcar/testing/before-all'
import { beforeAll, expect, test } from 'vitest'
import { rowInserter } from './insert-rows.ts'
import { admin, codeOf, startTestOrders } from './orders-service.ts'
import { addUserProduct, productOf, storeId, visitOf, visitsBeforeAll } from './visit-fixtures.ts'

const { listUseLogs, exportUseLogs, createUseLog, reverseUseLog } = contract.orders

/* What an administrator of one store gets: the own store's, and nothing of another one, whatever the input is. */
const orders = startedBeforeAll(startTestOrders)
const visits = visitsBeforeAll(orders)
let rows: ReturnType<typeof rowInserter>
beforeAll(() => {
  rows = rowInserter(orders.backend.sql)
})

const elsewhere = randomUUID()
const limited = (adminRole: AdminRole): Actor => ({ ...admin, adminRole, storeIds: [storeId] }) as Actor
const as = <O extends Operation>(adminRole: AdminRole, op: O, input: Input<O>) =>
  orders.call(op, input, { actor: limited(adminRole) })
const idsOf = ({ content }: { content: { id: string }[] }) => new Set(content.map(({ id }) => id))
const reason = '번호판이 가려짐'

// ASVS 8.2.2
test('uses: lists and files are of the own store, and only these are recorded by hand and reversed', async () => {
  const { id: memberId } = await orders.addMember({ carNumber: '11가1111' })
  const userProductId = await addUserProduct(orders, memberId)
  const visitAt = (at: string) => visitOf(memberId, { late: true, carNumber: '11가1111', storeId: at })
  const [own, other] = [visitAt(storeId), visitAt(elsewhere)]
  await visits.recordAndWait(own, other)
  const record = (visitId: string) => as('staff', createUseLog, { visitId, userProductId, reason })
  expect(await codeOf(record(other.id))).toBe('VISIT_NOT_FOUND')
  expect(await productOf(orders, userProductId)).toMatchObject({ remaining: 4 })
  const use = await record(own.id)
  const others = await orders.call(createUseLog, { visitId: other.id, userProductId, reason })
  expect(idsOf(await orders.call(listUseLogs, {}))).toEqual(new Set([use.id, others.id]))
  for (const input of [{}, { memberId }, { storeId }, { q: '1111' }]) {
    const seen = await as('staff', listUseLogs, input)
    expect([idsOf(seen), seen.totalElements]).toEqual([new Set([use.id]), 1])
  }
  expect(await codeOf(as('staff', listUseLogs, { storeId: elsewhere }))).toBe('FORBIDDEN')
  const { lines } = await as('manager', exportUseLogs, {})
  expect([lines.includes(use.id), lines.includes(others.id)]).toEqual([true, false])
  expect(await codeOf(as('staff', reverseUseLog, { id: others.id, reason }))).toBe('USE_LOG_NOT_FOUND')
  expect(await productOf(orders, userProductId)).toMatchObject({ remaining: 2 })
  expect(await as('staff', reverseUseLog, { id: use.id, reason })).toMatchObject({ reverseReason: reason })
})

// ASVS 8.2.3
test('a search does not confirm a phone number or email to staff', async () => {
  const { id: memberId } = await orders.addMember({ phoneNumber: '+821077778888', carNumber: '22나9999' })
  const use = await rows.useLog({ memberId, userProductId: await addUserProduct(orders, memberId), store_id: storeId })
  for (const q of ['8888', '010-7777-8888']) {
    expect(idsOf(await as('manager', listUseLogs, { q }))).toEqual(new Set([use.id]))
    expect(idsOf(await as('staff', listUseLogs, { q }))).toEqual(new Set())
  }
  expect(idsOf(await as('staff', listUseLogs, { q: '9999' }))).toEqual(new Set([use.id]))
})
