import { randomUUID } from 'node:crypto'
import type { Actor } from '@kingcar/bus'
import { callerOf, outcome } from '@kingcar/testing'
import { expect, test, vi } from 'vitest'
import { getPlateImage } from './get-plate.ts'

test('a crop whose caller has gone when its turn comes reads nothing', async () => {
  const id = randomUUID()
  const row = { id, ownerKind: 'device', ownerId: id, storeId: id, width: 1_600, height: 900, widths: [320], crops: [] }
  const get = vi.fn()
  const ctx = {
    images: { byId: async () => row },
    imageEncoder: { crop: (read: () => Promise<unknown>) => read() },
    objects: { get },
  } as unknown as Parameters<typeof getPlateImage>[0]
  const actor: Actor = { role: 'admin', id, sessionId: id, adminRole: 'owner', storeIds: null }
  const ask = (deadline: number) =>
    outcome(getPlateImage(ctx, { imageId: id, x: 700, y: 500, width: 300, height: 60 }, callerOf({ actor, deadline })))
  expect(await ask(-1)).toBe('UNAVAILABLE')
  expect(get).not.toHaveBeenCalled()
})
