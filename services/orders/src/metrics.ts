import type { Reader } from '@kingcar/db'
import { registerLazyGauges } from '@kingcar/runtime'
import { sql } from 'drizzle-orm'
import { Counter, type Registry } from 'prom-client'
import { countOpenReceipts } from './cash-receipt/queries.ts'
import { countOwedReturns } from './owed-return/queries.ts'
import { intents, userProducts } from './tables.ts'

export type Metrics = ReturnType<typeof createMetrics>

/** Counters of webhooks and of intents. */
export const createMetrics = (register: Registry) => ({
  webhooks: new Counter({
    name: 'kingcar_orders_webhooks_total',
    help: "The payment provider's webhooks by outcome: stored, known (a repetition), tooMany (of one order), notOurs (of no order of KingCar), notSigned (of API V2)",
    labelNames: ['outcome'],
    registers: [register],
  }),
  intents: new Counter({
    name: 'kingcar_orders_intents_total',
    help: 'Attempts to execute charges and cancellations by outcome: done, refused, lost (never received), or open (not known yet)',
    labelNames: ['kind', 'state'],
    registers: [register],
  }),
})

const backlogGauges = {
  intents: {
    name: 'kingcar_orders_open_intents',
    help: 'Charges and cancellations whose outcome is not known yet',
  },
  intentAge: {
    name: 'kingcar_orders_oldest_intent_seconds',
    help: 'Seconds since the oldest charge or cancellation without a known outcome was created; 0 if there is none',
  },
  owed: { name: 'kingcar_orders_owed_returns', help: 'Payments that are owed to members and not returned yet' },
  owedWon: { name: 'kingcar_orders_owed_returns_won', help: 'Won that are owed to members and not returned yet' },
  owedAge: {
    name: 'kingcar_orders_oldest_owed_return_seconds',
    help: 'Seconds since the oldest payment that is owed to a member arrived; 0 if there is none',
  },
  receipts: {
    name: 'kingcar_orders_open_cash_receipts',
    help: 'Cash receipts of sales at counters that are not issued, replaced or cancelled yet',
  },
  receiptAge: {
    name: 'kingcar_orders_oldest_cash_receipt_seconds',
    help: 'Seconds since the oldest cash receipt that is not issued, replaced or cancelled yet, without refused ones; 0 if there is none',
  },
  refusedReceipts: {
    name: 'kingcar_orders_refused_cash_receipts',
    help: 'Cash receipts that the provider refused; without those of refunded sales and of members who have left',
  },
  renewals: { name: 'kingcar_orders_due_renewals', help: 'Subscriptions whose renewal is due and not paid yet' },
}

/** Exposes open intents, owed returns, cash receipts and due renewals, counted by index at each scrape. @param now the service's clock */
export function exposeBacklog(register: Registry, read: Reader, now: () => Date): void {
  registerLazyGauges(register, backlogGauges, async () => {
    const [[open], owed, receipts, renewals] = await Promise.all([
      read
        .select({
          count: sql<number>`count(*)::int`,
          age: sql<number>`coalesce(extract(epoch from clock_timestamp() - min(${intents.createdAt})), 0)::float8`,
        })
        .from(intents)
        .where(sql`${intents.state} = 'open'`),
      countOwedReturns(read, now()),
      countOpenReceipts(read),
      read.$count(
        userProducts,
        sql`${userProducts.nextBillingAt} <= ${now().toISOString()} and not ${userProducts.refunding}`,
      ),
    ])
    return {
      intents: open?.count ?? 0,
      intentAge: Math.max(0, open?.age ?? 0),
      owed: owed.count,
      owedWon: owed.won,
      owedAge: Math.max(0, owed.age),
      receipts: receipts.open,
      receiptAge: receipts.age,
      refusedReceipts: receipts.refused,
      renewals,
    }
  })
}
