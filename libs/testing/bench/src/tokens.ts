import { generateKeyPairSync, type KeyLike, randomUUID } from 'node:crypto'
import type { Role } from '@kingcar/contract'
import { goodClaims, goodHeader, signed } from '@kingcar/testing/tokens'

const { publicKey, privateKey } = generateKeyPairSync('ed25519')
/** PEM; gateways of the bench accept tokens that are signed with its private key. */
export const publicKeyPem = publicKey.export({ type: 'spki', format: 'pem' }).toString()
/** Seconds: a day, the longest lifetime that a gateway accepts. */
export const tokenLife = 86_400

/** An access token in a session of its own; by default of an administrator and signed with the bench's key. */
export function accessToken(role: Role = 'admin', id: string = randomUUID(), key: KeyLike = privateKey): string {
  const iat = Math.floor(Date.now() / 1_000)
  return signed(goodHeader, goodClaims({ role, sub: id, iat, exp: iat + tokenLife }), key)
}
