import { and, eq } from 'drizzle-orm'
import type { Ctx } from '../context.ts'
import { members } from '../tables.ts'
import { Hopeless, type Workers } from '../task/task.ts'
import { exchangeCode, revokeGrant } from './apple.ts'
import { enqueueRevokeApple, sealGrant } from './grant.ts'
import { unlinkKakao } from './kakao.ts'
import { revokeNaver } from './naver.ts'

export type SocialWorkers = Pick<Workers, 'exchangeAppleCode' | 'revokeApple' | 'unlinkKakao' | 'revokeNaver'>

/** What is done at the providers, after the commit of what wants it. Each may come twice and be asked of them twice. */
export function createSocialWorkers(ctx: Pick<Ctx, 'db' | 'sealer' | 'social'>): SocialWorkers {
  const { revoking } = ctx.social
  return {
    async exchangeAppleCode({ memberId, subject, clientId, sealedCode }) {
      const code = ctx.sealer.open(sealedCode)
      const refreshToken = await exchangeCode(configured(revoking.apple), { clientId, code, subject })
      const grant = { clientId, refreshToken }
      await ctx.db.transaction(async (tx) => {
        const socialGrant = sealGrant(ctx, grant)
        const kept = await tx
          .update(members)
          .set({ socialGrant })
          .where(eq(members.id, memberId))
          .returning({ id: members.id })
        if (kept.length === 0) await enqueueRevokeApple(ctx, tx, grant) // the member has left, before or meanwhile
      })
    },
    revokeApple: ({ clientId, sealedToken }) =>
      revokeGrant(configured(revoking.apple), clientId, ctx.sealer.open(sealedToken)),
    async unlinkKakao({ userId }) {
      const { api, adminKey } = configured(revoking.kakao)
      if (await isMember(ctx, userId)) return // joined again, and linked by their own wish
      return unlinkKakao(api, adminKey, userId)
    },
    revokeNaver({ sealedToken }) {
      const { auth, ...client } = configured(revoking.naver)
      return revokeNaver(auth, client, ctx.sealer.open(sealedToken))
    },
  }
}

async function isMember({ db }: Pick<Ctx, 'db'>, userId: string): Promise<boolean> {
  return (await db.read.$count(members, and(eq(members.provider, 'KAKAO'), eq(members.socialSubject, userId)))) > 0
}

/** The keys may have been taken away since the work was written. */
function configured<T>(keys: T | undefined): T {
  if (keys === undefined) throw new Hopeless('its keys are not configured')
  return keys
}
