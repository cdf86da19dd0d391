import type { Ctx } from '../context.ts'
import { NonRetryableError, type TaskWorkers } from '../task/task.ts'
import { exchangeCode, revokeGrant } from './apple.ts'
import { encryptGrant, enqueueRevokeApple } from './grant.ts'
import { unlinkKakao } from './kakao.ts'
import { revokeNaver } from './naver.ts'
import { hasMember, updateGrant } from './queries.ts'

export type SocialWorkers = Pick<TaskWorkers, 'exchangeAppleCode' | 'revokeApple' | 'unlinkKakao' | 'revokeNaver'>

/** The tasks that call providers. Each may run twice; the providers accept each call twice. */
export function createSocialWorkers(ctx: Pick<Ctx, 'db' | 'secretBox' | 'social'>): SocialWorkers {
  const { revocation } = ctx.social
  return {
    async exchangeAppleCode({ memberId, subject, clientId, sealedCode }) {
      const code = ctx.secretBox.decrypt(sealedCode)
      const refreshToken = await exchangeCode(configured(revocation.apple), { clientId, code, subject })
      const grant = { clientId, refreshToken }
      await ctx.db.transaction(async (tx) => {
        const stored = await updateGrant(tx, memberId, encryptGrant(ctx, grant))
        if (!stored) await enqueueRevokeApple(ctx, tx, grant) // the member has left in the meantime
      })
    },
    revokeApple: ({ clientId, sealedToken }) =>
      revokeGrant(configured(revocation.apple), clientId, ctx.secretBox.decrypt(sealedToken)),
    async unlinkKakao({ userId }) {
      const { api, adminKey } = configured(revocation.kakao)
      // A member who has joined again does not want to be unlinked.
      if (await hasMember(ctx.db.read, { provider: 'KAKAO', subject: userId })) return
      return unlinkKakao(api, adminKey, userId)
    },
    revokeNaver({ sealedToken }) {
      const { auth, ...client } = configured(revocation.naver)
      return revokeNaver(auth, client, ctx.secretBox.decrypt(sealedToken))
    },
  }
}

/** Returns the keys of a provider. They may have been removed from the configuration since the task was enqueued. */
function configured<T>(keys: T | undefined): T {
  if (keys === undefined) throw new NonRetryableError("the provider's keys are not configured")
  return keys
}
