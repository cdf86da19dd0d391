import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { buffer } from 'node:stream/consumers'

export type Seen = { method: string; url: string; headers: IncomingMessage['headers']; body: string }

/** A server on a free port that notes what arrives and answers as the test says. */
export async function listen(answer: (seen: Seen, response: ServerResponse) => void) {
  const seen: Seen[] = []
  const server = createServer(async (request, response) => {
    const body = (await buffer(request)).toString('utf8')
    const arrived = { method: request.method ?? '', url: request.url ?? '', headers: request.headers, body }
    seen.push(arrived)
    answer(arrived, response)
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const { port } = server.address() as AddressInfo
  return {
    baseUrl: `http://127.0.0.1:${port}`,
    seen,
    async [Symbol.asyncDispose]() {
      server.closeAllConnections()
      await new Promise((resolve) => server.close(resolve))
    },
  }
}

export function json(response: ServerResponse, status: number, body: unknown, headers: Record<string, string> = {}) {
  response.writeHead(status, { 'content-type': 'application/json', ...headers }).end(JSON.stringify(body))
}

export const ok = (result: unknown) => ({ success: true, result })
