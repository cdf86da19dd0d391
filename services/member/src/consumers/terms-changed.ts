import type { EventOf } from '@kingcar/contract'
import { sql } from 'drizzle-orm'
import type { Ctx } from '../context.ts'
import { terms } from '../tables.ts'

/** Stores a version of terms. The highest revision wins, so events may be duplicated, late and out of order. */
export const onTermsChanged = ({ db }: Pick<Ctx, 'db'>, event: EventOf<'catalog.termsChanged'>) =>
  db.transaction(async (tx) => {
    const { termsId: id, type, version, title, required, removed, revision } = event
    const effectiveAt = new Date(event.effectiveAt)
    const change = { title, required, effectiveAt, removed, revision }
    await tx
      .insert(terms)
      .values({ id, type, version, ...change })
      .onConflictDoUpdate({ target: terms.id, set: change, setWhere: sql`${terms.revision} < excluded.revision` })
  })
