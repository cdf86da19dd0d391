import { and, eq } from 'drizzle-orm'
import type { Ctx } from '../context.ts'
import { members } from '../tables.ts'
import { NonRetryableError, type TaskWorkers } from '../task/task.ts'
import { exchangeCode, revokeGrant } from './apple.ts'
import { encryptGrant, enqueueRevokeApple } from './grant.ts'
import { unlinkKakao } from './kakao.ts'
import { revokeNaver } from './naver.ts'

export type SocialWorkers = Pick<TaskWorkers, 'exchangeAppleCode' | 'revokeApple' | 'unlinkKakao' | 'revokeNaver'>

/** What is done at the providers, after the commit of what wants it. Each may come twice and be asked of them twice. */
export function createSocialWorkers(ctx: Pick<Ctx, 'db' | 'secretBox' | 'social'>): SocialWorkers {
  const { revocation } = ctx.social
  return {
    async exchangeAppleCode({ memberId, subject, clientId, sealedCode }) {
      const code = ctx.secretBox.decrypt(sealedCode)
      const refreshToken = await exchangeCode(configured(revocation.apple), { clientId, code, subject })
      const grant = { clientId, refreshToken }
      await ctx.db.transaction(async (tx) => {
        const socialGrant = encryptGrant(ctx, grant)
        const kept = await tx
          .update(members)
          .set({ socialGrant })
          .where(eq(members.id, memberId))
          .returning({ id: members.id })
        if (kept.length === 0) await enqueueRevokeApple(ctx, tx, grant) // the member has left, before or meanwhile
      })
    },
    revokeApple: ({ clientId, sealedToken }) =>
      revokeGrant(configured(revocation.apple), clientId, ctx.secretBox.decrypt(sealedToken)),
    async unlinkKakao({ userId }) {
      const { api, adminKey } = configured(revocation.kakao)
      if (await isMember(ctx, userId)) return // joined again, and linked by their own wish
      return unlinkKakao(api, adminKey, userId)
    },
    revokeNaver({ sealedToken }) {
      const { auth, ...client } = configured(revocation.naver)
      return revokeNaver(auth, client, ctx.secretBox.decrypt(sealedToken))
    },
  }
}

async function isMember({ db }: Pick<Ctx, 'db'>, userId: string): Promise<boolean> {
  return (await db.read.$count(members, and(eq(members.provider, 'KAKAO'), eq(members.socialSubject, userId)))) > 0
}

/** The keys may have been taken away since the work was written. */
function configured<T>(keys: T | undefined): T {
  if (keys === undefined) throw new NonRetryableError('its keys are not configured')
  return keys
}
