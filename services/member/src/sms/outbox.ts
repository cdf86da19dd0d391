import type { Database, Reader, Tx } from '@kingcar/db'
import { desc, lt, or, sql } from 'drizzle-orm'
import { smsOutbox } from '../tables.ts'
import type { Sms } from './sms.ts'

/** Messages that the outbox holds, for at most a day. */
const most = 1_000

/** A sender that writes messages to a table. */
export const createOutbox = (db: Pick<Database, 'transaction'>): Sms => ({
  send: ({ to, text }) =>
    db.transaction(async (tx) => void (await tx.insert(smsOutbox).values({ recipient: to, text }))),
})

/** The newest first. */
export const readOutbox = (read: Reader) => read.select().from(smsOutbox).orderBy(desc(smsOutbox.id)).limit(most)

export async function deleteOldMessages(tx: Tx): Promise<void> {
  const newest = tx.select({ id: sql`max(${smsOutbox.id})` }).from(smsOutbox)
  await tx
    .delete(smsOutbox)
    .where(or(lt(smsOutbox.sentAt, sql`now() - interval '1 day'`), sql`${smsOutbox.id} <= (${newest}) - ${most}::int`))
}
