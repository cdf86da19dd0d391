import { once } from 'node:events'
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { Webhook } from 'standardwebhooks'

export type Received = { id: string; key: string; type: string; data: Record<string, unknown>; signatures: string[] }

/** The server of a partner on 127.0.0.1. `secrets` verify each request; `respond` decides about it, 204 by default. */
export type Receiver = AsyncDisposable & {
  url: string
  received: Received[]
  secrets: string[]
  respond: (request: Received, response: ServerResponse) => void
  /** Most requests that were open at the same time. */
  mostOpen(): number
}

export async function startReceiver(): Promise<Receiver> {
  let open = 0
  let most = 0
  const server = createServer((request, response) => {
    open += 1
    most = Math.max(most, open)
    response.on('close', () => {
      open -= 1
    })
    void receive(request, response)
  })
  await once(server.listen(0, '127.0.0.1'), 'listening')
  const receiver: Receiver = {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}/hook`,
    received: [],
    secrets: [],
    respond: (_request, response) => response.writeHead(204).end(),
    mostOpen: () => most,
    async [Symbol.asyncDispose]() {
      server.closeAllConnections()
      await new Promise((done) => server.close(done))
    },
  }

  async function receive(request: IncomingMessage, response: ServerResponse): Promise<void> {
    const body = Buffer.concat(await request.toArray()).toString()
    const { 'webhook-id': id = '', 'webhook-signature': signature = '' } = request.headers as Record<string, string>
    for (const secret of receiver.secrets) new Webhook(secret).verify(body, request.headers as Record<string, string>)
    const { type, data } = JSON.parse(body)
    const key = String(data.visitId ?? data.orderId ?? data.memberId)
    const received = { id, key, type, data, signatures: signature.split(' ') }
    receiver.received.push(received)
    receiver.respond(received, response)
  }
  return receiver
}
