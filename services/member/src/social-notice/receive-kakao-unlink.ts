import type { Caller } from '@kingcar/bus'
import { AppError, type contract, type Input } from '@kingcar/contract'
import type { Ctx } from '../context.ts'
import { isSubject } from '../social/id-token.ts'
import { applyNotice } from './apply-notice.ts'

/** Values of `referrer_type` for a deleted Kakao account. */
const deleted = ['ACCOUNT_DELETE', 'FORCED_ACCOUNT_DELETE']

/**
 * Receives Kakao's notice, by POST or GET, that a user is not linked to KingCar's app any more. An unknown user is not
 * an error, because Kakao would repeat the notice again and again.
 * @throws AppError UNAUTHENTICATED without the admin key
 */
export async function receiveKakaoUnlink(
  ctx: Pick<Ctx, 'db' | 'now' | 'social'>,
  { app_id: appId, user_id: subject, referrer_type: how }: Input<typeof contract.member.receiveKakaoUnlink>,
  { authorization }: Caller,
): Promise<null> {
  if (!ctx.social.isKakaoNotice(authorization, appId)) throw new AppError('UNAUTHENTICATED')
  const what = how !== undefined && deleted.includes(how) ? 'deleted' : 'withdrawn'
  if (isSubject(subject)) await applyNotice(ctx, { provider: 'KAKAO', subject, what })
  return null
}
