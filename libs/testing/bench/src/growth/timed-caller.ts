import { Agent } from 'node:http'
import { getText } from '../get-text.ts'

/** The outcome of a call: its `result`, or its error code. */
export type TimedReply = { ms: number; result: unknown } | { ms: number; refused: string }

/** Calls a gateway as one administrator, one call at a time over one connection. */
export function openCaller(base: string, token: string): Disposable & { get(path: string): Promise<TimedReply> } {
  const agent = new Agent({ keepAlive: true, maxSockets: 1 })
  return {
    async get(path) {
      const began = performance.now()
      const text = await getText(base + path, agent, token)
      const ms = performance.now() - began
      const body = JSON.parse(text) as { result?: unknown; error?: { code: string } }
      return body.error ? { ms, refused: body.error.code } : { ms, result: body.result }
    },
    [Symbol.dispose]: () => agent.destroy(),
  }
}
