import type { ErrorCode } from '@kingcar/contract'
import { traceIdOf } from '@kingcar/runtime'

/** Where lines go, several at a time. */
export type LogOutput = { write(text: string): unknown }

/** What a line tells of a request that was refused, for whoever looks into attempts. */
export type Rejection = {
  code: ErrorCode
  /** The mark of the network that it came from, see network-mark.ts. */
  from: string
  /** Of who was signed in. */
  sessionId?: string | undefined
}

/** One line a request, and nothing personal in it: no address, path, query or id but the request's and the session's. */
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
 * Lines in pino's form, built by hand and written in batches: through the logger one line costs as much as the rest of a
 * cached read. Nothing in them needs escaping: operations and codes are the contract's, ids and marks are
 * checked or made here.
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
