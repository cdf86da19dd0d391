import type { EventOf } from '@kingcar/contract'
import { and, eq } from 'drizzle-orm'
import type { Ctx } from '../context.ts'
import { sessions } from '../tables.ts'

/**
 * Stores that a gateway saw the access token of a pair for the first time. Ignores pairs older than the current one.
 */
export const onSessionUsed = ({ db }: Pick<Ctx, 'db'>, { sessionId, generation }: EventOf<'gateway.sessionUsed'>) =>
  db.transaction(async (tx) => {
    await tx
      .update(sessions)
      .set({ pairUsed: true })
      .where(and(eq(sessions.id, sessionId), eq(sessions.generation, generation)))
  })
