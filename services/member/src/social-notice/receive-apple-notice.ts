import { AppError, type contract, type Input } from '@kingcar/contract'
import type { Ctx } from '../context.ts'
import { applyNotice, type Notice } from './apply-notice.ts'

/**
 * The event types that matter here; the other types are about relayed email. Apple sends `account-delete`, but
 * documents `account-deleted`.
 */
const meanings: Readonly<Record<string, Notice['what']>> = {
  'account-delete': 'deleted',
  'account-deleted': 'deleted',
  'consent-revoked': 'withdrawn',
}

/**
 * Receives Apple's signed notice about an account.
 * @throws AppError UNAUTHENTICATED if the signature is not valid
 */
export async function receiveAppleNotice(
  ctx: Pick<Ctx, 'db' | 'log' | 'now' | 'social'>,
  { payload }: Input<typeof contract.member.receiveAppleNotice>,
): Promise<null> {
  const event = await ctx.social.readAppleNotice(payload).catch((error: unknown) => {
    const forged = error instanceof AppError && error.code === 'SOCIAL_TOKEN_INVALID'
    throw forged ? new AppError('UNAUTHENTICATED') : error
  })
  if (!event) ctx.log.warn('Apple notice has an unknown shape, ignored')
  const what = event && meanings[event.type]
  if (event && what) await applyNotice(ctx, { provider: 'APPLE', subject: event.subject, what, at: event.at })
  return null
}
