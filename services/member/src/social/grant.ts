import type { Tx } from '@kingcar/db'
import { parseJson } from '@kingcar/runtime'
import Type from 'typebox'
import type { Ctx } from '../context.ts'
import type { MemberRow } from '../tables.ts'
import { enqueue } from '../task/queries.ts'
import type { Identity } from './identity.ts'
import { parseAs } from './provider-request.ts'
import { markLinked } from './queries.ts'

/*
 * A grant lets KingCar end a member's link at the provider when the member leaves. Kakao unlinks by the user's id.
 * Apple revokes a refresh token, which the code of a sign-in is exchanged for. Naver revokes an access token, which is
 * valid for an hour after a sign-in. Google gives an ID token only, which cannot be revoked.
 */

/** The decrypted content of `members.social_grant`. `expiresAt` in Unix milliseconds. */
const AppleGrant = Type.Object({ clientId: Type.String(), refreshToken: Type.String() })
type AppleGrant = { clientId: string; refreshToken: string }
const NaverGrant = Type.Object({ accessToken: Type.String(), expiresAt: Type.Integer() })
type NaverGrant = { accessToken: string; expiresAt: number }

/** Lifetimes of Naver's access tokens and Apple's codes, in seconds (documentation of Naver and Apple). */
const naverTokenLifetime = 3_600
const appleCodeLifetime = 300
/** Seconds for which a revocation is retried while the provider is unavailable. */
const revocationLifetime = 30 * 86_400

/**
 * Stores when the provider last confirmed a member's account, and the grant. Call it in the transaction of a join or a
 * sign-in, and kick the task runner after the commit.
 * @param code Apple's authorization code, which the app got with the ID token
 */
export async function storeGrant(
  ctx: Pick<Ctx, 'secretBox' | 'social'>,
  tx: Tx,
  memberId: string,
  { provider, subject, provenAt, accessToken, idToken }: Identity,
  code?: string,
): Promise<void> {
  const { naver, apple } = ctx.social.revocation
  const expiresAt = provenAt.getTime() + naverTokenLifetime * 1_000
  const grant = accessToken !== undefined && naver ? encryptGrant(ctx, { accessToken, expiresAt }) : undefined
  await markLinked(tx, memberId, provenAt, grant)
  if (provider !== 'APPLE' || !apple || !idToken || code === undefined) return
  const sealedCode = ctx.secretBox.encrypt(code)
  const { clientId } = idToken
  await enqueue(tx, { kind: 'exchangeAppleCode', memberId, subject, clientId, sealedCode }, appleCodeLifetime)
}

export const encryptGrant = ({ secretBox }: Pick<Ctx, 'secretBox'>, grant: AppleGrant | NaverGrant): string =>
  secretBox.encrypt(JSON.stringify(grant))

/**
 * Enqueues the revocation of a member's grant at the provider, for a member who has requested to leave. Call it before
 * `leave` in the same transaction, and kick the task runner after the commit.
 */
export async function enqueueRevocation(
  ctx: Pick<Ctx, 'secretBox' | 'social' | 'log' | 'now'>,
  tx: Tx,
  member: Pick<MemberRow, 'id' | 'provider' | 'socialSubject' | 'socialGrant'>,
): Promise<void> {
  const { revocation } = ctx.social
  const { provider, socialSubject } = member
  if (provider === 'KAKAO' && revocation.kakao && socialSubject !== null)
    await enqueue(tx, { kind: 'unlinkKakao', userId: socialSubject }, revocationLifetime)
  const grant = decryptGrant(ctx, member)
  const ofApple: AppleGrant | undefined =
    provider === 'APPLE' && revocation.apple ? parseAs(AppleGrant, grant) : undefined
  if (ofApple) await enqueueRevokeApple(ctx, tx, ofApple)
  const ofNaver: NaverGrant | undefined =
    provider === 'NAVER' && revocation.naver ? parseAs(NaverGrant, grant) : undefined
  const left = ofNaver ? Math.floor((ofNaver.expiresAt - ctx.now().getTime()) / 1_000) : 0
  if (ofNaver && left > 0)
    await enqueue(tx, { kind: 'revokeNaver', sealedToken: ctx.secretBox.encrypt(ofNaver.accessToken) }, left)
}

export const enqueueRevokeApple = (
  { secretBox }: Pick<Ctx, 'secretBox'>,
  tx: Tx,
  { clientId, refreshToken }: AppleGrant,
): Promise<void> =>
  enqueue(tx, { kind: 'revokeApple', clientId, sealedToken: secretBox.encrypt(refreshToken) }, revocationLifetime)

function decryptGrant(
  { secretBox, log }: Pick<Ctx, 'secretBox' | 'log'>,
  { id, socialGrant }: Pick<MemberRow, 'id' | 'socialGrant'>,
) {
  try {
    return socialGrant === null ? undefined : parseJson(secretBox.decrypt(socialGrant))
  } catch (err) {
    // A member must be able to leave even if the key was changed.
    log.error({ err, memberId: id }, 'grant cannot be decrypted and is not revoked')
    return undefined
  }
}
