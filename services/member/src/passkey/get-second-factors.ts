import type { Caller } from '@kingcar/bus'
import { AppError, type contract, type Input, type SecondFactors } from '@kingcar/contract'
import type { Ctx } from '../context.ts'
import { countRecoveryCodes, findTotp } from '../second-factor/queries.ts'
import { listPasskeys, toPasskey } from './queries.ts'

/** What protects the sign-in of the caller's own account. */
export async function getSecondFactors(
  { db: { read } }: Pick<Ctx, 'db'>,
  _input: Input<typeof contract.member.getSecondFactors>,
  { actor }: Caller,
): Promise<SecondFactors> {
  if (!actor) throw new AppError('UNAUTHENTICATED')
  const [totp, rows, recoveryCodes] = await Promise.all([
    findTotp(read, actor.id),
    listPasskeys(read, actor.id),
    countRecoveryCodes(read, actor.id),
  ])
  return { totp: Boolean(totp?.confirmedAt), passkeys: rows.map(toPasskey), recoveryCodes }
}
