import { screenSubject } from '@kingcar/bus'
import { ScreenSeen } from '@kingcar/contract'
import { and, eq, sql } from 'drizzle-orm'
import { Value } from 'typebox/value'
import type { Ctx } from '../context.ts'
import { requestDeadline, screenInfo } from '../screen/queries.ts'
import { screens } from '../tables.ts'

/**
 * Handles a gateway's report that a screen's socket was opened, is open or was closed. The next report, half a minute
 * later, repairs a lost one. A close counts only from the gateway that saw the screen last, and only if no gateway
 * holds its socket: the screen may have reconnected there or elsewhere, and reports may arrive in any order.
 */
export async function onScreenSeen(
  ctx: Pick<Ctx, 'bus' | 'db' | 'log'>,
  { subject, data }: { subject: string; data: Uint8Array },
): Promise<void> {
  const id = subject.split('.')[1] ?? ''
  try {
    const { gateway, version, state } = Value.Parse(ScreenSeen, JSON.parse(Buffer.from(data).toString()))
    if (state === 'gone') return await storeClosed(ctx, id, gateway)
    const [screen] = await ctx.db.transaction((tx) =>
      tx
        .update(screens)
        .set({ gone: false, lastSeenAt: sql`now()`, seenBy: gateway, consoleVersion: version })
        .where(eq(screens.id, id))
        .returning({ id: screens.id, name: screens.name, storeId: screens.storeId }),
    )
    if (screen && state === 'opened') ctx.bus.send(screenSubject(id), screenInfo(screen))
  } catch (err) {
    ctx.log.warn({ err, screenId: id }, 'screen report not stored')
  }
}

/** Locks the screen, so that a later report is stored after this one. */
const storeClosed = (ctx: Pick<Ctx, 'bus' | 'db'>, id: string, gateway: string): Promise<void> =>
  ctx.db.transaction(async (tx) => {
    const [screen] = await tx
      .select()
      .from(screens)
      .where(and(eq(screens.id, id), eq(screens.seenBy, gateway)))
      .for('update')
    if (!screen || (await ctx.bus.request(screenSubject(id), screenInfo(screen))) !== 'noSubscriber') return
    await tx.update(screens).set({ gone: true, lastSeenAt: sql`now()` }).where(eq(screens.id, id))
  }, requestDeadline)
