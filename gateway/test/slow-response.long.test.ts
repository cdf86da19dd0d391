import { setTimeout as wait } from 'node:timers/promises'
import { contract, type Result } from '@kingcar/contract'
import { expect, test } from 'vitest'
import { startEdge } from './edge.ts'

/** Longer than a silent connection may last, and shorter than the deadline of a call to the payment provider. */
const slowMilliseconds = 5_500

test('a card whose provider takes longer than a silent connection lasts is registered', async () => {
  await using edge = await startEdge()
  const { createCard } = contract.orders
  const card: Result<typeof createCard> = {
    id: crypto.randomUUID(),
    issuer: 'BC카드',
    maskedNumber: '1234-****-****-5678',
    alias: null,
    main: true,
    createdAt: '2026-11-28T00:00:00.000Z',
  }
  await edge.services.serve({ createCard }, null, {
    createCard: async () => {
      await wait(slowMilliseconds) // the provider's time
      return card
    },
  })
  const headers = { authorization: `Bearer ${edge.token({ role: 'member', aud: 'member' })}` }
  const response = await edge.send('POST', '/api/cards', { customerUid: 'a-billing-key' }, headers)
  expect(response.status).toBe(201)
  expect(await response.json()).toEqual({ success: true, result: card })
})
