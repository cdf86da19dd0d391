import { defineService } from '@kingcar/contract'
import Type from 'typebox'
import { expect, test } from 'vitest'
import type { Actor, Caller, RecordAccess } from '../src/index.ts'
import { failure, startBroker, waiting } from './broker.ts'

const operations = defineService('orders', {
  open: {
    http: 'GET /admin/open',
    access: 'adminOrMember',
    permission: 'members.read',
    scope: 'none',
    opens: '회원 조회',
    summary: 'Gets a member',
    description: 'Gets a member.',
    input: Type.Object({}),
    result: Type.Object({ memberId: Type.String() }),
    versioned: true,
  },
})
const handlers = { open: async () => ({ result: { memberId: 'member-1' }, version: 1 }) }
const id = '0199a0c5-3c80-7000-8000-000000000001'
const admin: Actor = { role: 'admin', id, sessionId: id, adminRole: 'owner', storeIds: null }
const by = (actor: Actor): Caller => waiting(5_000, { actor })

test('what an administrator gets is recorded before the reply, and not returned if that fails', async () => {
  await using broker = await startBroker(false)
  const [orders, gateway] = [await broker.open('orders'), await broker.open('gateway')]
  const records: unknown[] = []
  const stored = Promise.withResolvers<void>()
  const recordAccess: RecordAccess = async ({ name }, result, { actor }) => {
    records.push([name, result, actor?.id])
    await stored.promise
  }
  await orders.serve(operations, null, handlers, recordAccess)

  expect(await gateway.call(operations.open, {}, by({ role: 'member', id, sessionId: id }))).toEqual({
    memberId: 'member-1',
  })
  expect(records).toEqual([])
  const [one, other] = [gateway.call(operations.open, {}, by(admin)), gateway.call(operations.open, {}, by(admin))]
  await expect.poll(() => records).toEqual([1, 2].map(() => ['open', { memberId: 'member-1' }, id]))
  stored.reject(new Error('no database'))
  expect((await Promise.all([failure(one), failure(other)])).map(({ code }) => code)).toEqual(['INTERNAL', 'INTERNAL'])
})

test.each([
  ['without a field of its schema', {}],
  ['that is too large for a message', { memberId: 'x'.repeat(2 ** 20) }],
])('a result %s is not recorded', async (_what, result) => {
  await using broker = await startBroker(false)
  const [orders, gateway] = [await broker.open('orders'), await broker.open('gateway')]
  const records: unknown[] = []
  const open = async () => ({ result: result as { memberId: string }, version: 1 })
  await orders.serve(operations, null, { open }, async (op) => void records.push(op))
  expect(await failure(gateway.call(operations.open, {}, by(admin)))).toMatchObject({ code: 'INTERNAL' })
  expect(records).toEqual([])
})

test('an operation that returns data of members is not served without a recorder', async () => {
  await using broker = await startBroker(false)
  const orders = await broker.open('orders')
  await expect(orders.serve(operations, null, handlers)).rejects.toThrow('open is served without a log of accesses')
})
