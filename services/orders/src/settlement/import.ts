import { createHash } from 'node:crypto'
import type { Caller } from '@kingcar/bus'
import {
  AppError,
  contract,
  type Detail,
  type Input,
  type SettlementFile,
  seoulDaysBetween,
  settlementFileLimits,
} from '@kingcar/contract'
import { audit, type Tx, uuidv7, withIdempotency } from '@kingcar/db'
import { eq, sql } from 'drizzle-orm'
import type { Ctx } from '../context.ts'
import { settlementFiles } from '../tables.ts'
import { lockSettlements } from './delete.ts'
import { toSettlementFile } from './list.ts'
import { parseSettlement, type SettlementRow } from './parse.ts'

const op = contract.orders.importSettlement

const tooLong = {
  path: 'csv',
  ko: `한 번에 ${settlementFileLimits.days}일까지 올릴 수 있어요.`,
  en: `The rows cover more than ${settlementFileLimits.days} days.`,
}
type Conflict = { kind: 'amounts' | 'day' | 'gone'; merchantUid: string; fileName: string; day: string }
const conflictOf = ({ kind, merchantUid, fileName, day }: Conflict): Detail => {
  const [ko, en] = {
    amounts: [`‘${fileName}’ 파일에는 다른 금액으로 있어요`, `has other amounts in the file ${fileName}`],
    day: [`‘${fileName}’ 파일에는 ${day} 거래로 있어요`, `has the day ${day} in the file ${fileName}`],
    gone: [`‘${fileName}’ 파일에만 있어요`, `is in the file ${fileName} for one of these days, but not in this file`],
  }[kind]
  return {
    path: 'csv',
    ko: `‘${merchantUid}’ 거래가 ${ko}. 그 파일을 지운 뒤 다시 올려 주세요.`,
    en: `The payment ${merchantUid} ${en}. Delete that file first.`,
  }
}

/**
 * Stores the rows of a settlement file, all or none. Importing the same file again only adds rows that were deleted
 * together with another file.
 */
export async function importSettlement(
  ctx: Pick<Ctx, 'db' | 'idempotencySecret' | 'now'>,
  input: Input<typeof op>,
  caller: Caller,
): Promise<SettlementFile> {
  const parsed = parseSettlement(input.csv)
  if ('faults' in parsed) throw new AppError('VALIDATION_FAILED', { details: parsed.faults })
  const { rows } = parsed
  const days = rows.map(({ day }) => day).toSorted((a, b) => a.localeCompare(b))
  const [from = '', to = ''] = [days[0], days.at(-1)]
  if (seoulDaysBetween(new Date(from), new Date(to)) >= settlementFileLimits.days)
    throw new AppError('VALIDATION_FAILED', { details: [tooLong] })
  const file = {
    id: uuidv7(),
    fileName: input.fileName.normalize('NFC'),
    contentHash: createHash('sha256').update(JSON.stringify(rows)).digest('hex'),
    fromDay: from,
    toDay: to,
    rowCount: rows.length,
    importedAt: ctx.now(),
    importedBy: caller.actor?.id ?? null,
  }
  return withIdempotency(ctx.db, ctx.idempotencySecret, op, input, caller, async (tx) => {
    await lockSettlements(tx)
    const [added] = await tx.insert(settlementFiles).values(file).onConflictDoNothing().returning()
    const [stored] = added
      ? [added]
      : await tx.select().from(settlementFiles).where(eq(settlementFiles.contentHash, file.contentHash)).for('update')
    if (!stored) throw new AppError('CONFLICT', { retryAfter: 1 }) // deleted in the meantime
    if (added || !(await hasAll(tx, rows))) {
      await assertSameInOthers(tx, stored.id, rows)
      await addRows(tx, stored.id, rows)
    }
    const after = { fileName: stored.fileName, from: stored.fromDay, to: stored.toDay, rows: rows.length }
    await audit(tx, op, caller, { entity: 'settlement', entityId: stored.id, before: null, after })
    return toSettlementFile(stored)
  })
}

const recordset = (rows: readonly SettlementRow[]) => sql`
  jsonb_to_recordset(${JSON.stringify(rows)}::text::jsonb) as r (
    "paymentUid" text, "merchantUid" text, movement text, day date, amount integer, fee integer, vat integer, settled integer,
    nth integer
  )`

const isSame = sql`s.day = r.day and s.payment_uid = r."paymentUid" and s.merchant_uid = r."merchantUid"
  and s.movement = r.movement and s.amount = r.amount and s.nth = r.nth`

/** Whether all rows are stored, in whatever files. */
async function hasAll(tx: Tx, rows: readonly SettlementRow[]): Promise<boolean> {
  const missing = await tx.execute(sql`
    select from ${recordset(rows)} where not exists (
      select from settlement_rows s where ${isSame} and (s.fee, s.vat, s.settled) = (r.fee, r.vat, r.settled)
    ) limit 1`)
  return missing.length === 0
}

/** Adds rows, and assigns equal rows of older files to this file, so that the newest file owns all of its rows. */
const addRows = (tx: Tx, fileId: string, rows: readonly SettlementRow[]) =>
  tx.execute(sql`
    insert into settlement_rows (file_id, payment_uid, merchant_uid, movement, day, amount, fee, vat, settled, nth)
    select ${fileId}::uuid, "paymentUid", "merchantUid", movement, day, amount, fee, vat, settled, nth
    from ${recordset(rows)}
    order by day, "paymentUid", "merchantUid", movement, amount, nth
    on conflict (day, payment_uid, merchant_uid, movement, amount, nth) do update set file_id = excluded.file_id`)

/**
 * Checks that a file does not contradict rows of other files, because a corrected file does not replace them. A
 * contradiction is: the same payment with other amounts or fees; the payment on another day, because it is paid once;
 * and, if both files have rows of a day, a row of the other file on that day that this file lacks. Files of one day
 * without common rows come from different channels.
 * @throws AppError VALIDATION_FAILED with the payments and these files
 */
async function assertSameInOthers(tx: Tx, fileId: string, rows: readonly SettlementRow[]): Promise<void> {
  const found = await tx.execute<Conflict>(sql`
    with r as materialized (select * from ${recordset(rows)}),
    others as materialized (
      select s.*, f.file_name from settlement_rows s join settlement_files f on f.id = s.file_id
      where s.file_id <> ${fileId}::uuid and (
        s.day between (select min(day) from r) and (select max(day) from r)
        or (s.movement = 'paid' and s.payment_uid in (select "paymentUid" from r where movement = 'paid'))
      )
    ),
    shared as materialized (select distinct s.file_id, s.day from others s join r on ${isSame})
    select kind, "merchantUid", "fileName", day::text as day from (
      select 'amounts' as kind, r."merchantUid", s.file_name as "fileName", s.day from r
      join others s on s.day = r.day and s.payment_uid = r."paymentUid" and s.merchant_uid = r."merchantUid"
        and s.movement = r.movement
      where (s.amount = r.amount and s.nth = r.nth and (s.fee, s.vat, s.settled) <> (r.fee, r.vat, r.settled))
        or (r.movement = 'paid' and s.amount <> r.amount)
      union all
      select 'day', r."merchantUid", s.file_name, s.day from r
      join others s on s.payment_uid = r."paymentUid" and s.merchant_uid = r."merchantUid" and s.day <> r.day
        and s.movement = 'paid' and r.movement = 'paid'
      union all
      select 'gone', s.merchant_uid, s.file_name, s.day from others s join shared using (file_id, day)
      where not exists (
        select from r where s.day = r.day and s.payment_uid = r."paymentUid" and s.merchant_uid = r."merchantUid"
          and s.movement = r.movement and (s.movement = 'paid' or (s.amount = r.amount and s.nth = r.nth))
      )
    ) conflicts order by day, "merchantUid", kind limit ${settlementFileLimits.faults}`)
  if (found.length > 0) throw new AppError('VALIDATION_FAILED', { details: found.map(conflictOf) })
}
