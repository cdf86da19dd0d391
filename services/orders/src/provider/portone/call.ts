import { compiled } from '@kingcar/runtime'
import Type, { type Static } from 'typebox'
import { chargeFailureOf } from '../charge-failure.ts'
import { createCircuitBreaker } from '../circuit-breaker.ts'
import {
  aliveForMs,
  type Caller,
  displayableReason,
  moneyDeadlineMs,
  parseResponse,
  readDeadlineMs,
  exchange as send,
} from '../exchange.ts'
import { ProviderOutcomeUnknown, ProviderRefused, ProviderUnreachable } from '../provider.ts'

/** A token is not used in its last seconds. */
const tokenMarginSeconds = 60

export type Request = {
  method: 'GET' | 'POST' | 'DELETE'
  path: string
  query?: Record<string, string | readonly string[]>
  body?: object
  /** Has the deadline of a payment, and a liveness check before it. */
  movesMoney?: boolean
}

/** A successful response; for GET also 404, and 207 where only a part was found. */
export type CallResult = { status: number; response: unknown }
export type Call = (request: Request) => Promise<CallResult>

type Options = {
  baseUrl: string
  impKey: string
  impSecret: string
  /** Milliseconds of the circuit breaker's clock. */
  now?: () => number
}

const Envelope = Type.Object({
  code: Type.Integer(),
  message: Type.Optional(Type.Union([Type.String(), Type.Null()])),
  response: Type.Optional(Type.Unknown()),
})
const isEnvelope = (body: unknown): body is Static<typeof Envelope> => compiled(Envelope).Check(body)
const Token = Type.Object({ access_token: Type.String(), expired_at: Type.Number(), now: Type.Number() })

/**
 * Calls PortOne's API V1. The access token is cached for as long as the server's clock says, and replaced once where it is
 * rejected. PortOne reports a business failure as HTTP 200 with a code other than 0.
 * @throws ProviderRefused, ProviderUnreachable or ProviderOutcomeUnknown, never with data of the request
 */
export function createCall({ baseUrl, impKey, impSecret, now }: Options, patience: Caller = 'forCallers'): Call {
  const base = baseUrl.replace(/(?<!\/)\/+$/, '')
  const guarded = createCircuitBreaker(now)
  let token: Promise<{ text: string; until: number }> | undefined
  let lastResponseAt = Number.NEGATIVE_INFINITY
  /** The liveness check in flight. */
  let livenessCheck: Promise<unknown> | undefined

  const requestToken = () =>
    exchange({ method: 'POST', path: '/users/getToken', body: { imp_key: impKey, imp_secret: impSecret } })

  async function signIn(): Promise<{ text: string; until: number }> {
    const began = performance.now()
    const { status, envelope } = await requestToken()
    if (status === 401 || envelope?.code !== 0)
      throw new ProviderUnreachable(`the provider rejected the API keys: HTTP ${status}`)
    const issued: Static<typeof Token> = parseResponse(Token, envelope.response)
    const seconds = issued.expired_at - issued.now - tokenMarginSeconds
    return { text: issued.access_token, until: began + seconds * 1_000 }
  }

  /** The cached token (single flight: concurrent calls await the same fetch). */
  async function currentToken(): Promise<string> {
    token ??= newToken()
    const pending = token
    const cached = await pending
    if (performance.now() < cached.until) return cached.text
    if (token === pending) token = newToken()
    token ??= newToken()
    return (await token).text
  }

  const newToken = () =>
    signIn().catch((error: unknown) => {
      token = undefined
      throw error instanceof ProviderOutcomeUnknown
        ? new ProviderUnreachable('no access token', { cause: error })
        : error
    })

  /**
   * A payment may take ten seconds, but if the provider does not respond, the caller must be informed in time that
   * nothing was charged. So a fast token request comes before the payment.
   */
  async function assertResponsive(): Promise<void> {
    if (performance.now() - lastResponseAt < aliveForMs) return
    livenessCheck ??= requestToken().finally(() => {
      livenessCheck = undefined
    })
    await livenessCheck.catch((cause: unknown) => {
      throw new ProviderUnreachable('the provider does not respond', { cause })
    })
  }

  async function exchange({ method, path, query, body, movesMoney }: Request, authorization?: string) {
    const url = new URL(base + path)
    for (const [name, value] of Object.entries(query ?? {}))
      for (const each of [value].flat()) url.searchParams.append(name, each)
    const headers = {
      ...(authorization === undefined ? {} : { authorization: `Bearer ${authorization}` }),
      ...(body === undefined ? {} : { 'content-type': 'application/json' }),
    }
    const init = { method, headers, ...(body === undefined ? {} : { body: JSON.stringify(body) }) }
    const deadlineMs = movesMoney ? moneyDeadlineMs : readDeadlineMs[patience]
    const { status, body: answer } = await send(url, init, deadlineMs)
    lastResponseAt = performance.now()
    if (status >= 500 || status === 429) throw new ProviderOutcomeUnknown(`the provider failed: HTTP ${status}`)
    return { status, envelope: isEnvelope(answer) ? answer : undefined }
  }

  async function attempt(request: Request): Promise<CallResult> {
    const cached = await currentToken()
    if (request.movesMoney) await assertResponsive()
    const first = await exchange(request, cached)
    if (first.status !== 401) return toResult(request, first)
    token = undefined
    return toResult(request, await exchange(request, await currentToken()))
  }

  return (request) => guarded(() => attempt(request))
}

type Exchanged = { status: number; envelope: Static<typeof Envelope> | undefined }

function toResult({ method }: Request, { status, envelope }: Exchanged): CallResult {
  if (status === 401) throw new ProviderUnreachable('the provider rejected the access token')
  if (!envelope) throw new ProviderOutcomeUnknown(`unexpected response of the provider: HTTP ${status}`)
  if (method === 'GET' && (status === 404 || status === 207)) return { status, response: envelope.response }
  if (status !== 200 || envelope.code !== 0)
    throw new ProviderRefused(displayableReason(envelope.message), chargeFailureOf(envelope.message))
  return { status, response: envelope.response }
}
