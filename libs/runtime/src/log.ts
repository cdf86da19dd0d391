import { type DestinationStream, type Logger, pino } from 'pino'
import { originalStack } from './original-stack.ts'
import { currentRequestId, currentTraceparent } from './request-context.ts'
import { traceIdOf } from './spans.ts'

export type { Logger }

/** Names whose values never reach a log line, at any of the depths that our own code logs. */
const secrets = [
  'password',
  'currentPassword',
  'newPassword',
  'secret',
  'token',
  'accessToken',
  'refreshToken',
  'joinCode',
  'authorization',
  'cookie',
  'phoneNumber',
  'cardNumber',
  'email',
]

/** Database errors carry the statement's parameters: keep what tells the fault, drop what may be personal. */
function serializeError(error: unknown): object {
  if (!(error instanceof Error)) return { type: typeof error }
  const { name, message, stack, code, cause } = error as Error & { code?: unknown }
  const query = name === 'DrizzleQueryError'
  return {
    type: name,
    message: query ? 'query failed' : message,
    stack: query || stack === undefined ? undefined : originalStack(stack),
    ...(code === undefined ? {} : { code }),
    ...(cause === undefined ? {} : { cause: serializeError(cause) }),
  }
}

const levels = [...Object.keys(pino.levels.values), 'silent']

/** The ids of the request and its trace on each line that is written on its behalf; those that the line brings itself count. */
const mixin = () => {
  const requestId = currentRequestId()
  const traceparent = currentTraceparent()
  return {
    ...(requestId === undefined ? {} : { requestId }),
    ...(traceparent === undefined ? {} : { traceId: traceIdOf(traceparent) }),
  }
}

/**
 * JSON lines on standard output, or on `destination`. Written synchronously: lines are few (none a request), and one
 * that was logged is out, in its order, whatever happens to the process next.
 */
export function createLogger(
  name: string,
  level = process.env.LOG_LEVEL || 'info',
  destination: DestinationStream = pino.destination({ dest: 1, sync: true }),
): Logger {
  const redact = secrets.flatMap((secret) => [secret, `*.${secret}`, `*.*.${secret}`])
  const known = levels.includes(level)
  const options = { name, level: known ? level : 'info', redact, mixin, serializers: { err: serializeError } }
  const log = pino(options, destination)
  if (!known) log.warn(`LOG_LEVEL must be one of ${levels.join(', ')}; info is used`)
  return log
}
