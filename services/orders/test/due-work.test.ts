import { expect, test } from 'vitest'
import { startTestOrders } from './orders-service.ts'

test('work that no commit of a living process announced is found within ten seconds', async () => {
  await using orders = await startTestOrders()
  const storeId = await orders.addStore('강남점')
  const { id: memberId } = await orders.addMember()
  // as a process left it that died after its commit
  await orders.backend.sql`insert into orders.member_stores (member_id, store_id) values (${memberId}, ${storeId})`
  await expect
    .poll(() => orders.events.filter(({ name }) => name === 'orders.membersCame').map(({ payload }) => payload))
    .toEqual([{ members: [{ memberId, storeId }] }])
})
