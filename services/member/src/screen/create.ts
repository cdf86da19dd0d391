import type { Caller } from '@kingcar/bus'
import { contract, type Input, readLines, type ScreenSession } from '@kingcar/contract'
import { auditEntry, findStoredResult, withIdempotency } from '@kingcar/db'
import { storeAuditEntry } from '../audit.ts'
import type { Ctx } from '../context.ts'
import { openSession } from '../session/store.ts'
import { screens } from '../tables.ts'

const op = contract.member.createScreenSession

/**
 * Makes a screen of a store and its session, in which it is the account. Its tokens are in this answer and nowhere else: a
 * repetition by key comes without them.
 * @throws AppError STORE_NOT_FOUND, or UNAVAILABLE while the owner of stores is away
 */
export async function createScreenSession(ctx: Ctx, input: Input<typeof op>, caller: Caller): Promise<ScreenSession> {
  const { storeId, name } = readLines(input, 'name')
  const known = await findStoredResult<ScreenSession>(ctx.db.read, ctx.idempotencySecret, op, input, caller)
  if (known) return known
  const { requestId, deadline } = caller
  await ctx.bus.call(contract.catalog.getStore, { id: input.storeId }, { requestId, deadline, actor: null })
  return withIdempotency<ScreenSession>(
    ctx.db,
    ctx.idempotencySecret,
    op,
    input,
    caller,
    async (tx) => {
      const [row] = await tx.insert(screens).values({ storeId, name }).returning({ id: screens.id })
      if (!row) throw new Error('insert returned no row')
      const tokens = await openSession(ctx, tx, 'screen', row.id)
      const entry = { action: op.name, entity: 'screen', entityId: row.id, before: null, after: { storeId, name } }
      await storeAuditEntry(tx, auditEntry(caller, entry))
      return { screenId: row.id, ...tokens }
    },
    ({ screenId }) => ({ screenId }),
  )
}
