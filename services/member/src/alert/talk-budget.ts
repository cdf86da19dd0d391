import type { Database, Tx } from '@kingcar/db'
import { eq, sql } from 'drizzle-orm'
import { lockCounter, secondsToWait } from '../rate-limit/sliding-window.ts'
import { alertTalks } from '../tables.ts'

/*
 * Budgets, because each message costs money. An administrator gets a few messages in an hour, so that a device that
 * goes offline again and again does not use up the budget of all. All administrators together have a budget that is
 * separate from that of messages to members.
 */
const hour = 60 * 60
/** Largest number of messages that an administrator gets in an hour. */
export const mostTalksOfAdmin = 10

/** Counts a message that is about to be sent. @returns its id; undefined if the budget of the administrator or of all is used up */
export const takeTalk = (
  db: Pick<Database, 'transaction'>,
  adminId: string,
  budget: number,
): Promise<number | undefined> =>
  db.transaction(async (tx) => {
    lockCounter(tx, 'alertTalks')
    const wait = await secondsToWait(tx, alertTalks, [
      { where: sql`admin_id = ${adminId}`, most: mostTalksOfAdmin, seconds: hour },
      { where: sql`true`, most: budget, seconds: hour },
    ])
    if (wait > 0) return undefined
    const [row] = await tx.insert(alertTalks).values({ adminId }).returning({ id: alertTalks.id })
    return row?.id
  })

/** No longer counts a message in the budgets, because no provider has accepted it. */
export const giveTalkBack = (db: Pick<Database, 'transaction'>, id: number): Promise<void> =>
  db.transaction(async (tx) => void (await tx.delete(alertTalks).where(eq(alertTalks.id, id))))

/** Deletes messages that the budgets do not count any more. */
export async function deleteOldTalks(tx: Tx): Promise<void> {
  await tx.delete(alertTalks).where(sql`${alertTalks.at} < now() - make_interval(secs => ${hour}::int)`)
}
