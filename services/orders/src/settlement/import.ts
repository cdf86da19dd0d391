import { createHash } from 'node:crypto'
import type { Caller } from '@kingcar/bus'
import { AppError, contract, type Input, type SettlementFile } from '@kingcar/contract'
import { auditEntry, emit, type Tx, uuidv7, withIdempotency } from '@kingcar/db'
import { eq, sql } from 'drizzle-orm'
import type { Ctx } from '../context.ts'
import { settlementFiles } from '../tables.ts'
import { toSettlementFile } from './list.ts'
import { parseSettlement, type SettlementRow } from './parse.ts'

const op = contract.orders.importSettlement

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
  const file = {
    id: uuidv7(),
    fileName: input.fileName.normalize('NFC'),
    contentHash: createHash('sha256').update(JSON.stringify(rows)).digest('hex'),
    fromDay: days[0] ?? '',
    toDay: days.at(-1) ?? '',
    rowCount: rows.length,
    importedAt: ctx.now(),
    importedBy: caller.actor?.id ?? null,
  }
  return withIdempotency(ctx.db, ctx.idempotencySecret, op, input, caller, async (tx) => {
    const [added] = await tx.insert(settlementFiles).values(file).onConflictDoNothing().returning()
    const [stored] = added
      ? [added]
      : await tx.select().from(settlementFiles).where(eq(settlementFiles.contentHash, file.contentHash)).for('update')
    if (!stored) throw new AppError('CONFLICT', { retryAfter: 1 }) // deleted in the meantime
    await addRows(tx, stored.id, rows)
    const after = { fileName: stored.fileName, from: stored.fromDay, to: stored.toDay, rows: rows.length }
    const entry = { action: op.name, entity: 'settlement', entityId: stored.id, before: null, after }
    await emit(tx, 'orders.audited', auditEntry(caller, entry))
    return toSettlementFile(stored)
  })
}

const addRows = (tx: Tx, fileId: string, rows: readonly SettlementRow[]) =>
  tx.execute(sql`
    insert into settlement_rows (file_id, payment_uid, merchant_uid, movement, day, amount, fee, vat, settled, nth)
    select ${fileId}::uuid, "paymentUid", "merchantUid", movement, day, amount, fee, vat, settled, nth
    from jsonb_to_recordset(${JSON.stringify(rows)}::text::jsonb) as r (
      "paymentUid" text, "merchantUid" text, movement text, day date, amount integer, fee integer, vat integer, settled integer,
      nth integer
    )
    order by day, "paymentUid", "merchantUid", movement, amount, nth
    on conflict do nothing`)
