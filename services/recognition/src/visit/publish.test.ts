import { durables, type Settings } from '@kingcar/bus'
import { expect, test } from 'vitest'
import type { RevisedVisit } from './describe.ts'
import { createVisitPublisher } from './publish.ts'

const settings = { get: () => '방문객', onChange: () => undefined } as unknown as Settings
const revised = (revision: number, id = 'visit-1'): RevisedVisit => ({
  visit: {
    id,
    storeId: 'store-1',
    storeName: '강남점',
    deviceId: 'device-1',
    carNumber: '12가3456',
    memberId: null,
    name: null,
    visitCount: 1,
    recognizedAt: '2026-11-21T00:00:00.000Z',
    latestReadAt: '2026-11-21T00:00:00.000Z',
    receivedAt: '2026-11-21T00:00:00.000Z',
    reads: revision,
    late: false,
    productUsed: null,
    mergedInto: null,
  },
  revision,
})

/** A publisher whose stream stores a message when its gate opens; `stored` are the message ids. */
function startPublisher() {
  const stored: string[] = []
  const gates: PromiseWithResolvers<void>[] = []
  const publish = createVisitPublisher(
    {
      async appendUnordered(messages) {
        const gate = Promise.withResolvers<void>()
        gates.push(gate)
        await gate.promise
        for (const { id } of messages) stored.push(id)
      },
    },
    settings,
  )
  return { stored, gates, publish }
}

test('a published revision is not published again, nor an older one', async () => {
  const { stored, gates, publish } = startPublisher()
  const newer = publish([revised(3)])
  await expect.poll(() => gates.length).toBe(1)
  gates[0]?.resolve()
  expect(await newer).toBe(1)
  expect(await publish([revised(2)])).toBe(0)
  expect(await publish([revised(3)])).toBe(0)
  expect(stored).toEqual(['visit-1:3'])
})

test('a failed revision is published again, also an older one that fails next to a newer one', async () => {
  const { stored, gates, publish } = startPublisher()
  const [newer, older] = [publish([revised(3)]), publish([revised(2)])]
  await expect.poll(() => gates.length).toBe(2)
  gates[1]?.resolve()
  gates[0]?.reject(new Error('the stream is away'))
  await expect(newer).rejects.toThrow('the stream is away')
  expect(await older).toBe(1)
  const again = publish([revised(3)])
  await expect.poll(() => gates.length).toBe(3)
  gates[2]?.resolve()
  expect(await again).toBe(1)
  expect(stored).toEqual(['visit-1:2', 'visit-1:3'])
})

test('a visit is published with its id and revision as message id, and a guest with the configured name', async () => {
  const sent: unknown[] = []
  const bus = { appendUnordered: async (messages: readonly unknown[]) => void sent.push(...messages) }
  const names: Record<string, string> = { 'recognition.guestName': '손님' }
  const named = { ...settings, get: (key: string) => names[key] } as unknown as Settings
  await createVisitPublisher(bus, named)([{ ...revised(3), corrected: true }])
  const { visit } = revised(3)
  expect(sent).toEqual([{ subject: 'visits.recorded', id: 'visit-1:3', data: expect.any(String) }])
  const [{ data }] = sent as [{ data: string }]
  expect(JSON.parse(data)).toEqual({ ...visit, name: '손님', revision: 3, corrected: true })
})

test('remembers as many published visits as reads can be in flight, and forgets older ones', async () => {
  const publish = createVisitPublisher({ appendUnordered: async () => undefined }, settings)
  const { maxAckPending: count } = durables['recognition-reads']
  const all = Array.from({ length: count }, (_, at) => revised(1, `visit-${at}`))
  expect(await publish(all)).toBe(count)
  expect(await publish(all)).toBe(0)
  expect(await publish([revised(2, 'visit-0')])).toBe(1) // now the most recently published
  expect(await publish([revised(1, 'one more')])).toBe(1)
  expect(await publish([revised(2, 'visit-0'), revised(1, 'visit-2')])).toBe(0)
  expect(await publish([revised(1, 'visit-1')])).toBe(1)
})
