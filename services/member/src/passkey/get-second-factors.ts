import type { Caller } from '@kingcar/bus'
import { AppError, type contract, type Input, type SecondFactors } from '@kingcar/contract'
import type { Ctx } from '../context.ts'
import { countRecoveryCodes, findTotp } from '../second-factor/queries.ts'
import { listPasskeys } from './queries.ts'

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
  const passkeys = rows.map(({ id, name, createdAt, lastUsedAt }) => ({
    ...{ id, name, createdAt: createdAt.toISOString() },
    lastUsedAt: lastUsedAt?.toISOString() ?? null,
  }))
  return { totp: Boolean(totp?.confirmedAt), passkeys, recoveryCodes }
}
