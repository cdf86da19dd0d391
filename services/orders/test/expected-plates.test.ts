import { randomUUID } from 'node:crypto'
import { served } from '@kingcar/contract'
import { startedBeforeAll } from '@kingcar/testing/before-all'
import { expect, test } from 'vitest'
import { rowInserter } from './insert-rows.ts'
import { startTestOrders } from './orders-service.ts'

const orders = startedBeforeAll(startTestOrders)
const day = 24 * 3_600_000

test('the plates of members with a product that is usable at a store now, those of the newest first', async () => {
  const rows = rowInserter(orders.backend.sql)
  const now = orders.clock.now().getTime()
  const at = (days: number) => new Date(now + days * day)
  const storeId = randomUUID()
  const { sql } = orders.backend
  const add = async (carNumber: string, over: Record<string, unknown>, bound = false) => {
    const memberId = randomUUID()
    const [own, other] = [randomUUID(), randomUUID()]
    for (const [id, plate] of [
      [own, carNumber],
      [other, `${carNumber.slice(0, -1)}9`],
    ] as const)
      await sql`
        insert into orders.cars (id, member_id, car_number, since, removed, version)
        values (${id}, ${memberId}, ${plate}, ${at(-9)}, false, 1)`
    await rows.userProduct({ memberId, starts_at: at(-1), ends_at: at(9), ...(bound && { car_id: own }), ...over })
  }
  await add('31가0011', { created_at: at(-3) }, true)
  await add('31가0021', { created_at: at(-2), store_ids: sql.json([storeId]) }, true)
  await add('31가0031', { store_ids: sql.json([randomUUID()]) })
  await add('31가0041', { state: 'Cancel' })
  await add('31가0051', { remaining_uses: 0 })
  await add('31가0061', { ends_at: at(-0.1) })
  await add('31가0071', { starts_at: at(1) })
  await add('31가0081', { created_at: at(-5) })
  const { plates } = await orders.call(served.orders.listExpectedPlates, { storeId })
  expect(plates.slice(0, 2)).toEqual(['31가0021', '31가0011'])
  expect(new Set(plates.slice(2))).toEqual(new Set(['31가0081', '31가0089']))
})
