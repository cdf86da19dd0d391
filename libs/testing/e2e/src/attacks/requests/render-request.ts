import type { Attack, NamedObject, SentRequest } from './attack.ts'
import { forged, type Role, rolesOf } from './callers.ts'
import type { Fixtures } from './fixtures.ts'
import type { LimitedAdmin } from './limited-admins.ts'
import { memberOwned, replaceReferences } from './references.ts'
import type { Piece } from './url-fuzz.ts'

/** Replaces the placeholders of a request by ids of objects, and adds the sender's credentials. */
export function render(attack: Attack, fixtures: Fixtures): SentRequest {
  const { operation, method, address, path, query, body } = attack
  const caller = callerOf(attack, fixtures)
  const named: NamedObject[] = []
  const fill = (text: string, place: NamedObject['place']) =>
    replaceReferences(text, (reference) => {
      const id = fixtures.find(reference, caller.as)
      named.push({ ...reference, place, id })
      return id
    })
  const piece = (given: Piece, place: NamedObject['place']) =>
    typeof given === 'string' ? encodeURIComponent(fill(given, place).toWellFormed()) : given.raw
  const plain = address ?? operation.path.replaceAll(/\{(\w+)\}/g, (_, name: string) => piece(path[name] ?? '', 'path'))
  const pairs = [
    ...query.map(([name, value]) => `${encodeURIComponent(name)}=${piece(value, 'query')}`),
    ...caller.query,
  ]
  const search = pairs.length === 0 ? '' : `?${pairs.join('&')}`
  const content = body && (typeof body.content === 'string' ? Buffer.from(fill(body.content, 'body')) : body.content)
  return {
    attack,
    method,
    path: plain + search,
    headers: {
      ...(body?.type === undefined ? {} : { 'content-type': body.type }),
      ...caller.headers,
      ...attack.headers,
    },
    content: method === 'GET' || method === 'HEAD' ? undefined : content,
    named,
    as: caller.as,
  }
}

type Shown = { headers: Record<string, string>; query: string[]; as: SentRequest['as'] }

/** Operations that end the calling session or account: spare accounts call them. */
const ending = ['/api/me', '/api/logout', '/admin/api/logout', '/admin/api/me/password']

function callerOf(attack: Attack, fixtures: Fixtures): Shown {
  const { operation, caller, who } = attack
  if (operation.access === 'none') return { headers: {}, query: [], as: undefined }
  if (operation.access === 'device') return deviceOf(attack, fixtures)
  const roles = rolesOf(operation)
  const role = roles[who % roles.length] as Role
  const account = ending.includes(operation.path) ? fixtures.spare(role, who) : fixtures.account(role, who)
  const { accessToken: token, name } = account
  const bearer = (text: string) => ({ authorization: `Bearer ${text}` })
  const nobody = { query: [], as: undefined }
  switch (caller) {
    case 'right':
      return { headers: bearer(token), query: [], as: { role, name } }
    case 'limited': {
      const { accessToken, name, rights } = fixtures.limited[attack.limited] as LimitedAdmin
      return { headers: bearer(accessToken), query: [], as: { role: 'admin', name, rights } }
    }
    case 'nobody':
      return { headers: {}, ...nobody }
    case 'Basic':
      return { headers: fixtures.deviceHeaders(0), ...nobody }
    case 'in the query':
      return { headers: {}, query: [`access_token=${token}`], as: undefined }
    case 'twice':
      return { headers: { authorization: `Bearer ${token}, Bearer ${token}` }, ...nobody }
    case 'of an ended session':
      return { headers: bearer(fixtures.endedToken(role)), ...nobody }
    case 'of another role':
      return { headers: bearer(otherRole(roles, fixtures, who)), ...nobody }
    default:
      return { headers: bearer(forged(caller, token, fixtures.keys)), ...nobody }
  }
}

function otherRole(roles: readonly Role[], fixtures: Fixtures, who: 0 | 1): string {
  const others = (['member', 'admin', 'screen'] as const).filter((role) => !roles.includes(role))
  return fixtures.account(others[who % others.length] as Role, who).accessToken
}

function deviceOf({ caller, who }: Attack, fixtures: Fixtures): Shown {
  const nobody = { query: [], as: undefined }
  if (caller === 'right')
    return { headers: fixtures.deviceHeaders(0), query: [], as: { role: 'device', name: 'device' } }
  if (caller === 'nobody') return { headers: {}, ...nobody }
  if (caller === 'of another role')
    return { headers: { authorization: `Bearer ${fixtures.account('admin', who).accessToken}` }, ...nobody }
  const secrets = ['', 'x', ':', 'a:b', '\xff', fixtures.deviceHeaders(0).authorization.slice(6, -8)]
  return { headers: { authorization: `Basic ${secrets[caller.length % secrets.length]}` }, ...nobody }
}

/** True if a member's request names an object of another member. */
export const namesForeignObject = ({ named, as }: SentRequest): boolean =>
  as?.role === 'member' && named.some(({ kind, whose }) => whose === 'other' && memberOwned.includes(kind))

/** The request as a curl command. */
export function asCommand({ method, path, headers, content }: SentRequest): string {
  const quoted = (text: string) => `'${text.replaceAll("'", "'\\''")}'`
  const shown = Object.entries(headers).map(([name, value]) => {
    const short = name === 'authorization' ? `${value.slice(0, 24)}…` : value
    return `-H ${quoted(`${name}: ${short}`)}`
  })
  const text = content === undefined ? [] : ['--data-binary', quoted(content.subarray(0, 600).toString())]
  return ['curl', '-X', method, quoted(`$BASE${path.slice(0, 600)}`), ...shown, ...text].join(' ')
}
