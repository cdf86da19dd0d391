import type { Caller } from '@kingcar/bus'
import { AppError, contract, type Input } from '@kingcar/contract'
import { auditEntry } from '@kingcar/db'
import { and, eq } from 'drizzle-orm'
import { isOpenInvitation } from '../admin-link/queries.ts'
import { storeAuditEntry } from '../audit-log/store-entry.ts'
import type { Ctx } from '../context.ts'
import { invitations } from '../tables.ts'

const op = contract.member.withdrawInvitation

/** Withdraws an open invitation. */
export function withdrawInvitation(
  { db, now }: Pick<Ctx, 'db' | 'now'>,
  { id }: Input<typeof op>,
  caller: Caller,
): Promise<null> {
  return db.transaction(async (tx) => {
    const at = now()
    const [row] = await tx
      .update(invitations)
      .set({ withdrawnAt: at })
      .where(and(eq(invitations.id, id), isOpenInvitation(at)))
      .returning()
    if (!row) throw new AppError('INVITATION_NOT_FOUND')
    const { role, storeIds, email, name } = row
    const before = { role, storeIds, email, name }
    const entry = { action: op.name, entity: 'invitation', entityId: id, before, after: null }
    storeAuditEntry(tx, auditEntry(caller, entry))
    return null
  })
}
