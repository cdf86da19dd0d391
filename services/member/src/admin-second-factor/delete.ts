import type { Caller } from '@kingcar/bus'
import { AppError, contract, type Input } from '@kingcar/contract'
import type { Ctx } from '../context.ts'
import { deleteApp, findTotp } from '../second-factor/queries.ts'
import { factorDeleted } from './change-factor.ts'
import { changeWithProof } from './change-with-proof.ts'

const op = contract.member.deleteTotp

/**
 * Removes the authenticator app of the caller's own account, by the password or a code.
 * @throws AppError SECOND_FACTOR_NOT_FOUND, VALIDATION_FAILED, CODE_INVALID or RATE_LIMITED
 */
export async function deleteTotp(
  ctx: Pick<Ctx, 'admins' | 'db' | 'hmac' | 'now' | 'passwordHasher' | 'secretBox' | 'tasks'>,
  input: Input<typeof op>,
  caller: Caller,
): Promise<null> {
  const keep = caller.actor?.sessionId
  await changeWithProof(ctx, input, caller, async (tx, admin) => {
    if (!(await findTotp(tx, admin.id))?.confirmedAt) throw new AppError('SECOND_FACTOR_NOT_FOUND')
    await deleteApp(tx, admin.id)
    await factorDeleted(tx, admin, { keep, action: op.name, at: ctx.now() }, caller)
  })
  ctx.tasks.kick()
  return null
}
