import { generateKeyPairSync, randomUUID, sign } from 'node:crypto'

const { publicKey, privateKey } = generateKeyPairSync('ed25519')
/** PEM; gateways believe tokens that are signed with the key behind it. */
export const publicKeyPem = publicKey.export({ type: 'spki', format: 'pem' }).toString()
/** Seconds: a day, the longest that a gateway lets a token live. */
export const tokenLife = 86_400

/** Access token of an administrator in a session of its own. */
export function accessToken(): string {
  const iat = Math.floor(Date.now() / 1_000)
  const claims = { iss: 'kingcar', aud: 'admin', sub: randomUUID(), role: 'admin', sid: randomUUID(), iat }
  const parts = [
    { alg: 'EdDSA', typ: 'JWT' },
    { ...claims, exp: iat + tokenLife },
  ]
  const input = parts.map((part) => Buffer.from(JSON.stringify(part)).toString('base64url')).join('.')
  return `${input}.${sign(null, Buffer.from(input), privateKey).toString('base64url')}`
}
