import { generateKeyPairSync, type KeyLike, type KeyObject, randomUUID, sign } from 'node:crypto'

export type Keys = { publicKey: KeyObject; privateKey: KeyObject; pem: string }

export function createKeys(): Keys {
  const { publicKey, privateKey } = generateKeyPairSync('ed25519')
  return { publicKey, privateKey, pem: publicKey.export({ type: 'spki', format: 'pem' }).toString() }
}

export const part = (value: unknown) =>
  Buffer.from(typeof value === 'string' ? value : JSON.stringify(value)).toString('base64url')

/** Signs any header and claims, valid or not. */
export function signed(header: unknown, claims: unknown, key: KeyLike): string {
  const input = `${part(header)}.${part(claims)}`
  return `${input}.${sign(null, Buffer.from(input), key).toString('base64url')}`
}

/** The administrator of tokens that name no other. */
export const testAdminId = '01980000-0000-7000-8000-0000000000ad'

export const goodHeader = { alg: 'EdDSA', typ: 'JWT' }

export function goodClaims(changes: Record<string, unknown> = {}): Record<string, unknown> {
  const now = Math.floor(Date.now() / 1_000)
  return {
    iss: 'kingcar',
    aud: changes.role ?? 'admin',
    sub: (changes.role ?? 'admin') === 'admin' ? testAdminId : randomUUID(),
    role: 'admin',
    sid: randomUUID(),
    iat: now,
    exp: now + 900,
    ...changes,
  }
}
