import type { Caller } from '@kingcar/bus'
import { AppError, type contract, type Input } from '@kingcar/contract'
import type { Ctx } from '../context.ts'
import { isSubject } from '../social/id-token.ts'
import { applyNotice } from './apply-notice.ts'

/** The ways of unlinking in which the Kakao account itself is gone. */
const gone = ['ACCOUNT_DELETE', 'FORCED_ACCOUNT_DELETE']

/** Kakao tells, by POST or GET, that a user is linked to our app no more. An unknown user is no failure: it would be told again and again. */
export async function receiveKakaoUnlink(
  ctx: Ctx,
  { app_id: appId, user_id: subject, referrer_type: how }: Input<typeof contract.member.receiveKakaoUnlink>,
  { authorization }: Caller,
): Promise<null> {
  if (!ctx.social.isKakaoNotice(authorization, appId)) throw new AppError('UNAUTHENTICATED')
  const what = how !== undefined && gone.includes(how) ? 'gone' : 'withdrawn'
  if (isSubject(subject)) await applyNotice(ctx, { provider: 'KAKAO', subject, what })
  return null
}
