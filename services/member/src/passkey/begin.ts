import type { Caller } from '@kingcar/bus'
import {
  AppError,
  type contract,
  type Input,
  mostPasskeys,
  type NewPasskeyOptions,
  passkeyMinutes,
} from '@kingcar/contract'
import { lockAdmin } from '../admin/queries.ts'
import type { Ctx } from '../context.ts'
import { checkCurrentPassword, throwIfWrongPassword } from '../session/current-password.ts'
import { newChallenge } from './challenges.ts'
import { consoleSite } from './console-site.ts'
import { listPasskeys } from './queries.ts'
import { userHandleOf } from './user-handle.ts'
import { signatureAlgorithms } from './verify.ts'

/**
 * Begins to add a passkey to the caller's own account: returns what the browser needs to make one.
 * @throws AppError PASSKEYS_UNAVAILABLE, VALIDATION_FAILED, RATE_LIMITED or PASSKEY_LIMIT
 */
export async function beginPasskey(
  ctx: Pick<Ctx, 'admins' | 'consoleUrl' | 'db' | 'hmac' | 'now' | 'passwordHasher'>,
  input: Input<typeof contract.member.beginPasskey>,
  caller: Caller,
): Promise<NewPasskeyOptions> {
  if (!caller.actor) throw new AppError('UNAUTHENTICATED')
  const { rpId } = consoleSite(ctx.consoleUrl)
  const { id } = caller.actor
  const [found] = await ctx.admins.byId.execute({ id })
  if (!found) throw new AppError('UNAUTHENTICATED')
  const password = await checkCurrentPassword(ctx, { role: 'admin', id, hash: found.passwordHash }, input, caller)
  const outcome = await ctx.db.transaction(async (tx) => {
    const admin = await lockAdmin(tx, id)
    const verdict = await password.record(tx, admin?.passwordHash)
    if (!verdict.right) return { verdict }
    const own = await listPasskeys(tx, id)
    if (own.length >= mostPasskeys) throw new AppError('PASSKEY_LIMIT')
    return { verdict, own, challenge: await newChallenge(tx, id, ctx.now()) }
  })
  throwIfWrongPassword(outcome.verdict)
  const { challenge = '', own = [] } = outcome
  return {
    challenge,
    rp: { id: rpId, name: 'KingCar' },
    user: { id: userHandleOf(id), name: found.email, displayName: found.name },
    pubKeyCredParams: signatureAlgorithms.map((alg) => ({ type: 'public-key', alg })),
    excludeCredentials: own.map(({ credentialId }) => ({ type: 'public-key', id: credentialId })),
    authenticatorSelection: { residentKey: 'required', userVerification: 'required' },
    timeout: passkeyMinutes * 60_000,
  }
}
