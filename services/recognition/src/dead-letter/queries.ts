import type { DeadLetter } from '@kingcar/contract'
import type { Reader, Tx } from '@kingcar/db'
import { and, eq, isNull, sql } from 'drizzle-orm'
import { type DeadLetterRow, deadLetters } from '../tables.ts'

/** A dead letter, and when it was stored in the stream (Unix milliseconds). */
export type StoredLetter = { letter: DeadLetter; buriedAt: number }

/** Neither deleted nor completely reprocessed. */
export const unsettled = isNull(deadLetters.settledAt)

/**
 * Stores letters of the stream. A known letter only gets the time of its latest copy, which decides when its row is
 * deleted.
 */
export async function storeDeadLetters(tx: Tx, letters: readonly StoredLetter[]): Promise<void> {
  const rows = letters.map(({ letter, buriedAt }) => {
    const { id, deviceId, receivedAt } = letter
    return { id, device_id: deviceId, received_at: receivedAt, buried_at: buriedAt, letter: JSON.stringify(letter) }
  })
  await tx.execute(sql`
    insert into dead_letters as d (id, device_id, received_at, buried_at, letter)
    select id, min(device_id)::uuid, min(received_at), to_timestamp(max(buried_at) / 1000), min(letter)::json
    from json_to_recordset(${JSON.stringify(rows)}::text::json) as l (
      id uuid, device_id text, received_at timestamptz, buried_at double precision, letter text
    )
    group by id order by id
    on conflict (id) do update set buried_at = excluded.buried_at where d.buried_at < excluded.buried_at`)
}

/** An unsettled letter. */
export async function findDeadLetter(read: Reader, id: string): Promise<DeadLetter | undefined> {
  const [row] = await read
    .select({ letter: deadLetters.letter })
    .from(deadLetters)
    .where(and(eq(deadLetters.id, id), unsettled))
  return row?.letter ?? undefined
}

/** Locks an unsettled letter until the transaction ends. */
export async function lockDeadLetter(
  tx: Tx,
  id: string,
): Promise<(DeadLetterRow & { letter: DeadLetter }) | undefined> {
  const [row] = await tx
    .select()
    .from(deadLetters)
    .where(and(eq(deadLetters.id, id), unsettled))
    .for('update')
  return row?.letter ? { ...row, letter: row.letter } : undefined
}

/** Settles a letter: deletes its content, keeps the row to recognise the letter when the stream delivers it again. */
export async function settleDeadLetter(tx: Tx, id: string): Promise<void> {
  await tx
    .update(deadLetters)
    .set({ letter: null, settledAt: sql`now()` })
    .where(and(eq(deadLetters.id, id), unsettled))
}

/** The audit log never holds the payload, which may contain a plate. */
export const auditedFields = ({ receivedAt, reason, storeId, deviceId }: DeadLetter) => ({
  receivedAt,
  reason,
  storeId,
  deviceId,
})
