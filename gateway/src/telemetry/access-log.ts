import type { ErrorCode } from '@kingcar/contract'
import { traceIdOf } from '@kingcar/runtime'

/** Receives several lines per write. */
export type LogOutput = { write(text: string): unknown }

/** Fields of a rejected request, for the investigation of attacks. */
export type Rejection = {
  code: ErrorCode
  /** Pseudonym of the client's network, see network-pseudonym.ts. */
  from: string
  /** Session of the caller, if authenticated. */
  sessionId?: string | undefined
}

/**
 * One line per request without personal data: no address, path or query, and no id but those of request and session.
 */
export type AccessLog = Disposable & {
  write(
    operation: string,
    requestId: string,
    status: number,
    milliseconds: number,
    rejection?: Rejection,
    traceparent?: string,
  ): void
}

const rejectionFields = ({ code, from, sessionId }: Rejection) =>
  `,"code":"${code}","from":"${from}"${sessionId === undefined ? '' : `,"sessionId":"${sessionId}"`}`

const flushMilliseconds = 100
const flushLength = 32 * 1024

/**
 * Writes lines in pino's format, built by hand and in batches: through pino one line costs as much as the rest of a
 * cached read. Nothing needs escaping: operations and codes come from the contract, ids and pseudonyms are validated or
 * created by the gateway.
 */
export function createAccessLog(output: LogOutput): AccessLog {
  let lines = ''
  let timer: NodeJS.Timeout | undefined
  const flush = () => {
    clearTimeout(timer)
    timer = undefined
    if (lines !== '') output.write(lines)
    lines = ''
  }
  return {
    write(operation, requestId, status, milliseconds, rejection, traceparent) {
      const trace = traceparent === undefined ? '' : `,"traceId":"${traceIdOf(traceparent)}"`
      const more = trace + (rejection ? rejectionFields(rejection) : '')
      lines += `{"level":30,"time":${Date.now()},"name":"gateway","requestId":"${requestId}","operation":"${operation}","status":${status},"ms":${milliseconds.toFixed(1)}${more},"msg":"request"}\n`
      if (lines.length > flushLength) flush()
      else timer ??= setTimeout(flush, flushMilliseconds).unref()
    },
    [Symbol.dispose]: flush,
  }
}
