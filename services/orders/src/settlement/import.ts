import { createHash } from 'node:crypto'
import type { Caller } from '@kingcar/bus'
import {
  AppError,
  contract,
  type Input,
  type SettlementFile,
  seoulDaysBetween,
  settlementFileLimits,
} from '@kingcar/contract'
import { auditEntry, emit, type Tx, uuidv7, withIdempotency } from '@kingcar/db'
import { eq, sql } from 'drizzle-orm'
import type { Ctx } from '../context.ts'
import { settlementFiles } from '../tables.ts'
import { toSettlementFile } from './list.ts'
import { parseSettlement, type SettlementRow } from './parse.ts'

const op = contract.orders.importSettlement

const tooLong = {
  path: 'csv',
  ko: `한 번에 ${settlementFileLimits.days}일까지 올릴 수 있어요.`,
  en: `The rows are of more than ${settlementFileLimits.days} days.`,
}
const differing = (merchantUid: string, fileName: string) => ({
  path: 'csv',
  ko: `‘${merchantUid}’ 거래가 ‘${fileName}’ 파일에는 다른 금액으로 있어요. 그 파일을 지운 뒤 다시 올려 주세요.`,
  en: `The payment ${merchantUid} has other amounts in the file ${fileName}. Delete that file first.`,
})

/**
 * Stores the rows of a settlement file, as a whole or not at all. The same file again adds the rows that a deletion of another
 * file took away, and nothing else.
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
    // One import after the other: two with different rows of a payment would not see each other.
    await tx.execute(sql`select pg_advisory_xact_lock(hashtextextended('orders settlement files', 0))`)
    const [added] = await tx.insert(settlementFiles).values(file).onConflictDoNothing().returning()
    const [stored] = added
      ? [added]
      : await tx.select().from(settlementFiles).where(eq(settlementFiles.contentHash, file.contentHash)).for('update')
    if (!stored) throw new AppError('CONFLICT', { retryAfter: 1 }) // deleted in the meantime
    await addRows(tx, stored.id, rows)
    await assertSameInOthers(tx, stored.id, rows)
    const after = { fileName: stored.fileName, from: stored.fromDay, to: stored.toDay, rows: rows.length }
    const entry = { action: op.name, entity: 'settlement', entityId: stored.id, before: null, after }
    await emit(tx, 'orders.audited', auditEntry(caller, entry))
    return toSettlementFile(stored)
  })
}

const recordset = (rows: readonly SettlementRow[]) => sql`
  jsonb_to_recordset(${JSON.stringify(rows)}::text::jsonb) as r (
    "paymentUid" text, "merchantUid" text, movement text, day date, amount integer, fee integer, vat integer, settled integer,
    nth integer
  )`

const addRows = (tx: Tx, fileId: string, rows: readonly SettlementRow[]) =>
  tx.execute(sql`
    insert into settlement_rows (file_id, payment_uid, merchant_uid, movement, day, amount, fee, vat, settled, nth)
    select ${fileId}::uuid, "paymentUid", "merchantUid", movement, day, amount, fee, vat, settled, nth
    from ${recordset(rows)}
    order by day, "paymentUid", "merchantUid", movement, amount, nth
    on conflict do nothing`)

/** A corrected file does not replace rows of another one. @throws AppError VALIDATION_FAILED with the payment and that file */
async function assertSameInOthers(tx: Tx, fileId: string, rows: readonly SettlementRow[]): Promise<void> {
  const found = await tx.execute<{ merchantUid: string; fileName: string }>(sql`
    select r."merchantUid", f.file_name as "fileName" from ${recordset(rows)}
    join settlement_rows s on s.day = r.day and s.payment_uid = r."paymentUid" and s.merchant_uid = r."merchantUid"
      and s.movement = r.movement and s.file_id <> ${fileId}::uuid
    join settlement_files f on f.id = s.file_id
    where (s.amount = r.amount and s.nth = r.nth and (s.fee, s.vat, s.settled) <> (r.fee, r.vat, r.settled))
      or (r.movement = 'paid' and s.amount <> r.amount)
    order by r.day, r."merchantUid" limit ${settlementFileLimits.faults}`)
  const details = found.map(({ merchantUid, fileName }) => differing(merchantUid, fileName))
  if (details.length > 0) throw new AppError('VALIDATION_FAILED', { details })
}
