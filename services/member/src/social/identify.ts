import type { Caller } from '@kingcar/bus'
import { AppError } from '@kingcar/contract'
import type { Ctx } from '../context.ts'
import { attempt, refuse, refuseEarly, settle } from '../rate-limit/failed-attempts.ts'
import type { Identity } from './identity.ts'
import type { Proof } from './providers.ts'

/**
 * Whom a provider's token speaks for, outside of any transaction. A refused token counts for the caller's address.
 * @throws AppError SOCIAL_TOKEN_INVALID, RATE_LIMITED, or UNAVAILABLE while the provider is away
 */
export async function identify(
  ctx: Pick<Ctx, 'db' | 'keyedHash' | 'social'>,
  proof: Proof,
  caller: Pick<Caller, 'address'>,
): Promise<Identity> {
  await refuseEarly(ctx.db.read, attemptOf(ctx, caller))
  try {
    return await ctx.social.identify(proof)
  } catch (error) {
    const counts = error instanceof AppError && error.code === 'SOCIAL_TOKEN_INVALID'
    throw counts ? await countRefusal(ctx, caller, error) : error
  }
}

/** Counts a refused token for the caller's address. @returns the failure, which is RATE_LIMITED where there were too many */
export async function countRefusal(
  ctx: Pick<Ctx, 'db' | 'keyedHash'>,
  caller: Pick<Caller, 'address'>,
  failure = new AppError('SOCIAL_TOKEN_INVALID'),
): Promise<AppError> {
  refuse(await ctx.db.transaction((tx) => settle(tx, attemptOf(ctx, caller), false)))
  return failure
}

/** Whose account it would be is unknown: the address stands for it, so that addresses do not wait for each other. */
const attemptOf = ({ keyedHash }: Pick<Ctx, 'keyedHash'>, { address }: Pick<Caller, 'address'>) =>
  attempt(keyedHash, 'social', `address ${address}`, address)
