import { waitFor } from '@kingcar/testing'
import type { MoneyWorld } from '@kingcar/testing/money'
import { expect } from 'vitest'
import { leaseMs } from '../src/payment/reconcile-due-orders.ts'
import { admin, type TestMember } from './orders-service.ts'
import type { OrdersWithProvider } from './orders-with-provider.ts'

/** Milliseconds of waiting after which what is due later is made due: longer than a process needs for what it has begun. */
const longestWorkMs = 1_000

/** How random histories reach the service of a test; the test plays member, catalog and the clock. */
export function historyWorld({ orders, provider }: OrdersWithProvider): MoneyWorld {
  const { clock, backend } = orders
  const members = new Map<string, TestMember>()
  const actorOf = (by: { id: string } | 'admin' | 'anyone') => {
    if (by === 'admin') return admin
    return by === 'anyone' ? null : (members.get(by.id)?.actor ?? null)
  }
  return {
    providerUrl: provider.url,
    call: (op, input, by) => orders.call(op, input, { actor: actorOf(by) }),
    async join() {
      const member = await orders.addMember()
      members.set(member.id, member)
      return { id: member.id }
    },
    leave: ({ id: memberId }) => orders.publishAndWait('member.left', { memberId, leftAt: clock.now().toISOString() }),
    async addProduct(fields) {
      return (await orders.addProduct({ ...fields, useLimit: 4 })).id
    },
    addStore: () => orders.addStore('강남점'),
    deleteProduct: (id, subscriptions) => orders.removeProduct(id, subscriptions === 'stop'),
    now: clock.now,
    async move(seconds) {
      clock.advance(seconds * 1_000)
    },
    async idle() {
      let next = performance.now() + longestWorkMs
      let checks: Set<string> | undefined // due when the wait began: they have been looked up when they are due much later
      await waitFor(async () => {
        const now = clock.now()
        const soon = await backend.sql<{ id: string }[]>`
          select id from orders.orders where check_at <= ${new Date(now.getTime() + leaseMs)}`
        const ids = new Set(soon.map(({ id }) => id))
        checks = checks?.intersection(ids) ?? ids
        const [left] = await backend.sql<{ intents: number; notices: number; due: number }[]>`
          select (select count(*)::int from orders.intents where state = 'open') as intents,
            (select count(*)::int from orders.webhooks where done_at is null) as notices,
            (select count(*)::int from orders.user_products
              where not refunding and (retry_requested_at is not null or next_billing_at <= ${now})) as due`
        if (performance.now() > next) {
          // what failed while the provider was down is due again later: when a lease, a delay or the circuit breaker's pause ends
          clock.advance(leaseMs)
          await backend.sql`update orders.intents set try_at = now() where state = 'open'`
          next = performance.now() + longestWorkMs
        }
        expect({ ...left, checks: checks.size }).toEqual({ intents: 0, checks: 0, notices: 0, due: 0 })
      })
      return []
    },
  }
}
