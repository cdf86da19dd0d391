import { request as plainRequest } from 'node:http'
import { request as tlsRequest } from 'node:https'
import { text } from 'node:stream/consumers'
import { setTimeout as wait } from 'node:timers/promises'

export type Answer<T> = { status: number; text: string; result?: T; code?: string }

/** A form is sent as multipart, anything else as JSON. */
type Options = { body?: object | FormData; token?: string; key?: string }

export type Gateway = {
  /** Sends a request, and retries it while its service is not yet available or still works on the same key. */
  send<T>(method: string, path: string, options: Options): Promise<Answer<T>>
}

type Envelope<T> = { success: true; result: T } | { success: false; error: { code: string } }

/** Milliseconds of retries. */
const retryFor = 120_000

/** Calls the gateway on this machine. Its certificate is not verified, since it need not name the loopback address. */
export function openGateway(host: string, port: number, tls: boolean): Gateway {
  const once = <T>(method: string, path: string, body: Buffer | undefined, headers: Record<string, string>) =>
    new Promise<Answer<T>>((resolve, reject) => {
      const request = tls ? tlsRequest : plainRequest
      const options = { host, port, method, path, headers, timeout: 10_000, rejectUnauthorized: false, agent: false }
      const outgoing = request(options, (response) => {
        text(response).then((content) => resolve(read<T>(response.statusCode ?? 0, content)), reject)
      })
      outgoing.on('timeout', () => outgoing.destroy(new Error(`${method} ${path}: no response within 10 s`)))
      outgoing.on('error', reject)
      outgoing.end(body)
    })
  return {
    async send<T>(method: string, path: string, { body, token, key }: Options) {
      const encoded = body && (await encode(body))
      const headers = {
        ...(encoded ? { 'content-type': encoded.type } : {}),
        ...(token ? { authorization: `Bearer ${token}` } : {}),
        ...(key ? { 'idempotency-key': key } : {}),
      }
      for (const until = Date.now() + retryFor; ; await wait(50)) {
        const answer = await once<T>(method, path, encoded?.content, headers)
        // An earlier attempt that timed out may still be running with the same key.
        const isUnderWay = key !== undefined && answer.code === 'CONFLICT'
        if (!(answer.status === 503 || isUnderWay) || Date.now() > until) return answer
      }
    },
  }
}

async function encode(body: object | FormData): Promise<{ type: string; content: Buffer }> {
  const encoded = body instanceof FormData ? new Response(body) : Response.json(body)
  return { type: encoded.headers.get('content-type') ?? '', content: Buffer.from(await encoded.arrayBuffer()) }
}

function read<T>(status: number, content: string): Answer<T> {
  const envelope = JSON.parse(content) as Envelope<T>
  return { status, text: content, ...(envelope.success ? { result: envelope.result } : { code: envelope.error.code }) }
}
