import Type from 'typebox'
import { invalidToken } from './id-token.ts'
import { type Identity, validEmail } from './identity.ts'
import { formRequest, parseAs, requestProvider, unavailable } from './provider-request.ts'

const Outcome = Type.Object({ resultcode: Type.String() })
/** An id is unique to the app that asks; Naver documents up to 64 characters. */
const Profile = Type.Object({
  response: Type.Object({
    id: Type.String({ pattern: '^[\\x21-\\x7e]{1,64}$' }),
    email: Type.Optional(Type.Unknown()),
  }),
})
const Deletion = Type.Object({ result: Type.Literal('success') })

/** What resultcode says of a token that is not good. */
const badToken = ['024', '028']

/**
 * Whom an access token of Naver speaks for. Naver does not tell to which app it was issued, but names the account
 * differently for each: with a token of another app nobody is somebody here.
 * @throws AppError SOCIAL_TOKEN_INVALID, or UNAVAILABLE
 */
export async function identifyByNaver(api: string, token: string, now: Date): Promise<Identity> {
  const headers = { authorization: `Bearer ${token}` }
  const answer = await requestProvider(`${api}/v1/nid/me`, { headers })
  const code = parseAs(Outcome, answer.body)?.resultcode
  if ([400, 401].includes(answer.status) || (code !== undefined && badToken.includes(code)))
    throw invalidToken('refused by Naver')
  const profile = answer.status === 200 && code === '00' ? parseAs(Profile, answer.body)?.response : undefined
  if (!profile) throw unavailable(new Error(`Naver answered ${answer.status}`))
  return {
    provider: 'NAVER',
    subject: profile.id,
    email: validEmail(profile.email),
    provenAt: now,
    accessToken: token,
  }
}

/** Ends our grant at Naver by an access token of it. @throws Error where it may still stand */
export async function revokeNaver(
  auth: string,
  client: { id: string; secret: string },
  accessToken: string,
): Promise<void> {
  const fields = { grant_type: 'delete', client_id: client.id, client_secret: client.secret, access_token: accessToken }
  const answer = await requestProvider(`${auth}/oauth2.0/token`, formRequest(fields))
  if (answer.status !== 200 || !parseAs(Deletion, answer.body)) throw new Error(`Naver answered ${answer.status}`)
}
