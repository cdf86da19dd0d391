import { createPrivateKey, type KeyObject } from 'node:crypto'
import { decodeJwt, SignJWT } from 'jose'
import Type from 'typebox'
import { NonRetryableError } from '../task/task.ts'
import { formRequest, parseAs, requestProvider } from './provider-request.ts'

/** What Apple's token calls need: the team, and the key that proves it. */
export type AppleClient = { url: string; teamId: string; keyId: string; key: KeyObject }

const Granted = Type.Object({ refresh_token: Type.String({ minLength: 1 }), id_token: Type.Optional(Type.String()) })
const Failure = Type.Object({ error: Type.String() })

/** Seconds that a client secret is good for. Apple allows half a year; ours is used at once. */
const secretLife = 300

/** @throws Error for a key that cannot sign ES256 */
export function readAppleKey(pem: string): KeyObject {
  const key = createPrivateKey(pem)
  if (key.asymmetricKeyDetails?.namedCurve !== 'prime256v1') throw new Error('APPLE_PRIVATE_KEY is no P-256 key')
  return key
}

/**
 * Exchanges the code of a sign-in for the refresh token that revokes its grant one day.
 * @throws Hopeless where the code is used, too old, or not of this account; Error where another try makes sense
 */
export async function exchangeCode(
  client: AppleClient,
  { clientId, code, subject }: { clientId: string; code: string; subject: string },
): Promise<string> {
  const answer = await post(client, '/auth/token', clientId, { grant_type: 'authorization_code', code })
  const granted = answer.status === 200 ? parseAs(Granted, answer.body) : undefined
  if (!granted) {
    if (parseAs(Failure, answer.body)?.error === 'invalid_grant') throw new NonRetryableError('the code is not good')
    throw new Error(`Apple answered ${answer.status}`)
  }
  // It comes from Apple itself over TLS, so that its signature proves nothing more (OpenID Connect Core §3.1.3.7).
  if (granted.id_token !== undefined && decodeJwt(granted.id_token).sub !== subject)
    throw new NonRetryableError('the code is of another account')
  return granted.refresh_token
}

/** Ends the grant that a refresh token stands for. @throws Error where it may still stand */
export async function revokeGrant(client: AppleClient, clientId: string, refreshToken: string): Promise<void> {
  const fields = { token: refreshToken, token_type_hint: 'refresh_token' }
  const answer = await post(client, '/auth/revoke', clientId, fields)
  if (answer.status !== 200) throw new Error(`Apple answered ${answer.status}`)
}

async function post(client: AppleClient, path: string, clientId: string, fields: Record<string, string>) {
  const { url, teamId, keyId, key } = client
  const secret = await new SignJWT()
    .setProtectedHeader({ alg: 'ES256', kid: keyId })
    .setIssuer(teamId)
    .setSubject(clientId)
    .setAudience('https://appleid.apple.com')
    .setIssuedAt()
    .setExpirationTime(`${secretLife}s`)
    .sign(key)
  return requestProvider(`${url}${path}`, formRequest({ client_id: clientId, client_secret: secret, ...fields }))
}
