import type { ProviderResponse } from '@kingcar/runtime'
import Type, { type Static } from 'typebox'
import { invalidToken } from './id-token.ts'
import { type Identity, validEmail } from './identity.ts'
import { formRequest, parseAs, providerTimeout, requestProvider, unavailable } from './provider-request.ts'

/** An id of 64 bits: a number, or its text if a number cannot represent it. */
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

/**
 * Codes of failures of Kakao itself, which it sends with 400: internal, maintenance, quotas (Kakao's error code
 * reference).
 */
const kakaoFailures = [-1, -7, -10, -11]
/** The user is not linked to the app. */
const notLinked = -101

/**
 * Returns the account of a Kakao access token. Kakao accepts tokens of other apps too, so the token's app is checked
 * first.
 * @throws AppError SOCIAL_TOKEN_INVALID, or UNAVAILABLE
 */
export async function identifyByKakao(
  api: string,
  appIds: readonly string[],
  token: string,
  now: Date,
): Promise<Identity> {
  const init = { headers: { authorization: `Bearer ${token}` } }
  const deadline = AbortSignal.timeout(providerTimeout)
  const info = accepted(TokenInfo, await requestProvider(`${api}/v1/user/access_token_info`, init, deadline))
  if (!appIds.includes(String(info.app_id))) throw invalidToken('issued to another app')
  const account = accepted(Account, await requestProvider(`${api}/v2/user/me`, init, deadline))
  if (String(account.id) !== String(info.id)) throw invalidToken('the two responses for one token have different ids')
  const { email, is_email_valid: valid, is_email_verified: verified } = account.kakao_account ?? {}
  return {
    provider: 'KAKAO',
    subject: String(account.id),
    email: valid === true && verified === true ? validEmail(email) : null,
    provenAt: now,
  }
}

function accepted<T extends typeof TokenInfo | typeof Account>(shape: T, response: ProviderResponse): Static<T> {
  const code = parseAs(Failure, response.body)?.code
  const refuses = response.status === 401 || response.status === 400
  if (refuses && !(code !== undefined && kakaoFailures.includes(code))) throw invalidToken('rejected by Kakao')
  const value = response.status === 200 ? parseAs(shape, response.body) : undefined
  if (!value) throw unavailable(new Error(`Kakao responded ${response.status}`))
  return value
}

/** Unlinks a user from KingCar's app at Kakao. @throws Error if the link may still exist */
export async function unlinkKakao(api: string, adminKey: string, userId: string): Promise<void> {
  const authorization = `KakaoAK ${adminKey}`
  const response = await requestProvider(
    `${api}/v1/user/unlink`,
    formRequest({ target_id_type: 'user_id', target_id: userId }, { authorization }),
  )
  if (response.status === 200 || parseAs(Failure, response.body)?.code === notLinked) return
  throw new Error(`Kakao responded ${response.status}`)
}
