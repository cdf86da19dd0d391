import { generateKeyPairSync } from 'node:crypto'
import { once } from 'node:events'
import { createServer, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { text } from 'node:stream/consumers'
import { jwtVerify } from 'jose'

/** The response to the next notification: FCM's error code, or a network failure. */
type Answer = { status: number; code?: string } | 'cut'

type Notification = {
  token: string
  notification: { title: string; body: string }
  data: Record<string, string>
  android: { collapse_key: string; notification: { tag: string } }
}

export type Fcm = AsyncDisposable & {
  /** The service's configuration for this server. */
  options: { FCM_URL: string; FCM_SERVICE_ACCOUNT: string }
  /** Responses to the next notifications, in order; later ones are accepted. */
  plan: Answer[]
  /** All notifications with a valid access token. */
  calls: Notification[]
  /** Access tokens that were granted. */
  granted: () => number
  /** Ends all access tokens. */
  revoke(): void
}

/** A local server that implements FCM's HTTP v1 API and Google's token endpoint as documented. */
export async function startFcm(): Promise<Fcm> {
  const { privateKey, publicKey } = generateKeyPairSync('rsa', { modulusLength: 2048 })
  const plan: Answer[] = []
  const calls: Notification[] = []
  let valid = new Set<string>()
  let granted = 0
  let url = ''

  async function grant(form: URLSearchParams, response: ServerResponse): Promise<void> {
    const { payload } = await jwtVerify(form.get('assertion') ?? '', publicKey, { audience: `${url}/token` })
    if (payload.iss !== email || payload.scope !== 'https://www.googleapis.com/auth/firebase.messaging')
      return answer(response, 400, { error: 'invalid_grant' })
    const token = `ya29.${++granted}`
    valid.add(token)
    answer(response, 200, { access_token: token, expires_in: 3_599, token_type: 'Bearer' })
  }

  const server = createServer(async (request, response) => {
    const sent = await text(request)
    if (request.url === '/token') return grant(new URLSearchParams(sent), response)
    const token = request.headers.authorization?.replace(/^Bearer /, '') ?? ''
    if (request.url !== '/v1/projects/kingcar-test/messages:send' || !valid.has(token))
      return answer(response, 401, failure(401, 'UNAUTHENTICATED'))
    const { message } = JSON.parse(sent) as { message: Notification }
    calls.push(message)
    const planned = plan.shift()
    if (planned === 'cut') return void response.destroy()
    if (planned) return answer(response, planned.status, failure(planned.status, planned.code, message.token))
    answer(response, 200, { name: `projects/kingcar-test/messages/${calls.length}` })
  })
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`
  const account = {
    ...{ type: 'service_account', project_id: 'kingcar-test', client_email: email, token_uri: `${url}/token` },
    private_key: privateKey.export({ type: 'pkcs8', format: 'pem' }),
  }
  return {
    options: { FCM_URL: url, FCM_SERVICE_ACCOUNT: JSON.stringify(account) },
    plan,
    calls,
    granted: () => granted,
    revoke: () => {
      valid = new Set()
    },
    async [Symbol.asyncDispose]() {
      server.close()
      server.closeAllConnections()
      await once(server, 'close')
    },
  }
}

const email = 'push@kingcar-test.iam.gserviceaccount.com'

/** Like FCM's, the text of an error repeats what was sent. */
const failure = (status: number, code?: string, sent = '') => ({
  error: {
    ...{ code: status, message: `failed: ${sent}`, status: status === 404 ? 'NOT_FOUND' : 'INVALID_ARGUMENT' },
    ...(code && { details: [{ '@type': 'type.googleapis.com/google.firebase.fcm.v1.FcmError', errorCode: code }] }),
  },
})

function answer(response: ServerResponse, status: number, body: unknown): void {
  response.writeHead(status, { 'content-type': 'application/json' })
  response.end(JSON.stringify(body))
}
