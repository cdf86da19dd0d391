import { screenSubject } from '@kingcar/bus'
import { ScreenSeen } from '@kingcar/contract'
import { and, eq, sql } from 'drizzle-orm'
import { Value } from 'typebox/value'
import type { Ctx } from '../context.ts'
import { introduction, whileAsking } from '../screen/screens.ts'
import { screens } from '../tables.ts'

/**
 * A gateway tells that a screen's socket was opened, is still there or is gone. A lost word is made good by the next one,
 * half a minute later. That it is gone counts from the gateway that saw it last alone, and only where nobody holds its socket:
 * it may have come back at another, or at the same one, and be told of in any order.
 */
export async function onScreenSeen(ctx: Ctx, { subject, data }: { subject: string; data: Uint8Array }): Promise<void> {
  const id = subject.split('.')[1] ?? ''
  try {
    const { gateway, version, state } = Value.Parse(ScreenSeen, JSON.parse(Buffer.from(data).toString()))
    if (state === 'gone') return await noteGone(ctx, id, gateway)
    const [screen] = await ctx.db.transaction((tx) =>
      tx
        .update(screens)
        .set({ gone: false, lastSeenAt: sql`now()`, seenBy: gateway, consoleVersion: version })
        .where(eq(screens.id, id))
        .returning({ id: screens.id, name: screens.name, storeId: screens.storeId }),
    )
    if (screen && state === 'opened') ctx.bus.send(screenSubject(id), introduction(screen))
  } catch (err) {
    ctx.log.warn({ err, screenId: id }, 'a screen’s sign of life was not noted')
  }
}

/** The screen is locked meanwhile, so that what is told of it next is noted after this. */
const noteGone = (ctx: Ctx, id: string, gateway: string): Promise<void> =>
  ctx.db.transaction(async (tx) => {
    const [screen] = await tx
      .select()
      .from(screens)
      .where(and(eq(screens.id, id), eq(screens.seenBy, gateway)))
      .for('update')
    if (!screen || (await ctx.bus.request(screenSubject(id), introduction(screen))) !== 'noSubscriber') return
    await tx.update(screens).set({ gone: true, lastSeenAt: sql`now()` }).where(eq(screens.id, id))
  }, whileAsking)
