import { generateKeyPairSync, type KeyLike, randomUUID } from 'node:crypto'
import type { Role } from '@kingcar/contract'
import { goodClaims, goodHeader, signed, testAdminId } from '@kingcar/testing/tokens'

const { publicKey, privateKey } = generateKeyPairSync('ed25519')
/** PEM; gateways of the bench accept tokens that are signed with its private key. */
export const publicKeyPem = publicKey.export({ type: 'spki', format: 'pem' }).toString()
/** Seconds: a day, the longest lifetime that a gateway accepts. */
export const tokenLife = 86_400

/** An access token in a session of its own; by default of the administrator whose rights gateways of the bench know. */
export function accessToken(
  role: Role = 'admin',
  id: string = role === 'admin' ? testAdminId : randomUUID(),
  key: KeyLike = privateKey,
): string {
  const iat = Math.floor(Date.now() / 1_000)
  return signed(goodHeader, goodClaims({ role, sub: id, iat, exp: iat + tokenLife }), key)
}
