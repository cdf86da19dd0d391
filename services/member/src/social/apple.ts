import { createPrivateKey, type KeyObject } from 'node:crypto'
import { decodeJwt, SignJWT } from 'jose'
import Type from 'typebox'
import { NonRetryableError } from '../task/task.ts'
import { formRequest, parseAs, requestProvider } from './provider-request.ts'

/** Configuration of Apple's token endpoint. */
export type AppleClient = { url: string; teamId: string; keyId: string; key: KeyObject }

const Granted = Type.Object({ refresh_token: Type.String({ minLength: 1 }), id_token: Type.Optional(Type.String()) })
const Failure = Type.Object({ error: Type.String() })

/** Seconds that a client secret is valid. Apple allows half a year; this one is used immediately. */
const secretLife = 300

/** @throws Error for a key that cannot sign ES256 */
export function readAppleKey(pem: string): KeyObject {
  const key = createPrivateKey(pem)
  if (key.asymmetricKeyDetails?.namedCurve !== 'prime256v1') throw new Error('APPLE_PRIVATE_KEY is not a P-256 key')
  return key
}

/**
 * Exchanges the code of a sign-in for the refresh token that can revoke the grant later.
 * @throws NonRetryableError if the code is used, too old, or of another account; Error if a retry makes sense
 */
export async function exchangeCode(
  client: AppleClient,
  { clientId, code, subject }: { clientId: string; code: string; subject: string },
): Promise<string> {
  const response = await post(client, '/auth/token', clientId, { grant_type: 'authorization_code', code })
  const granted = response.status === 200 ? parseAs(Granted, response.body) : undefined
  if (!granted) {
    if (parseAs(Failure, response.body)?.error === 'invalid_grant') throw new NonRetryableError('the code is not valid')
    throw new Error(`Apple responded ${response.status}`)
  }
  // Apple sent the token over TLS, so its signature need not be checked (OpenID Connect Core §3.1.3.7).
  if (granted.id_token !== undefined && decodeJwt(granted.id_token).sub !== subject)
    throw new NonRetryableError('the code belongs to another account')
  return granted.refresh_token
}

/** Revokes the grant of a refresh token. @throws Error if the grant may still exist */
export async function revokeGrant(client: AppleClient, clientId: string, refreshToken: string): Promise<void> {
  const fields = { token: refreshToken, token_type_hint: 'refresh_token' }
  const response = await post(client, '/auth/revoke', clientId, fields)
  if (response.status !== 200) throw new Error(`Apple responded ${response.status}`)
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
