import type { ErrorCode } from '@kingcar/contract'
import type { FastifyRequest, onResponseHookHandler } from 'fastify'
import type { NoteSighting } from '../auth/report-sightings.ts'

/** Codes of messages that the device has to change; the other causes are temporary. */
const refusals: readonly ErrorCode[] = [
  'VALIDATION_FAILED',
  'PAYLOAD_TOO_LARGE',
  'UNSUPPORTED_MEDIA_TYPE',
  'IMAGE_INVALID',
  'FORBIDDEN',
]

/** Paths of known fields. Other paths are not logged, because a client can send any text as the name of a field. */
const fieldPath = /^[\w.-]{1,100}$/

/** Returns a hook that notes each message of an authenticated device, and why it was refused. */
export const noteDevice =
  (note: NoteSighting): onResponseHookHandler =>
  (request, _reply, done) => {
    if (request.device) note(request.device.id, refusalOf(request))
    done()
  }

/** The reason as the device's last error: the field, or the code. */
function refusalOf({ errorCode, errorPath }: FastifyRequest): string | undefined {
  if (errorCode === null || !refusals.includes(errorCode)) return undefined
  return errorPath !== null && fieldPath.test(errorPath) ? `field:${errorPath}` : errorCode
}
