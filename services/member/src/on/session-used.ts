import type { EventOf } from '@kingcar/contract'
import { and, eq } from 'drizzle-orm'
import type { Ctx } from '../context.ts'
import { sessions } from '../tables.ts'

/** A gateway saw the access token of a pair for the first time. Of an older pair than the current one it says nothing new. */
export const onSessionUsed = (ctx: Ctx, { sessionId, generation }: EventOf<'gateway.sessionUsed'>) =>
  ctx.db.transaction(async (tx) => {
    await tx
      .update(sessions)
      .set({ pairUsed: true })
      .where(and(eq(sessions.id, sessionId), eq(sessions.generation, generation)))
  })
