import type { Caller } from '@kingcar/bus'
import { contract, type Input, normaliseLineFields, type ScreenSession, type Tokens } from '@kingcar/contract'
import { auditEntry, findStoredResult, type Tx, withIdempotency } from '@kingcar/db'
import { storeAuditEntry } from '../audit-log/store-entry.ts'
import type { Ctx } from '../context.ts'
import { openSession } from '../session/open-session.ts'
import { screens } from '../tables.ts'
import { pairScreen } from './pairing.ts'
import { lockOpenStore } from './queries.ts'

const op = contract.member.createScreenSession

/**
 * Creates a screen of a store, and a session whose account is the screen. Only the first response contains the tokens:
 * a repetition with the same idempotency key gets the id alone. With a code, the browser that shows it gets the tokens instead.
 * @throws AppError STORE_NOT_FOUND, PAIRING_NOT_FOUND, or UNAVAILABLE while the catalog service is unavailable
 */
export async function createScreenSession(
  ctx: Pick<Ctx, 'bus' | 'db' | 'idempotencySecret' | 'now' | 'tokens'>,
  input: Input<typeof op>,
  caller: Caller,
): Promise<ScreenSession> {
  const { storeId, name } = normaliseLineFields(input, 'name')
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
      await lockOpenStore(tx, storeId) // closing a store ends the screens that exist at that time
      const [row] = await tx.insert(screens).values({ storeId, name }).returning({ id: screens.id })
      if (!row) throw new Error('insert returned no row')
      const tokens = await openOrPair(ctx, tx, row.id, input.pairingCode)
      const after = { storeId, name, ...(input.pairingCode !== undefined && { paired: true }) }
      const entry = { action: op.name, entity: 'screen', entityId: row.id, before: null, after }
      storeAuditEntry(tx, auditEntry(caller, entry))
      return { screenId: row.id, ...tokens }
    },
    ({ screenId }) => ({ screenId }),
  )
}

/** The tokens of a new screen; none if the browser that shows the code gets them. */
async function openOrPair(
  ctx: Pick<Ctx, 'now' | 'tokens'>,
  tx: Tx,
  id: string,
  pairingCode: string | undefined,
): Promise<Partial<Tokens>> {
  if (pairingCode === undefined) return openSession(ctx, tx, { role: 'screen', id })
  await pairScreen(tx, pairingCode, id, ctx.now())
  return {}
}
