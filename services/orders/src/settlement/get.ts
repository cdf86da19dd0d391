import {
  AppError,
  type contract,
  type Input,
  rangeOf,
  type SettlementComparison,
  settlementFileLimits,
} from '@kingcar/contract'
import type { Reader } from '@kingcar/db'
import { eq, type SQL, sql } from 'drizzle-orm'
import { makePgArray } from 'drizzle-orm/pg-core'
import type { Ctx } from '../context.ts'
import { within } from '../statistics/figures.ts'
import { findReferences } from '../statistics/settlement.ts'
import { settlementFiles } from '../tables.ts'
import { compareMoved, type Found, type Moved } from './compare.ts'
import { toSettlementFile } from './list.ts'

type Days = { from: string; to: string }
type FileRow = Moved & { fee: number; vat: number; settled: number }

/** Number of days before and after a settlement on which the ledger may have the money of its payments. */
const aroundDays = 31
const day = 24 * 3_600_000

/** Compares the days of a settlement file with the ledger. */
export async function getSettlement(
  { db }: Pick<Ctx, 'db'>,
  { id }: Input<typeof contract.orders.getSettlement>,
): Promise<SettlementComparison> {
  const [row] = await db.read.select().from(settlementFiles).where(eq(settlementFiles.id, id))
  if (!row) throw new AppError('SETTLEMENT_NOT_FOUND')
  const file = toSettlementFile(row)
  const isInRange = (date: string) => date >= file.from && date <= file.to
  const inFile = await readFile(db.search, file)
  const around = await readLedger(db.search, file, inFile)
  const paid = new Set(inFile.map(({ paymentUid }) => paymentUid))
  const own = around.filter((each) => isInRange(each.day) || paid.has(each.paymentUid))
  const wrong = [...inFile.filter(isWrong).map(toWrongSum), ...inFile.filter(hasWrongVat).map(toWrongVat)]
  const found = [...compareMoved(inFile, own, isInRange), ...wrong]
  const total = (all: readonly Moved[], movement: Moved['movement']) =>
    all.reduce((sum, each) => sum + (each.movement === movement ? each.amount : 0), 0)
  const inDays = own.filter((each) => isInRange(each.day))
  return {
    ...file,
    sums: {
      paid: total(inFile, 'paid'),
      refunded: total(inFile, 'refunded'),
      fee: inFile.reduce((sum, { fee, vat }) => sum + fee + vat, 0),
      settled: inFile.reduce((sum, { settled }) => sum + settled, 0),
    },
    own: { paid: total(inDays, 'paid'), refunded: total(inDays, 'refunded') },
    differenceCount: found.length,
    differences: await describe(db.read, found.slice(0, settlementFileLimits.differences)),
  }
}

/** The amount that is paid out of the money that moved. */
const payoutOf = ({ movement, amount, fee, vat }: FileRow) => (movement === 'paid' ? amount : -amount) - fee - vat
const isWrong = (row: FileRow) => payoutOf(row) !== row.settled
const placeOf = ({ movement, day: date, merchantUid, paymentUid }: FileRow) => ({
  movement,
  date,
  merchantUid,
  paymentUid,
})
const toWrongSum = (row: FileRow): Found => {
  return { kind: 'wrongSum', ...placeOf(row), fileAmount: row.settled, ownAmount: payoutOf(row) }
}

/** The VAT of a fee: a tenth of it (부가가치세법 제30조); a provider may round either amount to a won. */
const vatOf = ({ fee }: FileRow) => Math.round(fee / 10)
const hasWrongVat = (row: FileRow) => Math.abs(row.vat - row.fee / 10) > 1
const toWrongVat = (row: FileRow): Found => {
  return { kind: 'wrongVat', ...placeOf(row), fileAmount: row.vat, ownAmount: vatOf(row) }
}

const readFile = (db: Reader, { from, to }: Days) =>
  db.execute<FileRow>(sql`
    select payment_uid as "paymentUid", merchant_uid as "merchantUid", movement, day::text as day, amount, fee, vat, settled
    from settlement_rows where day between ${from}::date and ${to}::date
    order by day, payment_uid, merchant_uid, movement, amount, nth`)

/** The ledger of these days, and of the payments of the file on the days around them, without sales at counters. */
async function readLedger(db: Reader, { from, to }: Days, inFile: readonly FileRow[]): Promise<Moved[]> {
  const { since, until } = rangeOf({ from, to })
  const uids = makePgArray([...new Set(inFile.map(({ merchantUid }) => merchantUid))])
  const around = [
    { since: since - aroundDays * day, until: since },
    { since: until, until: until + aroundDays * day },
  ]
  const movedAt = sql`coalesce(l.moved_at, l.at)`
  const moved = (where: SQL) => sql`
    select l.id, coalesce(o.payment_uid, '') as "paymentUid", o.merchant_uid as "merchantUid", m.movement,
      (${movedAt} at time zone 'Asia/Seoul')::date::text as day, m.amount
    from ledger l join orders o on o.id = l.order_id
    cross join lateral (values ('paid', l.paid), ('refunded', l.refunded)) m (movement, amount)
    where (l.paid <> 0 or l.refunded <> 0) and m.amount <> 0 and o.store_id is null and ${where}`
  return db.execute<Moved>(sql`
    select "paymentUid", "merchantUid", movement, day, amount from (
      ${moved(within(movedAt, [{ since, until }]))}
      union all
      ${moved(sql`o.merchant_uid = any(${uids}::text[]) and ${within(movedAt, around)}`)}
    ) f order by id`)
}

async function describe(db: Reader, found: readonly Found[]): Promise<SettlementComparison['differences']> {
  const { orderOf, isOwed } = await findReferences(db, found)
  return found.map((each) => ({
    ...each,
    kind:
      each.kind !== 'wrongSum' && each.kind !== 'wrongVat' && isOwed.has(each.paymentUid) ? 'owedReturn' : each.kind,
    orderId: orderOf.get(each.merchantUid) ?? null,
  }))
}
