import Type from 'typebox'
import { invalidToken } from './id-token.ts'
import { type Identity, validEmail } from './identity.ts'
import { formRequest, parseAs, requestProvider, unavailable } from './provider-request.ts'

const Outcome = Type.Object({ resultcode: Type.String() })
/** The id is specific to the requesting app; Naver documents up to 64 characters. */
const Profile = Type.Object({
  response: Type.Object({
    id: Type.String({ pattern: '^[\\x21-\\x7e]{1,64}$' }),
    email: Type.Optional(Type.Unknown()),
  }),
})
const Deletion = Type.Object({ result: Type.Literal('success') })

/** Values of resultcode for an invalid token. */
const badToken = ['024', '028']

/**
 * Returns the account of a Naver access token. Naver does not say which app a token was issued to, but gives each app
 * another id for the account: a token of another app matches no member here.
 * @throws AppError SOCIAL_TOKEN_INVALID, or UNAVAILABLE
 */
export async function identifyByNaver(api: string, token: string, now: Date): Promise<Identity> {
  const headers = { authorization: `Bearer ${token}` }
  const response = await requestProvider(`${api}/v1/nid/me`, { headers })
  const code = parseAs(Outcome, response.body)?.resultcode
  if ([400, 401].includes(response.status) || (code !== undefined && badToken.includes(code)))
    throw invalidToken('rejected by Naver')
  const profile = response.status === 200 && code === '00' ? parseAs(Profile, response.body)?.response : undefined
  if (!profile) throw unavailable(new Error(`Naver responded ${response.status}`))
  return {
    provider: 'NAVER',
    subject: profile.id,
    email: validEmail(profile.email),
    provenAt: now,
    accessToken: token,
  }
}

/** Revokes the grant that an access token belongs to, at Naver. @throws Error if the grant may still exist */
export async function revokeNaver(
  auth: string,
  client: { id: string; secret: string },
  accessToken: string,
): Promise<void> {
  const fields = { grant_type: 'delete', client_id: client.id, client_secret: client.secret, access_token: accessToken }
  const response = await requestProvider(`${auth}/oauth2.0/token`, formRequest(fields))
  if (response.status !== 200 || !parseAs(Deletion, response.body))
    throw new Error(`Naver responded ${response.status}`)
}
