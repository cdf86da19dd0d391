import { Agent, request } from 'node:http'
import type { SentRequest } from './attack.ts'

/** A response, and the time until its start; `failure` is the reason if there is no response. */
export type Answer = {
  status: number
  headers: Readonly<Record<string, string>>
  content: Buffer
  milliseconds: number
  failure?: string
}

/** Milliseconds after which a request is given up: twice what a response may take. */
const patience = 10_000

export type Wire = Disposable & { send(sent: SentRequest): Promise<Answer> }

/** Kept-alive connections as of a client; URLs and headers are sent unchanged. */
export function openWire(base: string, connections: number): Wire {
  const agent = new Agent({ keepAlive: true, maxSockets: connections })
  const { hostname, port } = new URL(base)
  return {
    send: ({ method, path, headers, content }) =>
      new Promise<Answer>((resolve) => {
        const began = performance.now()
        let milliseconds = Number.NaN
        const end = (part: Pick<Answer, 'status' | 'headers' | 'content' | 'failure'>) =>
          resolve({ ...part, milliseconds })
        const fail = (cause: Error) => end({ status: 0, headers: {}, content: Buffer.alloc(0), failure: cause.message })
        try {
          const length = content === undefined ? {} : { 'content-length': String(content.length) }
          const options = { agent, hostname, port, method, path, headers: { ...headers, ...length }, timeout: patience }
          const outgoing = request(options, (response) => {
            milliseconds = performance.now() - began // a large file takes longer to receive
            const pieces: Buffer[] = []
            response.on('data', (piece: Buffer) => pieces.push(piece))
            response.on('error', fail)
            response.on('end', () => {
              const joined = Object.entries(response.headers).map(([name, value]) => [name, String(value)])
              end({
                status: response.statusCode ?? 0,
                headers: Object.fromEntries(joined),
                content: Buffer.concat(pieces),
              })
            })
          })
          outgoing.on('timeout', () => outgoing.destroy(new Error(`no response in ${patience} ms`)))
          outgoing.on('error', fail)
          outgoing.end(content)
        } catch (cause) {
          fail(cause instanceof Error ? cause : new Error(String(cause)))
        }
      }),
    [Symbol.dispose]: () => agent.destroy(),
  }
}
