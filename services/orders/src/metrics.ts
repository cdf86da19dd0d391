import type { Reader } from '@kingcar/db'
import { registerLazyGauges } from '@kingcar/runtime'
import { sql } from 'drizzle-orm'
import { Counter, type Registry } from 'prom-client'
import { intents, userProducts } from './tables.ts'

export type Metrics = ReturnType<typeof createMetrics>

/** Figures of what moves money. */
export const createMetrics = (register: Registry) => ({
  webhooks: new Counter({
    name: 'kingcar_orders_webhooks_total',
    help: "The payment provider's notices: stored, known (a copy), tooMany of one order, notOurs",
    labelNames: ['outcome'],
    registers: [register],
  }),
  intents: new Counter({
    name: 'kingcar_orders_intents_total',
    help: 'Charges and cancellations by how they ended: done, refused, lost, or open (the outcome is not known yet)',
    labelNames: ['kind', 'state'],
    registers: [register],
  }),
})

const waiting = {
  intents: {
    name: 'kingcar_orders_open_intents',
    help: 'Charges and cancellations whose outcome is not known yet',
  },
  intentAge: { name: 'kingcar_orders_oldest_intent_seconds', help: 'Age of the oldest of them; 0 where there is none' },
  renewals: { name: 'kingcar_orders_due_renewals', help: 'Subscriptions whose renewal is due and not paid' },
}

/** Exposes what waits for money, looked up by its indexes at each scrape. @param now the service's clock */
export function exposeWaiting(register: Registry, read: Reader, now: () => Date): void {
  registerLazyGauges(register, waiting, async () => {
    const [[open], renewals] = await Promise.all([
      read
        .select({
          count: sql<number>`count(*)::int`,
          age: sql<number>`coalesce(extract(epoch from clock_timestamp() - min(${intents.createdAt})), 0)::float8`,
        })
        .from(intents)
        .where(sql`${intents.state} = 'open'`),
      read.$count(
        userProducts,
        sql`${userProducts.nextBillingAt} <= ${now().toISOString()} and not ${userProducts.refunding}`,
      ),
    ])
    return { intents: open?.count ?? 0, intentAge: Math.max(0, open?.age ?? 0), renewals }
  })
}
