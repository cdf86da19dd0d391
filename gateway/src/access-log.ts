/** Where lines go, several at a time. */
export type Destination = { write(text: string): unknown }

/** One line a request, and nothing personal in it: no address, path, query or id but the request's own. */
export type AccessLog = Disposable & {
  write(operation: string, requestId: string, status: number, milliseconds: number): void
}

const flushMilliseconds = 100
const flushLength = 32 * 1024

/**
 * Lines in pino's form, built by hand and written in batches: through the logger one line costs as much as the rest of a
 * cached read. Nothing in them needs escaping: operations are the contract's, request ids are checked or made here.
 */
export function createAccessLog(destination: Destination): AccessLog {
  let lines = ''
  let timer: NodeJS.Timeout | undefined
  const flush = () => {
    clearTimeout(timer)
    timer = undefined
    if (lines !== '') destination.write(lines)
    lines = ''
  }
  return {
    write(operation, requestId, status, milliseconds) {
      lines += `{"level":30,"time":${Date.now()},"name":"gateway","requestId":"${requestId}","operation":"${operation}","status":${status},"ms":${milliseconds.toFixed(1)},"msg":"request"}\n`
      if (lines.length > flushLength) flush()
      else timer ??= setTimeout(flush, flushMilliseconds).unref()
    },
    [Symbol.dispose]: flush,
  }
}
