import { setTimeout as wait } from 'node:timers/promises'
import { contract, type Result } from '@kingcar/contract'
import { expect, test } from 'vitest'
import { startEdge } from './edge.ts'

/** Longer than a silent connection may last, and shorter than the deadline of a payment. */
const slowMilliseconds = 5_500

test('a payment that takes longer than a silent connection lasts gets its response', async () => {
  await using edge = await startEdge()
  const { payOrder } = contract.orders
  const result = { id: crypto.randomUUID() } as Result<typeof payOrder>
  await edge.services.serve({ payOrder }, null, {
    payOrder: async () => {
      await wait(slowMilliseconds) // the provider's time
      return result
    },
  })
  const headers = { authorization: `Bearer ${edge.token({ role: 'member', aud: 'member' })}` }
  const response = await edge.send(
    'POST',
    `/api/orders/${crypto.randomUUID()}/pay`,
    { cardId: crypto.randomUUID() },
    headers,
  )
  expect(response.status).toBe(200)
  expect(await response.json()).toEqual({ success: true, result })
})
