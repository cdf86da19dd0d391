import { type DestinationStream, type Logger, pino } from 'pino'
import { originalStack } from './original-stack.ts'
import { currentRequestId, currentTraceparent } from './request-context.ts'
import { traceIdOf } from './spans.ts'

export type { Logger }

/** Fields that are redacted, up to the third level. */
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

/** Keeps what identifies an error. Drops the message of a query error, which holds the statement's parameters. */
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

/** Adds request id and trace id to each line that is written within a request. Fields of the line itself take precedence. */
const mixin = () => {
  const requestId = currentRequestId()
  const traceparent = currentTraceparent()
  return {
    ...(requestId === undefined ? {} : { requestId }),
    ...(traceparent === undefined ? {} : { traceId: traceIdOf(traceparent) }),
  }
}

/**
 * Writes JSON lines to standard output, or to `destination`. It writes synchronously, so that no line is lost or reordered
 * when the process ends. Services log no line per request.
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
  if (!known) log.warn(`LOG_LEVEL must be one of ${levels.join(', ')}; using info`)
  return log
}
