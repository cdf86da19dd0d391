import type { ProviderResponse } from '@kingcar/runtime'
import Type, { type Static } from 'typebox'
import { refused } from './id-token.ts'
import { emailOf, type Identity } from './identity.ts'
import { ask, away, form, patience, read } from './request.ts'

/** An id of 64 bits: a number, or its text where a number cannot hold it. */
const Id = Type.Union([Type.Integer({ minimum: 1 }), Type.String({ pattern: '^[0-9]{1,20}$' })])
const TokenInfo = Type.Object({ id: Id, app_id: Id })
const Account = Type.Object({
  id: Id,
  kakao_account: Type.Optional(
    Type.Object({
      email: Type.Optional(Type.Unknown()),
      is_email_valid: Type.Optional(Type.Unknown()),
      is_email_verified: Type.Optional(Type.Unknown()),
    }),
  ),
})
const Failure = Type.Object({ code: Type.Integer() })

/** Codes of Kakao's own trouble, which it answers with 400: internal, maintenance, quotas (its reference of error codes). */
const ownTrouble = [-1, -7, -10, -11]
/** The user is not linked to the app (any more). */
const notLinked = -101

/**
 * Whom an access token of Kakao speaks for. One that was issued to another app is good at Kakao too: therefore its app
 * is asked for first.
 * @throws AppError SOCIAL_TOKEN_INVALID, or UNAVAILABLE
 */
export async function identifyByKakao(
  api: string,
  appIds: readonly string[],
  token: string,
  now: Date,
): Promise<Identity> {
  const init = { headers: { authorization: `Bearer ${token}` } }
  const deadline = AbortSignal.timeout(patience)
  const info = accepted(TokenInfo, await ask(`${api}/v1/user/access_token_info`, init, deadline))
  if (!appIds.includes(String(info.app_id))) throw refused('issued to another app')
  const account = accepted(Account, await ask(`${api}/v2/user/me`, init, deadline))
  if (String(account.id) !== String(info.id)) throw refused('two ids for one token')
  const { email, is_email_valid: valid, is_email_verified: verified } = account.kakao_account ?? {}
  return {
    provider: 'KAKAO',
    subject: String(account.id),
    email: valid === true && verified === true ? emailOf(email) : null,
    provenAt: now,
  }
}

function accepted<T extends typeof TokenInfo | typeof Account>(shape: T, answer: ProviderResponse): Static<T> {
  const code = read(Failure, answer.body)?.code
  const refuses = answer.status === 401 || answer.status === 400
  if (refuses && !(code !== undefined && ownTrouble.includes(code))) throw refused('refused by Kakao')
  const value = answer.status === 200 ? read(shape, answer.body) : undefined
  if (!value) throw away(new Error(`Kakao answered ${answer.status}`))
  return value
}

/** Ends the link between a user and our app, at Kakao. @throws Error where it may still stand */
export async function unlinkKakao(api: string, adminKey: string, userId: string): Promise<void> {
  const authorization = `KakaoAK ${adminKey}`
  const answer = await ask(
    `${api}/v1/user/unlink`,
    form({ target_id_type: 'user_id', target_id: userId }, { authorization }),
  )
  if (answer.status === 200 || read(Failure, answer.body)?.code === notLinked) return
  throw new Error(`Kakao answered ${answer.status}`)
}
