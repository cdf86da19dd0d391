import type { ChannelName } from '@kingcar/contract'
import type { Database, Reader, Tx } from '@kingcar/db'
import { desc, lt, or, sql } from 'drizzle-orm'
import { smsOutbox } from '../tables.ts'
import type { Sms } from './sms.ts'

/** Messages that the outbox holds, for at most a day. */
const most = 1_000

/** A sender that writes messages to a table. */
export const createOutbox = (db: Pick<Database, 'transaction'>): Sms => {
  const write = outboxWriter(db)
  return { send: ({ to, text }) => write({ channel: 'sms', recipient: to, text }) }
}

/** Writes one message. @returns a function; `subject` is that of a mail or a notification */
export const outboxWriter =
  (db: Pick<Database, 'transaction'>) =>
  (message: { channel: ChannelName; recipient: string; subject?: string; text: string }): Promise<void> =>
    db.transaction(async (tx) => void (await tx.insert(smsOutbox).values(message)))

/** The newest first. */
export const readOutbox = (read: Reader) => read.select().from(smsOutbox).orderBy(desc(smsOutbox.id)).limit(most)

export async function deleteOldMessages(tx: Tx): Promise<void> {
  const newest = tx.select({ id: sql`max(${smsOutbox.id})` }).from(smsOutbox)
  await tx
    .delete(smsOutbox)
    .where(or(lt(smsOutbox.sentAt, sql`now() - interval '1 day'`), sql`${smsOutbox.id} <= (${newest}) - ${most}::int`))
}
