import type { Caller } from '@kingcar/bus'
import { AppError } from '@kingcar/contract'
import type { Ctx } from '../context.ts'
import { attemptKey, recordAttempt, throwIfAlreadyLimited, throwIfLimited } from '../rate-limit/failed-attempts.ts'
import type { Identity } from './identity.ts'
import type { ProviderToken } from './providers.ts'

/**
 * Whom a provider's token speaks for, outside of any transaction. A refused token counts for the caller's address.
 * @throws AppError SOCIAL_TOKEN_INVALID, RATE_LIMITED, or UNAVAILABLE while the provider is away
 */
export async function identify(
  ctx: Pick<Ctx, 'db' | 'hmac' | 'social'>,
  proof: ProviderToken,
  caller: Pick<Caller, 'address'>,
): Promise<Identity> {
  await throwIfAlreadyLimited(ctx.db.read, attemptOf(ctx, caller))
  try {
    return await ctx.social.identify(proof)
  } catch (error) {
    const counts = error instanceof AppError && error.code === 'SOCIAL_TOKEN_INVALID'
    throw counts ? await countInvalidToken(ctx, caller, error) : error
  }
}

/** Counts a refused token for the caller's address. @returns the failure, which is RATE_LIMITED where there were too many */
export async function countInvalidToken(
  ctx: Pick<Ctx, 'db' | 'hmac'>,
  caller: Pick<Caller, 'address'>,
  failure = new AppError('SOCIAL_TOKEN_INVALID'),
): Promise<AppError> {
  throwIfLimited(await ctx.db.transaction((tx) => recordAttempt(tx, attemptOf(ctx, caller), false)))
  return failure
}

/** Whose account it would be is unknown: the address stands for it, so that addresses do not wait for each other. */
const attemptOf = ({ hmac }: Pick<Ctx, 'hmac'>, { address }: Pick<Caller, 'address'>) =>
  attemptKey(hmac, 'social', `address ${address}`, address)
