import { codeOf, type Finding } from './finding.ts'
import { memberOwned } from './references.ts'
import { namesAnothers, type Sent } from './render.ts'
import type { Answer } from './send.ts'

const claims = {
  door: 'nobody is let in who has not proved to be somebody who may',
  out: 'nobody is kept out who may',
  others: "nobody reaches what is another's, or learns that it is there",
  missing: 'what is not there is not found',
}

/** Whether the caller is treated as who it is, and each object as whose it is. */
export function judgePermission(sent: Sent, answer: Answer, value: unknown): Finding[] {
  return [...door(sent, answer, value), ...objects(sent, answer, value)]
}

const refusals = ['UNAUTHENTICATED', 'TOKEN_EXPIRED', 'FORBIDDEN']
/** Whoever these are for, its session may have been ended by one of them. */
const ends = ['getMe', 'deleteMe', 'logoutMember', 'logoutAdmin', 'updateMe', 'changeAdminPassword']

function door({ attack, as, named }: Sent, { status }: Answer, value: unknown): Finding[] {
  const { operation, caller, twist } = attack
  if (operation.access === 'none' || twist === 'path') return []
  if (operation.id === 'openLive' && caller === 'right') return [] // a socket is refused to what is no browser of ours
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
  const isRefused = isRole ? status === 403 && code === 'FORBIDDEN' : status === 401 && refusals.includes(code ?? '')
  const isDead = ends.includes(operation.id)
  if (caller === 'expired' && operation.access !== 'device' && code !== 'TOKEN_EXPIRED' && !isDead)
    return [{ claim: claims.door, detail }]
  return isRefused ? [] : [{ claim: claims.door, detail }]
}

/** What costs nothing is paid by nothing, whichever card is named. */
const costsNothing = (value: unknown) => (value as { result?: { amount?: unknown } } | undefined)?.result?.amount === 0

function objects(sent: Sent, { status, headers: given }: Answer, value: unknown): Finding[] {
  const { attack, named, as, headers } = sent
  const { twist } = attack
  const shown = named.map(({ kind, whose, place }) => `${whose} ${kind} in the ${place}`).join(', ')
  const detail = `${status} ${codeOf(value)} for ${shown}`
  const isShown = given['cache-control']?.startsWith('public') ?? false // a picture that a store shows is everybody's
  if (namesAnothers(sent) && status < 400 && !costsNothing(value) && !isShown) return [{ claim: claims.others, detail }]
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
