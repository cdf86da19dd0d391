import { request } from 'node:http'
import { setTimeout as wait } from 'node:timers/promises'
import type { Target } from '../target.ts'

export type ProbeReply = {
  status: number
  code: string
  result: unknown
  headers: Record<string, string>
  text: string
}
export type CallOptions = { token?: string; body?: unknown; headers?: Record<string, string>; base?: string }
export type Client = (method: string, path: string, options?: CallOptions) => Promise<ProbeReply>

let addresses = 1

/** A client with an unused address of this machine: its per-address limits start at zero. */
export function newClient({ http }: Pick<Target, 'http'>): Client {
  addresses += 1
  const localAddress = `127.0.${addresses >> 8}.${addresses & 255}`
  const once = (method: string, path: string, { token, body, headers = {}, base = http }: CallOptions) =>
    new Promise<ProbeReply>((resolve, reject) => {
      const { hostname, port } = new URL(base)
      const content = body === undefined ? undefined : JSON.stringify(body)
      const all = {
        ...(content === undefined
          ? {}
          : { 'content-type': 'application/json', 'content-length': Buffer.byteLength(content) }),
        ...(token === undefined ? {} : { authorization: `Bearer ${token}` }),
        ...headers,
      }
      const outgoing = request(
        { hostname, port, method, path, localAddress, headers: all, agent: false },
        (response) => {
          let text = ''
          response.setEncoding('utf8').on('data', (part: string) => {
            text += part
          })
          response.on('end', () =>
            resolve({ status: response.statusCode ?? 0, text, ...read(text), headers: plain(response.headers) }),
          )
        },
      )
      outgoing.on('error', reject).end(content)
    })
  return async (method, path, options = {}) => {
    for (let tries = 1; ; tries++) {
      const given = await once(method, path, options)
      if (given.status !== 503 || tries === 5) return given
      await wait(500) // the machine is busy
    }
  }
}

const plain = (headers: object) =>
  Object.fromEntries(Object.entries(headers).map(([name, value]) => [name, String(value)]))

function read(text: string): { code: string; result: unknown } {
  if (!text.startsWith('{')) return { code: 'none', result: undefined }
  const { result, error } = JSON.parse(text) as { result?: unknown; error?: { code: string } }
  return { code: error?.code ?? 'none', result }
}
