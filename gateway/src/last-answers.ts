import type { Answer } from '@kingcar/bus'

/** How long an answer may stand in for its service, in milliseconds; then the call is 503. */
const standInMilliseconds = 60_000
const mostAnswers = 1_000
const mostBytes = 8 * 1024 * 1024

/** The last answers of public reads, given again while their service is away. */
export type LastAnswers = {
  keep(key: string, answer: Answer): void
  /** The last answer and its age in whole seconds, while it is young enough. */
  find(key: string): { answer: Answer; age: number } | undefined
}

/** Bounded by count and bytes; the one kept longest ago goes first. */
export function createLastAnswers(): LastAnswers {
  const kept = new Map<string, { answer: Answer; at: number }>()
  let bytes = 0
  const drop = (key: string) => {
    bytes -= kept.get(key)?.answer.body.length ?? 0
    kept.delete(key)
  }
  return {
    keep(key, answer) {
      drop(key)
      // A copy: the bytes are a view into the connection's read buffer.
      kept.set(key, { answer: { ...answer, body: Uint8Array.from(answer.body) }, at: Date.now() })
      bytes += answer.body.length
      for (const oldest of kept.keys()) {
        if (kept.size <= mostAnswers && bytes <= mostBytes) return
        drop(oldest)
      }
    },
    find(key) {
      const last = kept.get(key)
      if (!last || Date.now() - last.at > standInMilliseconds) return undefined
      return { answer: last.answer, age: Math.floor((Date.now() - last.at) / 1_000) }
    },
  }
}
