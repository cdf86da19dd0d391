import { generateKeyPairSync, type KeyLike, randomUUID, sign } from 'node:crypto'
import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import type { Role } from '@kingcar/contract'
import type { Secrets } from '@kingcar/deploy/secrets'
import type { Product } from '@kingcar/e2e/product'

const { publicKey, privateKey } = generateKeyPairSync('ed25519')
/** PEM; gateways of the bench accept tokens that are signed with its private key. */
export const publicKeyPem = publicKey.export({ type: 'spki', format: 'pem' }).toString()
/** Seconds: a day, the longest lifetime that a gateway accepts. */
export const tokenLife = 86_400

/** An access token in a session of its own; by default of an administrator and signed with the bench's key. */
export function accessToken(role: Role = 'admin', id: string = randomUUID(), key: KeyLike = privateKey): string {
  const iat = Math.floor(Date.now() / 1_000)
  const claims = { iss: 'kingcar', aud: role, sub: id, role, sid: randomUUID(), iat }
  const parts = [
    { alg: 'EdDSA', typ: 'JWT' },
    { ...claims, exp: iat + tokenLife },
  ]
  const input = parts.map((part) => Buffer.from(JSON.stringify(part)).toString('base64url')).join('.')
  return `${input}.${sign(null, Buffer.from(input), key).toString('base64url')}`
}

/** The secrets of a running product, among them its signing keys. */
export async function secretsOf({ dataDir }: Product): Promise<Secrets> {
  return JSON.parse(await readFile(join(dataDir, 'secrets.json'), 'utf8'))
}
