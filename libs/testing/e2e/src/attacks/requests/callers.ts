import { createHmac, generateKeyPairSync, sign } from 'node:crypto'
import type { Operation } from './read-operations.ts'

export const roles = ['admin', 'member', 'screen'] as const
export type Role = (typeof roles)[number]

/** Kinds of credentials of a request. */
export const callerKinds = [
  ...([
    'right',
    'nobody',
    'garbage',
    'expired',
    'not yet',
    'of a strange key',
    'unsigned',
    'signed with the public key',
  ] as const),
  ...([
    'tampered',
    'for another audience',
    'of another issuer',
    'without end',
    'without session',
    'with a text for an end',
  ] as const),
  ...(['of an ended session', 'of another role', 'of no role', 'Basic', 'in the query', 'twice'] as const),
] as const
export type CallerKind = (typeof callerKinds)[number]

/** Roles that may call an operation, by its path prefix (contract: administrators, members, screens). */
export function rolesOf({ access, path, method }: Operation): readonly Role[] {
  if (access === 'none' || access === 'device') return []
  if (path.startsWith('/api/images')) return ['member', 'admin']
  if (path === '/admin/api/live') return ['admin', 'screen']
  if (method === 'GET' && path.startsWith('/admin/api/appSettings')) return ['admin', 'screen']
  return path.startsWith('/admin/') ? ['admin'] : ['member']
}

type Claims = Record<string, unknown>
type Keys = { privateKey: string; publicKey: string }

const part = (value: object) => Buffer.from(JSON.stringify(value)).toString('base64url')
const good = { alg: 'EdDSA', typ: 'JWT' }

const signed = (claims: Claims, privateKey: string, header: object = good): string => {
  const text = `${part(header)}.${part(claims)}`
  return `${text}.${sign(null, Buffer.from(text), privateKey).toString('base64url')}`
}

const strangersKey = generateKeyPairSync('ed25519').privateKey.export({ type: 'pkcs8', format: 'pem' }).toString()

/** A token with the flaw that its kind names; the product must reject it. */
export function forged(kind: CallerKind, token: string, { privateKey, publicKey }: Keys): string {
  const [head = '', body = '', signature = ''] = token.split('.')
  const claims = JSON.parse(Buffer.from(body, 'base64url').toString()) as Claims
  const now = Math.floor(Date.now() / 1_000)
  const other = claims.role === 'admin' ? 'member' : 'admin'
  switch (kind) {
    case 'garbage':
      return `${head}.${body}`
    case 'expired':
      return signed({ ...claims, iat: now - 2_000, exp: now - 1_000 }, privateKey)
    case 'not yet':
      return signed({ ...claims, nbf: now + 3_600 }, privateKey)
    case 'of a strange key':
      return signed(claims, strangersKey)
    case 'unsigned':
      return `${part({ alg: 'none', typ: 'JWT' })}.${body}.`
    case 'signed with the public key': {
      const text = `${part({ alg: 'HS256', typ: 'JWT' })}.${body}`
      return `${text}.${createHmac('sha256', publicKey).update(text).digest('base64url')}`
    }
    case 'tampered':
      return `${head}.${part({ ...claims, sub: '0199a0c5-3c80-7000-8000-000000000001' })}.${signature}`
    case 'for another audience':
      return signed({ ...claims, aud: other }, privateKey)
    case 'of another issuer':
      return signed({ ...claims, iss: 'https://evil.test' }, privateKey)
    case 'without end':
      return signed({ ...claims, exp: undefined }, privateKey)
    case 'with a text for an end':
      return signed({ ...claims, exp: '9999999999' }, privateKey)
    case 'without session':
      return signed({ ...claims, sid: undefined }, privateKey)
    case 'of no role':
      return signed({ ...claims, role: 'root', aud: 'root' }, privateKey)
    default:
      return token
  }
}
