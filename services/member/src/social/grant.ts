import type { Tx } from '@kingcar/db'
import { parseJson } from '@kingcar/runtime'
import { eq, sql } from 'drizzle-orm'
import Type from 'typebox'
import type { Ctx } from '../context.ts'
import { type MemberRow, members } from '../tables.ts'
import { enqueue } from '../task/task-runner.ts'
import type { Identity } from './identity.ts'
import { parseAs } from './provider-request.ts'

/*
 * What ends our grant at a provider when the member leaves. Kakao unlinks by the id of the user. Apple revokes a refresh
 * token, for which the code of a sign-in is exchanged; Naver an access token, which lives an hour after a sign-in. Of
 * Google an ID token is all that we ever hold, and there is nothing to revoke.
 */

/** What `members.social_grant` holds, sealed. `expiresAt` in Unix milliseconds. */
const AppleGrant = Type.Object({ clientId: Type.String(), refreshToken: Type.String() })
type AppleGrant = { clientId: string; refreshToken: string }
const NaverGrant = Type.Object({ accessToken: Type.String(), expiresAt: Type.Integer() })
type NaverGrant = { accessToken: string; expiresAt: number }

/** Seconds that Naver's access tokens live, and Apple's codes (their documents). */
const naverTokenLife = 3_600
const appleCodeLife = 300
/** Seconds for which a provider that is away is asked again to forget a member. */
const patience = 30 * 86_400

/**
 * Notes that the provider has vouched for a member, and keeps what ends the grant. After a join and after each sign-in,
 * in its transaction; kick the tasks after the commit.
 * @param code what Apple gave the app beside the ID token
 */
export async function storeGrant(
  ctx: Pick<Ctx, 'secretBox' | 'social'>,
  tx: Tx,
  memberId: string,
  { provider, subject, provenAt, accessToken, idToken }: Identity,
  code?: string,
): Promise<void> {
  const { naver, apple } = ctx.social.revocation
  const expiresAt = provenAt.getTime() + naverTokenLife * 1_000
  const grant = accessToken !== undefined && naver ? encryptGrant(ctx, { accessToken, expiresAt }) : undefined
  await tx
    .update(members)
    // An older token than the last one proves nothing about the time since.
    .set({ linkedAt: sql`greatest(${members.linkedAt}, ${provenAt.toISOString()}::timestamptz)`, socialGrant: grant })
    .where(eq(members.id, memberId))
  if (provider !== 'APPLE' || !apple || !idToken || code === undefined) return
  const sealedCode = ctx.secretBox.encrypt(code)
  const { clientId } = idToken
  await enqueue(tx, { kind: 'exchangeAppleCode', memberId, subject, clientId, sealedCode }, appleCodeLife)
}

export const encryptGrant = ({ secretBox }: Pick<Ctx, 'secretBox'>, grant: AppleGrant | NaverGrant): string =>
  secretBox.encrypt(JSON.stringify(grant))

/**
 * A member leaves by their own wish: their provider is asked to forget that they ever signed in here. In the transaction
 * of `leave`, before it; kick the tasks after the commit.
 */
export async function enqueueRevocation(
  ctx: Pick<Ctx, 'secretBox' | 'social' | 'log' | 'now'>,
  tx: Tx,
  member: Pick<MemberRow, 'id' | 'provider' | 'socialSubject' | 'socialGrant'>,
): Promise<void> {
  const { revocation } = ctx.social
  const { provider, socialSubject } = member
  if (provider === 'KAKAO' && revocation.kakao && socialSubject !== null)
    await enqueue(tx, { kind: 'unlinkKakao', userId: socialSubject }, patience)
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
  enqueue(tx, { kind: 'revokeApple', clientId, sealedToken: secretBox.encrypt(refreshToken) }, patience)

function decryptGrant(
  { secretBox, log }: Pick<Ctx, 'secretBox' | 'log'>,
  { id, socialGrant }: Pick<MemberRow, 'id' | 'socialGrant'>,
) {
  try {
    return socialGrant === null ? undefined : parseJson(secretBox.decrypt(socialGrant))
  } catch (err) {
    // Nobody has to stay because the key has changed since.
    log.error({ err, memberId: id }, 'grant cannot be opened, and is not revoked')
    return undefined
  }
}
