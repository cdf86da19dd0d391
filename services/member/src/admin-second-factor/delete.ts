import type { Caller } from '@kingcar/bus'
import { contract, type Input } from '@kingcar/contract'
import type { Ctx } from '../context.ts'
import { deleteFactors } from '../second-factor/queries.ts'
import { changeFactor } from './change-factor.ts'
import { changeWithProof } from './change-with-proof.ts'

const op = contract.member.deleteTotp

/**
 * Switches the second factor of the caller's own account off, by the password or a code.
 * @throws AppError SECOND_FACTOR_NOT_FOUND, VALIDATION_FAILED, CODE_INVALID or RATE_LIMITED
 */
export async function deleteTotp(
  ctx: Pick<Ctx, 'admins' | 'db' | 'hmac' | 'now' | 'passwordHasher' | 'secretBox' | 'tasks'>,
  input: Input<typeof op>,
  caller: Caller,
): Promise<null> {
  const keep = caller.actor?.sessionId
  await changeWithProof(ctx, input, caller, async (tx, admin) => {
    await deleteFactors(tx, admin.id)
    const now = { action: op.name, topic: 'secondFactorOff', at: ctx.now() } as const
    await changeFactor(tx, admin, { secondFactor: false, ...(keep && { keep }), ...now }, caller)
  })
  ctx.tasks.kick()
  return null
}
