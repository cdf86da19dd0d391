import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { text } from 'node:stream/consumers'
import { loadProgram } from '@kingcar/testing'
import OldClient from 'iamport'
import { Iamport } from 'iamport-rest-client-nodejs'
import type { Simulator } from '../src/open.ts'

/** The simulator's built bundle. */
export const { openSimulator } = await loadProgram('portone-simulator')

export const keys = { key: 'imp_test', secret: 'imp_test_secret' }
export const card = { card_number: '5409-2600-1234-5678', expiry: '2049-12', birth: '880101', pwd_2digit: '12' }
export const ending = (four: string) => Object.assign({}, card, { card_number: `5409-2600-1234-${four}` })

export type Answer = {
  status: number
  code: number
  message: string | null
  response: Record<string, unknown> | null
}

type ReceivedNotice = { type: string | undefined; body: string }

/** A simulator, a merchant's server for its webhooks, and third-party clients: `iamport`, and PortOne's own. */
export type SimulatorClients = AsyncDisposable & {
  simulator: Simulator
  webhookUrl: string
  /** The webhooks that the merchant received. */
  received: ReceivedNotice[]
  old: OldClient
  /** Sends a request by PortOne's own client and returns its response, which has more fields than the client's types. */
  ask(request: { request(client: Iamport): Promise<object> }): Promise<Record<string, unknown>>
  /** Sends an HTTP request, with a token unless an authorization is given. */
  call(method: string, path: string, body?: object | URLSearchParams, authorization?: string): Promise<Answer>
  /** Uses a control. */
  control(name: string, body: object): Promise<Answer>
  /** The bodies of received webhooks, once none is in flight. */
  receivedBodies(): Promise<unknown[]>
  /** Removes all faults and received webhooks. */
  reset(): Promise<void>
  /** A new order number or other name. */
  next(kind?: string): string
}

export async function startSimulatorClients(): Promise<SimulatorClients> {
  const received: ReceivedNotice[] = []
  const merchant = createServer(async (request, response) => {
    received.push({ type: request.headers['content-type'], body: await text(request) })
    response.end()
  })
  await new Promise<void>((resolve) => merchant.listen(0, '127.0.0.1', resolve))
  const webhookUrl = `http://127.0.0.1:${(merchant.address() as AddressInfo).port}/`
  const simulator = await openSimulator(Object.assign({ webhookUrl }, keys))
  const official = new Iamport({ apiKey: keys.key, apiSecret: keys.secret, baseUrl: simulator.url })
  let count = 0
  const call: SimulatorClients['call'] = async (method, path, body, authorization) => {
    const form = body instanceof URLSearchParams
    const response = await fetch(simulator.url + path, {
      method,
      headers: {
        authorization: authorization ?? `Bearer ${await signIn(simulator.url)}`,
        ...(body && { 'content-type': form ? 'application/x-www-form-urlencoded' : 'application/json' }),
      },
      ...(body && { body: form ? body : JSON.stringify(body) }),
    })
    return Object.assign((await response.json()) as Answer, { status: response.status })
  }
  return {
    call,
    control: (name, body) => call('POST', `/control/${name}`, body, ''),
    simulator,
    webhookUrl,
    received,
    old: oldClient(simulator.url),
    next: (kind = 'order') => `${kind}_${++count}`,
    async ask(request) {
      const { data } = (await request.request(official)) as { data: { response: Record<string, unknown> } }
      return data.response
    },
    async receivedBodies() {
      await simulator.settled()
      return received.map(({ body }) => JSON.parse(body))
    },
    async reset() {
      simulator.behave()
      simulator.deliver({ lose: 0, copies: 1, delay: 0, hold: false, form: false })
      await simulator.settled()
      received.length = 0
    },
    async [Symbol.asyncDispose]() {
      await simulator[Symbol.asyncDispose]()
      merchant.closeAllConnections()
      merchant.close()
    },
  }
}

/** The client reads its address from a static field that all instances share. */
export function oldClient(url: string): OldClient {
  const usual = OldClient.DEFAULT_HOST
  OldClient.DEFAULT_HOST = url
  const client = new OldClient({ impKey: keys.key, impSecret: keys.secret })
  OldClient.DEFAULT_HOST = usual
  return client
}

/** Fetches a token. */
export async function signIn(url: string): Promise<string> {
  const body = new URLSearchParams({ imp_key: keys.key, imp_secret: keys.secret })
  const answer = (await (await fetch(`${url}/users/getToken`, { method: 'POST', body })).json()) as Answer
  return String(answer.response?.access_token)
}

/** The code of a client's failure, `IAMPORT_1` for a refusal, `HTTP_404`; or `none`. */
export const codeOf = (work: PromiseLike<unknown>) =>
  Promise.resolve(work).then(
    () => 'none',
    (error: { code?: string }) => error.code,
  )
