import type { Caller } from '@kingcar/bus'
import { AppError } from '@kingcar/contract'
import type { Ctx } from '../context.ts'
import { attemptKey, recordAttempt, throwIfAlreadyLimited, throwIfLimited } from '../rate-limit/failed-attempts.ts'
import type { Identity } from './identity.ts'
import type { ProviderToken } from './providers.ts'

/**
 * Returns the account to which a provider's token belongs. Call it outside any transaction. An invalid token counts for
 * the caller's address.
 * @throws AppError SOCIAL_TOKEN_INVALID, RATE_LIMITED, or UNAVAILABLE while the provider is unavailable
 */
export async function identify(
  ctx: Pick<Ctx, 'db' | 'hmac' | 'social'>,
  token: ProviderToken,
  caller: Pick<Caller, 'address'>,
): Promise<Identity> {
  await throwIfAlreadyLimited(ctx.db.read, keyOf(ctx, caller))
  try {
    return await ctx.social.identify(token)
  } catch (error) {
    const counts = error instanceof AppError && error.code === 'SOCIAL_TOKEN_INVALID'
    throw counts ? await countInvalidToken(ctx, caller, error) : error
  }
}

/** Counts an invalid token for the caller's address. @returns the error @throws AppError RATE_LIMITED after too many */
export async function countInvalidToken(
  ctx: Pick<Ctx, 'db' | 'hmac'>,
  caller: Pick<Caller, 'address'>,
  error = new AppError('SOCIAL_TOKEN_INVALID'),
): Promise<AppError> {
  throwIfLimited(await ctx.db.transaction((tx) => recordAttempt(tx, keyOf(ctx, caller), false)))
  return error
}

/**
 * The account is unknown, so the address is used in its place: with one shared text all addresses would wait for one
 * lock.
 */
const keyOf = ({ hmac }: Pick<Ctx, 'hmac'>, { address }: Pick<Caller, 'address'>) =>
  attemptKey(hmac, 'social', `address ${address}`, address)
