import { AppError, type contract, type Input } from '@kingcar/contract'
import type { Ctx } from '../context.ts'
import { applyNotice, type Notice } from './apply-notice.ts'

/** Apple's types that concern us, the deletion as it is sent and as it is documented; the rest is about relayed email. */
const meanings: Readonly<Record<string, Notice['what']>> = {
  'account-delete': 'gone',
  'account-deleted': 'gone',
  'consent-revoked': 'withdrawn',
}

/** Apple tells, signed, what became of an account. */
export async function receiveAppleNotice(
  ctx: Ctx,
  { payload }: Input<typeof contract.member.receiveAppleNotice>,
): Promise<null> {
  const event = await ctx.social.readAppleNotice(payload).catch((error: unknown) => {
    const forged = error instanceof AppError && error.code === 'SOCIAL_TOKEN_INVALID'
    throw forged ? new AppError('UNAUTHENTICATED') : error
  })
  if (!event) ctx.log.warn('a notice of Apple in a shape that we do not know')
  const what = event && meanings[event.type]
  if (event && what) await applyNotice(ctx, { provider: 'APPLE', subject: event.subject, what, at: event.at })
  return null
}
