import {
  AppError,
  type contract,
  type Input,
  type Range,
  type Result,
  rangeOf,
  seoulDate,
  settlementDays,
  settlementLimits,
} from '@kingcar/contract'
import type { Reader } from '@kingcar/db'
import { inArray, sql } from 'drizzle-orm'
import type { Ctx } from '../context.ts'
import { hasMoney, refundsOf } from '../order/order.ts'
import { outcomeUnknown } from '../payment/errors.ts'
import { type Payment, type PaymentProvider, ProviderRefused } from '../provider/provider.ts'
import { orders, owedReturns } from '../tables.ts'
import { within } from './figures.ts'

type Op = typeof contract.orders.compareSettlement
type Settlement = Result<Op>
type Difference = Settlement['differences'][number]

/** Money of one payment that moved in the range, in won. */
type Moved = { paymentUid: string; merchantUid: string; paid: number; refunded: number }

/** Milliseconds after which no further page is read, so that the response is in time. */
const patienceMs = 10_000
const day = 24 * 60 * 60_000
const refusedDate = {
  path: 'date',
  ko: `오늘까지의 최근 ${settlementDays}일만 비교할 수 있어요.`,
  en: `Must be today or at most ${settlementDays} days ago.`,
}

/** Compares the money of one day at the provider with the ledger, payment by payment. */
export async function compareSettlement(
  { db, now, providers }: Pick<Ctx, 'db' | 'now' | 'providers'>,
  { date }: Input<Op>,
): Promise<Settlement> {
  const asOf = now().getTime()
  const { since, until } = rangeOf({ from: date, to: date })
  const today = rangeOf({ from: seoulDate(new Date(asOf)) }).since
  if (since > today || since < today - settlementDays * day)
    throw new AppError('VALIDATION_FAILED', { details: [refusedDate] })
  const range = { since, until: Math.min(until, asOf) }
  const apis = providers.configured.length > 0 ? providers.configured : [providers.current]
  const lists = await Promise.all(apis.map((api) => listPayments(providers.of(api), range, asOf))).catch(
    (error: unknown) => {
      throw error instanceof AppError ? error : outcomeUnknown()
    },
  )
  const found = { payments: lists.flatMap(({ payments }) => payments), complete: lists.every((list) => list.complete) }
  const own = await readLedger(db.search, range)
  const complete = found.complete && own.length <= settlementLimits.payments
  const atProvider = found.payments.filter(hasMoney).map((payment) => movedIn(payment, range))
  const differing = differences(atProvider, own, complete)
  const shown = differing.slice(0, settlementLimits.differences)
  return {
    date,
    asOf: new Date(asOf).toISOString(),
    complete,
    provider: sum(atProvider),
    own: sum(own),
    differenceCount: differing.length,
    differences: await describe(db.read, shown),
  }
}

/** Payments that were paid or refunded in the range: one that was refunded later is listed as cancelled. */
async function listPayments(provider: PaymentProvider, range: Range, asOf: number) {
  const end = performance.now() + patienceMs
  const byUid = new Map<string, Payment>()
  let complete = true
  for (const [status, until] of [
    ['paid', range.until],
    ['cancelled', asOf],
  ] as const) {
    const read = async (page: number) => {
      const { payments, pages } = await provider.listChanged(status, { since: range.since, until }, page)
      for (const payment of payments) byUid.set(payment.paymentUid, payment)
      return pages
    }
    let page = await read(1)
    // from the last page to the first: a payment that moves to an earlier page between two calls is seen twice, and not
    // missed
    for (; page > 1 && complete; page--) {
      complete = performance.now() < end && byUid.size < settlementLimits.payments
      await read(page).catch(ignoreVanishedPage)
    }
    if (page === 1 && complete && byUid.size > 0) await read(1)
  }
  return { payments: [...byUid.values()], complete }
}

/** Ignores the provider's refusal of a page past the end, after payments have left the list. */
function ignoreVanishedPage(error: unknown): void {
  if (!(error instanceof ProviderRefused)) throw error
}

function movedIn(payment: Payment, { since, until }: Range): Moved {
  const isIn = (at: Date | null) => at !== null && at.getTime() >= since && at.getTime() < until
  return {
    paymentUid: payment.paymentUid,
    merchantUid: payment.orderUid,
    paid: isIn(payment.paidAt) ? payment.amount : 0,
    refunded: refundsOf(payment).reduce((all, { amount, at }) => all + (isIn(at) ? amount : 0), 0),
  }
}

/** The ledger of the range, without sales at counters: at most one payment more than can be compared. */
const readLedger = (db: Reader, range: Range) =>
  db.execute<Moved>(sql`
    select coalesce(o.payment_uid, '') as "paymentUid", o.merchant_uid as "merchantUid",
      sum(l.paid)::double precision as paid, sum(l.refunded)::double precision as refunded
    from ledger l join orders o on o.id = l.order_id
    where o.store_id is null and (l.paid <> 0 or l.refunded <> 0) and ${within(sql`coalesce(l.moved_at, l.at)`, [range])}
    group by o.id limit ${settlementLimits.payments + 1}`)

const sum = (moved: readonly Moved[]): Settlement['provider'] => ({
  payments: moved.filter(({ paid }) => paid > 0).length,
  paid: moved.reduce((all, { paid }) => all + paid, 0),
  refunds: moved.filter(({ refunded }) => refunded > 0).length,
  refunded: moved.reduce((all, { refunded }) => all + refunded, 0),
})

/**
 * The differences, the largest first. @param complete whether a payment that is not listed is missing at the provider
 */
function differences(atProvider: readonly Moved[], own: readonly Moved[], complete: boolean) {
  const listed = new Map(atProvider.map((moved) => [moved.paymentUid, moved]))
  const recorded = new Map(own.map((moved) => [moved.paymentUid, moved]))
  return [...new Map([...listed, ...recorded]).values()]
    .flatMap(({ paymentUid, merchantUid }) =>
      (['paid', 'refunded'] as const).map((movement) => {
        const [providerAmount, ownAmount] = [listed, recorded].map((all) => all.get(paymentUid)?.[movement] ?? 0)
        return { movement, merchantUid, paymentUid, providerAmount: providerAmount ?? 0, ownAmount: ownAmount ?? 0 }
      }),
    )
    .filter(
      ({ paymentUid, providerAmount, ownAmount }) =>
        providerAmount !== ownAmount && (complete || listed.has(paymentUid)),
    )
    .sort((a, b) => Math.abs(b.providerAmount - b.ownAmount) - Math.abs(a.providerAmount - a.ownAmount))
}

type Found = ReturnType<typeof differences>

/** The ids of orders by `merchantUid`, and which payments are among the owed returns. */
export async function findReferences(
  db: Reader,
  found: readonly { paymentUid: string; merchantUid: string }[],
): Promise<{ orderOf: ReadonlyMap<string, string>; isOwed: ReadonlySet<string> }> {
  if (found.length === 0) return { orderOf: new Map(), isOwed: new Set() }
  const uids = found.map(({ paymentUid }) => paymentUid)
  const merchantUids = found.map(({ merchantUid }) => merchantUid)
  const [of, owed] = await Promise.all([
    db
      .select({ id: orders.id, merchantUid: orders.merchantUid })
      .from(orders)
      .where(inArray(orders.merchantUid, merchantUids)),
    db.select({ paymentUid: owedReturns.paymentUid }).from(owedReturns).where(inArray(owedReturns.paymentUid, uids)),
  ])
  const orderOf = new Map(of.map(({ id, merchantUid }) => [merchantUid, id]))
  return { orderOf, isOwed: new Set(owed.map(({ paymentUid }) => paymentUid)) }
}

async function describe(db: Reader, found: Found): Promise<Difference[]> {
  const { orderOf, isOwed } = await findReferences(db, found)
  return found.map((each) => ({
    kind: isOwed.has(each.paymentUid) ? 'owedReturn' : kindOf(each),
    orderId: orderOf.get(each.merchantUid) ?? null,
    ...each,
  }))
}

function kindOf({ providerAmount, ownAmount }: Found[number]): Difference['kind'] {
  if (ownAmount === 0) return 'missingHere'
  return providerAmount === 0 ? 'missingAtProvider' : 'otherAmount'
}
