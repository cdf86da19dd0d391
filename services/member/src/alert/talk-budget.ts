import type { Database, Tx } from '@kingcar/db'
import { eq, sql } from 'drizzle-orm'
import { lockCounter, secondsToWait } from '../rate-limit/sliding-window.ts'
import { alertTalks } from '../tables.ts'

/*
 * Each message costs money: an administrator gets a few in an hour, so that a device that comes and goes does not use up those of all, and
 * all together have a budget of their own beside that of messages to members.
 */
const hour = 60 * 60
/** Messages that an administrator gets in an hour. */
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

/** Gives a message back that no provider has accepted. */
export const giveTalkBack = (db: Pick<Database, 'transaction'>, id: number): Promise<void> =>
  db.transaction(async (tx) => void (await tx.delete(alertTalks).where(eq(alertTalks.id, id))))

/** Deletes what the budgets do not count any more. */
export async function deleteOldTalks(tx: Tx): Promise<void> {
  await tx.delete(alertTalks).where(sql`${alertTalks.at} < now() - make_interval(secs => ${hour}::int)`)
}
