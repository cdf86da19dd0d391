import { createHmac } from 'node:crypto'
import { createKeys, goodHeader, part, signed } from '@kingcar/testing/tokens'
import type { Operation } from '../../openapi-document.ts'

export const roles = ['admin', 'member', 'screen'] as const
export type Role = (typeof roles)[number]

/** Kinds of credentials of a request. */
export const callerKinds = [
  ...([
    ...['right', 'nobody', 'garbage', 'expired', 'not yet', 'of a strange key', 'unsigned'],
    ...['signed with the public key'],
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
/** `limited`: one of the administrators with other rights than an owner, or an API key. */
export type CallerKind = (typeof callerKinds)[number] | 'limited'

/** Roles that may call an operation, by its path prefix (contract: administrators, members, screens). */
export function rolesOf({ access, path, method }: Operation): readonly Role[] {
  if (access === 'none' || access === 'device') return []
  if (path.startsWith('/api/images')) return ['member', 'admin']
  if (path === '/admin/api/screens/own/store') return ['screen']
  if (path === '/admin/api/live') return ['admin', 'screen']
  if (method === 'GET' && path.startsWith('/admin/api/appSettings')) return ['admin', 'screen']
  return path.startsWith('/admin/') ? ['admin'] : ['member']
}

type Claims = Record<string, unknown>
type Keys = { privateKey: string; publicKey: string }

const strangersKey = createKeys().privateKey

/** A token with the flaw that its kind names; the product must reject it. */
export function forged(kind: CallerKind, token: string, { privateKey, publicKey }: Keys): string {
  const [head = '', body = '', signature = ''] = token.split('.')
  const claims = JSON.parse(Buffer.from(body, 'base64url').toString()) as Claims
  const now = Math.floor(Date.now() / 1_000)
  const changed = (changes: Claims) => signed(goodHeader, { ...claims, ...changes }, privateKey)
  const other = claims.role === 'admin' ? 'member' : 'admin'
  switch (kind) {
    case 'garbage':
      return `${head}.${body}`
    case 'expired':
      return changed({ iat: now - 2_000, exp: now - 1_000 })
    case 'not yet':
      return changed({ nbf: now + 3_600 })
    case 'of a strange key':
      return signed(goodHeader, claims, strangersKey)
    case 'unsigned':
      return `${part({ alg: 'none', typ: 'JWT' })}.${body}.`
    case 'signed with the public key': {
      const text = `${part({ alg: 'HS256', typ: 'JWT' })}.${body}`
      return `${text}.${createHmac('sha256', publicKey).update(text).digest('base64url')}`
    }
    case 'tampered':
      return `${head}.${part({ ...claims, sub: '0199a0c5-3c80-7000-8000-000000000001' })}.${signature}`
    case 'for another audience':
      return changed({ aud: other })
    case 'of another issuer':
      return changed({ iss: 'https://evil.test' })
    case 'without end':
      return changed({ exp: undefined })
    case 'with a text for an end':
      return changed({ exp: '9999999999' })
    case 'without session':
      return changed({ sid: undefined })
    case 'of no role':
      return changed({ role: 'root', aud: 'root' })
    default:
      return token
  }
}
