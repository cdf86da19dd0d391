import { compiled } from '@kingcar/runtime'
import Type, { type Static } from 'typebox'
import { chargeFailureOf } from '../charge-failure.ts'
import { createCircuitBreaker } from '../circuit-breaker.ts'
import { aliveForMs, type Caller, displayableReason, exchange, moneyDeadlineMs, readDeadlineMs } from '../exchange.ts'
import { ProviderOutcomeUnknown, ProviderRefused, ProviderUnreachable } from '../provider.ts'

export type Request = {
  method: 'GET' | 'POST' | 'DELETE'
  path: string
  body?: object
  /** Has the deadline of a payment, and a liveness check before it. */
  movesMoney?: boolean
  /** Names the attempt of a write, so that a repetition gets the first response: PortOne knows it for three hours. */
  attempt?: string
}

/** @returns the response, or undefined if a GET found nothing */
export type Call = (request: Request) => Promise<unknown>

type Options = {
  baseUrl: string
  apiSecret: string
  storeId: string
  /** Milliseconds of the circuit breaker's clock. */
  now?: () => number
}

const Failure = Type.Object({
  type: Type.String(),
  message: Type.Optional(Type.Union([Type.String(), Type.Null()])),
  pgMessage: Type.Optional(Type.Union([Type.String(), Type.Null()])),
})
const isFailure = (body: unknown): body is Static<typeof Failure> => compiled(Failure).Check(body)

/** No payment has this id, so that looking it up is fast. */
const nobodysPayment = '/payments/liveness-check'

/**
 * Calls PortOne's API V2. A failure has a `type`; that of a payment gateway is HTTP 502 with its own text.
 * @throws ProviderRefused, ProviderUnreachable or ProviderOutcomeUnknown, never with data of the request
 */
export function createV2Call({ baseUrl, apiSecret, storeId, now }: Options, patience: Caller = 'forCallers'): Call {
  const base = baseUrl.replace(/(?<!\/)\/+$/, '')
  const guarded = createCircuitBreaker(now)
  let lastResponseAt = Number.NEGATIVE_INFINITY
  /** The liveness check in flight. */
  let livenessCheck: Promise<unknown> | undefined

  async function send({ method, path, body, movesMoney, attempt }: Request): Promise<unknown> {
    const url = new URL(base + path)
    if (method === 'GET' && body !== undefined) url.searchParams.set('requestBody', JSON.stringify(body))
    else if (method !== 'POST') url.searchParams.set('storeId', storeId)
    const sent = method === 'POST' ? { body: JSON.stringify({ storeId, ...body }) } : {}
    const headers = {
      authorization: `PortOne ${apiSecret}`,
      ...(sent.body === undefined ? {} : { 'content-type': 'application/json' }),
      ...(attempt === undefined ? {} : { 'idempotency-key': `"${attempt}"` }),
    }
    const { status, body: answer } = await exchange(
      url,
      { method, headers, ...sent },
      movesMoney ? moneyDeadlineMs : readDeadlineMs[patience],
    )
    lastResponseAt = performance.now()
    return toResult(method, status, answer)
  }

  /** As with V1: if the provider does not respond, the caller must be informed in time that nothing was charged. */
  async function assertResponsive(): Promise<void> {
    if (performance.now() - lastResponseAt < aliveForMs) return
    livenessCheck ??= send({ method: 'GET', path: nobodysPayment }).finally(() => {
      livenessCheck = undefined
    })
    await livenessCheck.catch((cause: unknown) => {
      if (cause instanceof ProviderRefused) return
      throw new ProviderUnreachable('the provider does not respond', { cause })
    })
  }

  return (request) =>
    guarded(async () => {
      if (request.movesMoney) await assertResponsive()
      return send(request)
    })
}

function toResult(method: Request['method'], status: number, answer: unknown): unknown {
  if (status === 200 && typeof answer === 'object') return answer
  if (!isFailure(answer)) throw new ProviderOutcomeUnknown(`unexpected response of the provider: HTTP ${status}`)
  const { type, message, pgMessage } = answer
  if (status === 401 || status === 403) throw new ProviderUnreachable(`the provider rejected the API secret: ${type}`)
  if (method === 'GET' && status === 404) return undefined
  if (type === 'PG_PROVIDER') {
    const text = pgMessage ?? message
    throw new ProviderRefused(displayableReason(text), chargeFailureOf(text))
  }
  // the earlier request with this key is still in progress
  if (status === 429 || status >= 500 || type === 'IDEMPOTENCY_OUTSTANDING_REQUEST')
    throw new ProviderOutcomeUnknown(`the provider failed: HTTP ${status} ${type}`)
  throw new ProviderRefused(displayableReason(message ?? type), chargeFailureOf(message))
}
