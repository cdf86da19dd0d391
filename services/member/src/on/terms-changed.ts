import type { EventOf } from '@kingcar/contract'
import { sql } from 'drizzle-orm'
import type { Ctx } from '../context.ts'
import { terms } from '../tables.ts'

/** Keeps what may be agreed to. The revision decides, so that an event may come twice, late and out of order. */
export const onTermsChanged = (ctx: Ctx, event: EventOf<'catalog.termsChanged'>) =>
  ctx.db.transaction(async (tx) => {
    const { termsId: id, type, version, title, required, removed, revision } = event
    const effectiveAt = new Date(event.effectiveAt)
    const change = { title, required, effectiveAt, removed, revision }
    await tx
      .insert(terms)
      .values({ id, type, version, ...change })
      .onConflictDoUpdate({ target: terms.id, set: change, setWhere: sql`${terms.revision} < excluded.revision` })
  })
