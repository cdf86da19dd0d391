import type { Caller } from '@kingcar/bus'
import { contract, type Input, type RecoveryCodes } from '@kingcar/contract'
import { auditEntry } from '@kingcar/db'
import { storeAuditEntry } from '../audit-log/store-entry.ts'
import type { Ctx } from '../context.ts'
import { storeRecoveryCodes } from '../second-factor/queries.ts'
import { newRecoveryCodes } from '../second-factor/recovery-codes.ts'
import { changeWithProof } from './change-with-proof.ts'

const op = contract.member.replaceRecoveryCodes

/**
 * Replaces the recovery codes of the caller's own account, by the password or a code.
 * @throws AppError SECOND_FACTOR_NOT_FOUND, VALIDATION_FAILED, CODE_INVALID or RATE_LIMITED
 */
export async function replaceRecoveryCodes(
  ctx: Pick<Ctx, 'admins' | 'db' | 'hmac' | 'now' | 'passwordHasher' | 'secretBox'>,
  input: Input<typeof op>,
  caller: Caller,
): Promise<RecoveryCodes> {
  const recoveryCodes = newRecoveryCodes()
  await changeWithProof(ctx, input, caller, async (tx, { id }) => {
    await storeRecoveryCodes(tx, id, recoveryCodes)
    const change = { action: op.name, entity: 'admin', entityId: id, before: null, after: null }
    storeAuditEntry(tx, auditEntry(caller, change))
  })
  return { recoveryCodes }
}
