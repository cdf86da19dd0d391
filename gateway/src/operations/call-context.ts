import type { Caller } from '@kingcar/bus'
import { AppError, honoursIfMatch, type Operation } from '@kingcar/contract'
import { steadyNow } from '@kingcar/runtime'
import type { FastifyRequest } from 'fastify'
import { traceparentOf } from '../http/traceparent.ts'

/** A call that no service has taken by then, or answered where it may not take longer, is answered 503: well within the two seconds of the contract. */
const callMilliseconds = 1_500

/** Characters of an `Authorization` that is handed on; a longer one proves nothing. */
const longestProof = 1_024

const refuseHeader = (path: string, ko: string, en: string) =>
  new AppError('VALIDATION_FAILED', { details: [{ path, ko, en }] })

/** On whose behalf the operation is called. Fails with VALIDATION_FAILED for a malformed header that it reads. */
export function callerOf(op: Operation, request: FastifyRequest): Caller {
  const { headers, session, device } = request
  const caller: Caller = {
    requestId: request.id,
    actor: session && { role: session.role, id: session.id, sessionId: session.sessionId },
    deadline: steadyNow() + callMilliseconds,
    address: request.ip,
    traceparent: request.span?.traceparent ?? traceparentOf(request),
    ...(device && { device }),
  }
  const key = headers['idempotency-key']
  if (op.idempotent && key !== undefined) {
    if (typeof key !== 'string' || !/^[\x21-\x7e]{1,255}$/.test(key)) {
      throw refuseHeader(
        'Idempotency-Key',
        '공백 없는 영문과 기호 1~255자로 입력해 주세요.',
        'Must be 1 to 255 visible ASCII characters.',
      )
    }
    caller.idempotencyKey = key
  }
  if (op.proof === 'authorization' && headers.authorization !== undefined) {
    caller.authorization = headers.authorization.slice(0, longestProof)
  }
  const match = headers['if-match']
  if (match !== undefined && honoursIfMatch(op)) {
    if (!/^[\x20-\x7e]{1,255}$/.test(match)) {
      throw refuseHeader('If-Match', '받은 ETag를 그대로 입력해 주세요.', 'Must be an ETag exactly as received.')
    }
    caller.ifMatch = match
  }
  return caller
}
