import { AppError, type DemoData, type DemoPart, served } from '@kingcar/contract'
import { beforeAll, beforeEach, expect, test } from 'vitest'
import { type Edge, startEdge } from './edge.ts'

const services = ['catalog', 'member', 'orders', 'recognition'] as const
type Kind = DemoPart['items'][number]['kind']

let edge: Edge
/** The services that were called, in order. */
let called: string[]
/** Those that fail. */
let broken: string[]
const kindOf = {
  catalog: 'stores',
  member: 'members',
  orders: 'orders',
  recognition: 'visits',
} as const satisfies Record<string, Kind>

beforeAll(async () => {
  edge = await startEdge()
  for (const service of services) {
    const { getDemo, removeDemo } = served[service]
    const respond = async (): Promise<DemoPart> => {
      called.push(service)
      if (broken.includes(service)) throw new AppError('UNAVAILABLE')
      return {
        items: [{ kind: kindOf[service], removable: 1, kept: 2 }],
        inUse: { storeIds: [], productIds: [], memberIds: [] },
      }
    }
    await edge.services.serve({ getDemo, removeDemo }, null, { getDemo: respond, removeDemo: respond })
  }
  return () => edge[Symbol.asyncDispose]()
})
beforeEach(() => {
  called = []
  broken = []
})

async function demo(method: 'GET' | 'DELETE'): Promise<DemoData> {
  const headers = { authorization: `Bearer ${edge.token()}` }
  const response = await fetch(`${edge.url}/admin/api/demo`, { method, headers })
  expect(response.status).toBe(200)
  return ((await response.json()) as { result: DemoData }).result
}
const items = (...kinds: Kind[]) => kinds.map((kind) => ({ kind, removable: 1, kept: 2 }))

test('the counts of all services are in the order of the kinds', async () => {
  expect(await demo('GET')).toEqual({ items: items('stores', 'members', 'orders', 'visits'), unavailable: [] })
})

test('a removal calls the services one after the other, and none after one that fails', async () => {
  expect(await demo('DELETE')).toEqual({ items: items('stores', 'members', 'orders', 'visits'), unavailable: [] })
  expect(called).toEqual(['recognition', 'orders', 'member', 'catalog'])
  called = []
  broken = ['member']
  expect(await demo('DELETE')).toEqual({ items: items('orders', 'visits'), unavailable: ['member', 'catalog'] })
  expect(called).toEqual(['recognition', 'orders', 'member'])
})
