import { waitFor } from '@kingcar/testing'
import { expect, test } from 'vitest'
import { admin, startTestOrders } from './orders-service.ts'
import { op } from './orders-with-provider.ts'

test('after two concurrent moves the clock has the later time', async () => {
  await using orders = await startTestOrders({ MOVABLE_CLOCK: true })
  const { sql } = orders.backend
  const moves: Promise<unknown>[] = []
  await sql.begin(async (held) => {
    const waiting = async (calls: number) => {
      const rows = await held`
        select from pg_stat_activity
        where usename = 'orders' and datname = current_database() and wait_event_type = 'Lock'`
      if (rows.length < calls) throw new Error('not all of them yet')
    }
    await held`select from orders.clock for update`
    for (const aheadSeconds of [7_200, 3_600]) {
      moves.push(orders.call(op.moveClock, { aheadSeconds }, { actor: admin }))
      await waitFor(() => waiting(moves.length))
    }
  })
  await Promise.all(moves)
  expect(await sql`select ahead_seconds::int as ahead from orders.clock`).toEqual([{ ahead: 7_200 }])
})
