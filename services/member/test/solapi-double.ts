import { createHmac } from 'node:crypto'
import { once } from 'node:events'
import { createServer, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { text } from 'node:stream/consumers'

/** The response to the next call: a status of the message, an HTTP response, or a network failure. */
type Answer = string | { status: number; body?: unknown; headers?: Record<string, string> } | 'hang' | 'cut'

type Taken = {
  to: string
  from: string
  text: string
  type: string
  subject?: string
  kakaoOptions?: { pfId: string; templateId: string; variables: Record<string, string>; disableSms: boolean }
}

export type Solapi = AsyncDisposable & {
  /** The service's configuration for this server. */
  options: {
    SMS_PROVIDER: 'solapi'
    SMS_FROM: string
    SOLAPI_URL: string
    SOLAPI_API_KEY: string
    SOLAPI_API_SECRET: string
  }
  /** Responses to the next calls, in order; later calls are accepted. */
  plan: Answer[]
  /** Messages of all calls with a valid signature. */
  calls: Taken[]
}

const header = /^HMAC-SHA256 apiKey=(\w+), date=([^,]+), salt=(\w{12,64}), signature=([0-9a-f]{64})$/

/** A local server that implements Solapi's simple sending as documented. */
export async function startSolapi(): Promise<Solapi> {
  const [key, secret] = ['NCSKEY', 'a secret of Solapi']
  const salts = new Set<string>()
  const plan: Answer[] = []
  const calls: Taken[] = []

  /** The error code of a wrong signature. */
  function faultOf(authorization = ''): string | undefined {
    const [, apiKey, date = '', salt = '', signature] = header.exec(authorization) ?? []
    if (apiKey !== key) return 'InvalidApiKey'
    if (!(Math.abs(Date.parse(date) - Date.now()) < 15 * 60_000)) return 'RequestTimeTooSkewed'
    if (salts.has(salt)) return 'DuplicatedSignature'
    salts.add(salt)
    const right = createHmac('sha256', secret).update(date).update(salt).digest('hex')
    return signature === right ? undefined : 'SignatureDoesNotMatch'
  }

  const server = createServer(async (request, response) => {
    const sent = await text(request)
    const fault = request.url === '/messages/v4/send' ? faultOf(request.headers.authorization) : 'NotFound'
    if (fault) return answer(response, 403, { errorCode: fault, errorMessage: fault })
    const { message } = JSON.parse(sent) as { message: Taken }
    calls.push(message)
    const planned = plan.shift() ?? '2000'
    if (planned === 'hang') return
    if (planned === 'cut') return void response.destroy()
    if (typeof planned === 'object') return answer(response, planned.status, planned.body, planned.headers)
    // Like Solapi, the response repeats the numbers.
    answer(response, 200, { ...message, statusCode: planned, statusMessage: `${message.to}`, country: '82' })
  })
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  const { port } = server.address() as AddressInfo
  return {
    options: {
      SMS_PROVIDER: 'solapi',
      SMS_FROM: '02-555-0100',
      SOLAPI_URL: `http://127.0.0.1:${port}/`,
      SOLAPI_API_KEY: key,
      SOLAPI_API_SECRET: secret,
    },
    plan,
    calls,
    async [Symbol.asyncDispose]() {
      server.close()
      server.closeAllConnections()
      await once(server, 'close')
    },
  }
}

function answer(response: ServerResponse, status: number, body: unknown, headers: Record<string, string> = {}): void {
  response.writeHead(status, { 'content-type': 'application/json', ...headers })
  response.end(typeof body === 'string' ? body : JSON.stringify(body))
}
