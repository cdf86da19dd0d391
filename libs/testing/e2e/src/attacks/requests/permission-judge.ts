import type { SentRequest } from './attack.ts'
import { codeOf, type Finding } from './finding.ts'
import { memberOwned } from './references.ts'
import { namesForeignObject } from './render-request.ts'
import { judgeRights } from './rights-judge.ts'
import type { Answer } from './send-request.ts'

const claims = {
  door: 'no access without authorization',
  out: 'authorized callers have access',
  others: "no access to another's objects, and no hint that they exist",
  missing: 'missing objects are not found',
}

/** Checks the caller's authorization, and the ownership of each object. */
export function judgePermission(sent: SentRequest, answer: Answer, value: unknown): Finding[] {
  const isLimited = sent.attack.caller === 'limited'
  return [...(isLimited ? judgeRights : door)(sent, answer, value), ...objects(sent, answer, value)]
}

const refusals = ['UNAUTHENTICATED', 'TOKEN_EXPIRED', 'FORBIDDEN']
/** These end the caller's own session, so a refusal is possible. */
const ends = [
  'getMe',
  'deleteMe',
  'logoutMember',
  'logoutAdmin',
  'updateMe',
  'changeAdminPassword',
  'endOtherAdminSessions',
]

function door({ attack, as, named }: SentRequest, { status }: Answer, value: unknown): Finding[] {
  const { operation, caller, twist } = attack
  if (operation.access === 'none' || twist === 'path') return []
  if (operation.id === 'openLive' && caller === 'right') return [] // a socket is only accepted from allowed browser origins
  const code = codeOf(value)
  const detail = `${caller}: ${status} ${code}`
  if (caller === 'right') {
    const isOtherDevice = as?.role === 'device' && named.some(({ kind, whose }) => kind === 'device' && whose !== 'own')
    const isOut = refusals.includes(code ?? '') && !ends.includes(operation.id) && !isOtherDevice
    if (isOtherDevice && status < 400) return [{ claim: claims.others, detail }]
    return isOut ? [{ claim: claims.out, detail }] : []
  }
  if (operation.id === 'getImage')
    return status < 300 || status === 401 || status === 404 || status === 400 ? [] : [{ claim: claims.door, detail }]
  const isRole = caller === 'of another role' && operation.access !== 'device'
  const isDead = ends.includes(operation.id)
  // A logout accepts an expired access token, and refuses one whose tokens belong to different sessions.
  const isOut = refusals.includes(code ?? '') || (isDead && code === 'REFRESH_INVALID')
  const isRefused = isRole ? status === 403 && code === 'FORBIDDEN' : status === 401 && isOut
  if (caller === 'expired' && operation.access !== 'device' && code !== 'TOKEN_EXPIRED' && !isDead)
    return [{ claim: claims.door, detail }]
  return isRefused ? [] : [{ claim: claims.door, detail }]
}

/** A free order is paid without a card, whatever card the request names. */
const costsNothing = (value: unknown) => (value as { result?: { amount?: unknown } } | undefined)?.result?.amount === 0

function objects(sent: SentRequest, { status, headers: given }: Answer, value: unknown): Finding[] {
  const { attack, named, as, headers } = sent
  const { twist } = attack
  const shown = named.map(({ kind, whose, place }) => `${whose} ${kind} in the ${place}`).join(', ')
  const detail = `${status} ${codeOf(value)} for ${shown}`
  const isShown = given['cache-control']?.startsWith('public') ?? false // a picture that a store shows is public
  if (namesForeignObject(sent) && status < 400 && !costsNothing(value) && !isShown)
    return [{ claim: claims.others, detail }]
  const inPath = named.filter(({ place }) => place === 'path')
  const isGone = inPath.some(({ whose }) => whose === 'missing' || whose === 'deleted')
  if (isGone && status < 400) return [{ claim: claims.missing, detail }]
  const isAnothers =
    as?.role === 'member' && inPath.some(({ kind, whose }) => whose === 'other' && memberOwned.includes(kind))
  const mayBeTold = [400, 404, 413, 415]
  if (
    (twist === 'nothing' || twist === 'owner') &&
    isAnothers &&
    !isShown &&
    headers['idempotency-key'] === undefined &&
    !mayBeTold.includes(status)
  )
    return [{ claim: claims.others, detail }]
  return []
}
