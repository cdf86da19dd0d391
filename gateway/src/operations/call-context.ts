import type { Actor, Caller } from '@kingcar/bus'
import { AppError, honoursIfMatch, type Operation } from '@kingcar/contract'
import { steadyNow } from '@kingcar/runtime'
import type { FastifyRequest } from 'fastify'
import { traceparentOf } from '../http/traceparent.ts'

/**
 * A call without a reply by then gets 503, unless its operation may take longer; well within the contract's two
 * seconds.
 */
export const callMilliseconds = 1_500

/** Characters of `Authorization` that are forwarded; no valid value is longer. */
const maxAuthorizationLength = 1_024
/** Characters of `User-Agent` that are forwarded; those of browsers are shorter. */
const maxUserAgentLength = 512

const invalidHeader = (path: string, ko: string, en: string) =>
  new AppError('VALIDATION_FAILED', { details: [{ path, ko, en }] })

/** @throws UNAUTHENTICATED for an administrator whose rights were not checked */
function actorOf({ session, rights }: FastifyRequest): Actor | null {
  if (!session) return null
  const { role, id, sessionId, storeId } = session
  if (role === 'member') return { role, id, sessionId }
  if (role === 'screen') return { role, id, sessionId, ...(storeId && { storeId }) }
  if (!rights) throw new AppError('UNAUTHENTICATED')
  const { adminRole, storeIds, permissions } = rights
  return { role, id, sessionId, adminRole, storeIds, ...(permissions && { permissions }) }
}

/**
 * The caller and context of a call, for the service.
 * @throws VALIDATION_FAILED for a malformed header that the operation uses
 */
export function callContextOf(op: Operation, request: FastifyRequest): Caller {
  const { headers, device, staleSignIn } = request
  const caller: Caller = {
    requestId: request.id,
    actor: actorOf(request),
    deadline: steadyNow() + callMilliseconds,
    address: request.ip,
    traceparent: request.span?.traceparent ?? traceparentOf(request),
    ...(device && { device }),
    ...(staleSignIn && { staleSignIn }),
  }
  const key = headers['idempotency-key']
  if (op.idempotent && key !== undefined) {
    if (typeof key !== 'string' || !/^[\x21-\x7e]{1,255}$/.test(key)) {
      throw invalidHeader(
        'Idempotency-Key',
        '공백 없는 영문과 기호 1~255자로 입력해 주세요.',
        'Must be 1 to 255 visible ASCII characters.',
      )
    }
    caller.idempotencyKey = key
  }
  if (op.proof === 'authorization' && headers.authorization !== undefined) {
    caller.authorization = headers.authorization.slice(0, maxAuthorizationLength)
  }
  if (op.proof === 'signature') {
    const named = (name: string) => String(headers[name] ?? '').slice(0, maxAuthorizationLength)
    const [id, timestamp] = [named('webhook-id'), named('webhook-timestamp')]
    caller.signed = { id, timestamp, signature: named('webhook-signature'), body: request.rawBody ?? '' }
  }
  if (op.access === 'public' && headers['user-agent'] !== undefined) {
    caller.userAgent = headers['user-agent'].slice(0, maxUserAgentLength)
  }
  const match = headers['if-match']
  if (match !== undefined && honoursIfMatch(op)) {
    if (!/^[\x20-\x7e]{1,255}$/.test(match)) {
      throw invalidHeader('If-Match', '받은 ETag를 그대로 입력해 주세요.', 'Must be an ETag exactly as received.')
    }
    caller.ifMatch = match
  }
  return caller
}
