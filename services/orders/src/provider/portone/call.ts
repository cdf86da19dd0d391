import { callProvider, compiled } from '@kingcar/runtime'
import Type, { type Static, type TSchema } from 'typebox'
import { Value } from 'typebox/value'
import { createCircuitBreaker } from '../circuit-breaker.ts'
import { ProviderOutcomeUnknown, ProviderRefused, ProviderUnreachable } from '../provider.ts'

/**
 * Milliseconds for what only reads: within the two seconds of a call to us, and where nobody waits for it; a token, a sign of
 * life, a charge and a look at what came of it together within the lease of an intent.
 */
const readDeadlineMs = { forCallers: 1_500, forWorkers: 2_500 }
/** Milliseconds for what an acquirer and an issuer have to agree on. */
const moneyDeadlineMs = 12_000
/** Milliseconds for which an answer shows that the provider is there. */
const aliveForMs = 50

/** Bytes of an answer: a page of payments. */
const maxResponseBytes = 4 * 2 ** 20

/** Seconds before its end at which a token is not used any more. */
const tokenMarginSeconds = 60

export type Request = {
  method: 'GET' | 'POST' | 'DELETE'
  path: string
  query?: Record<string, string | readonly string[]>
  body?: object
  /** Takes as long as a payment may. */
  movesMoney?: boolean
}

/** What was asked for. To a question 404 and 207, only some of it, are answers, too. */
export type CallResult = { status: number; response: unknown }
export type Call = (request: Request) => Promise<CallResult>

type Options = { baseUrl: string; impKey: string; impSecret: string }
export type Caller = keyof typeof readDeadlineMs

const Envelope = Type.Object({
  code: Type.Integer(),
  message: Type.Optional(Type.Union([Type.String(), Type.Null()])),
  response: Type.Optional(Type.Unknown()),
})
const isEnvelope = (answer: unknown): answer is Static<typeof Envelope> => compiled(Envelope).Check(answer)
const Token = Type.Object({ access_token: Type.String(), expired_at: Type.Number(), now: Type.Number() })

/**
 * Calls PortOne's V1: signs in with a token that is kept for as long as the server says, by the server's own clock, and
 * signs in again once where a token is not taken. A business failure comes as HTTP 200 with another code than 0.
 * @throws Refused, Away or Unknown; without anything of the request
 */
export function createCall({ baseUrl, impKey, impSecret }: Options, patience: Caller = 'forCallers'): Call {
  const base = baseUrl.replace(/(?<!\/)\/+$/, '')
  const guarded = createCircuitBreaker()
  let token: Promise<{ text: string; until: number }> | undefined
  let lastResponseAt = Number.NEGATIVE_INFINITY
  /** Of life, while it is waited for. */
  let livenessCheck: Promise<unknown> | undefined

  const requestToken = () =>
    exchange({ method: 'POST', path: '/users/getToken', body: { imp_key: impKey, imp_secret: impSecret } })

  async function signIn(): Promise<{ text: string; until: number }> {
    const began = performance.now()
    const { status, envelope } = await requestToken()
    if (status === 401 || envelope?.code !== 0)
      throw new ProviderUnreachable(`the provider takes our keys not: ${status}`)
    const given: Static<typeof Token> = parseResponse(Token, envelope.response)
    const seconds = given.expired_at - given.now - tokenMarginSeconds
    return { text: given.access_token, until: began + seconds * 1_000 }
  }

  /** The kept token; who comes while it is fetched waits for the same one. */
  async function currentToken(): Promise<string> {
    token ??= newToken()
    const pending = token
    const kept = await pending
    if (performance.now() < kept.until) return kept.text
    if (token === pending) token = newToken()
    token ??= newToken()
    return (await token).text
  }

  const newToken = () =>
    signIn().catch((error: unknown) => {
      token = undefined
      throw error instanceof ProviderOutcomeUnknown ? new ProviderUnreachable('no token', { cause: error }) : error
    })

  /**
   * A payment may take ten seconds, a provider that is silent not: it is asked for what it answers at once, and whoever
   * wants to pay learns in time that nothing was charged.
   */
  async function assertResponsive(): Promise<void> {
    if (performance.now() - lastResponseAt < aliveForMs) return
    livenessCheck ??= requestToken().finally(() => {
      livenessCheck = undefined
    })
    await livenessCheck.catch((cause: unknown) => {
      throw new ProviderUnreachable('the provider is silent', { cause })
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
    const asked = { method, headers, ...(body === undefined ? {} : { body: JSON.stringify(body) }) }
    const { status, body: answer } = await callProvider(
      url.href,
      asked,
      movesMoney ? moneyDeadlineMs : readDeadlineMs[patience],
      maxResponseBytes,
    ).catch((error: unknown) => {
      throw isUnsent(error)
        ? new ProviderUnreachable('the provider is not there')
        : new ProviderOutcomeUnknown('no answer', { cause: nameOf(error) })
    })
    lastResponseAt = performance.now()
    if (status >= 500 || status === 429) throw new ProviderOutcomeUnknown(`the provider is not able to: ${status}`)
    return { status, envelope: isEnvelope(answer) ? answer : undefined }
  }

  async function attempt(request: Request): Promise<CallResult> {
    const kept = await currentToken()
    if (request.movesMoney) await assertResponsive()
    const first = await exchange(request, kept)
    if (first.status !== 401) return toResult(request, first)
    token = undefined
    return toResult(request, await exchange(request, await currentToken()))
  }

  return (request) => guarded(() => attempt(request))
}

type Exchanged = { status: number; envelope: Static<typeof Envelope> | undefined }

function toResult({ method }: Request, { status, envelope }: Exchanged): CallResult {
  if (status === 401) throw new ProviderUnreachable('the provider takes our token not')
  if (!envelope) throw new ProviderOutcomeUnknown(`the provider answered something else: ${status}`)
  if (method === 'GET' && (status === 404 || status === 207)) return { status, response: envelope.response }
  if (status !== 200 || envelope.code !== 0) throw new ProviderRefused(displayableReason(envelope.message))
  return { status, response: envelope.response }
}

/** What the provider says, in the form that its documents promise. @throws Unknown where it is another one */
export function parseResponse<S extends TSchema>(schema: S, value: unknown): Static<S> {
  if (!Value.Check(schema, value)) throw new ProviderOutcomeUnknown('the provider answered something else')
  return value as Static<S>
}

/** A reason as people may read it: one line, not long, and no number in it that could be a card's. */
export const displayableReason = (text: string | null | undefined): string =>
  (text ?? '')
    .replaceAll(/\s+/g, ' ')
    .replaceAll(/\d[\d *-]{4,}\d/g, '…')
    .trim()
    .slice(0, 200) || '알 수 없는 이유'

/** Failures of a connection that was never made. */
const unsent = ['ECONNREFUSED', 'ENOTFOUND', 'EAI_AGAIN', 'EHOSTUNREACH', 'ENETUNREACH', 'UND_ERR_CONNECT_TIMEOUT']

function isUnsent(error: unknown): boolean {
  return error instanceof Error && 'code' in error && unsent.includes(String(error.code))
}

/** Kind of a failure alone: its text may repeat what was sent. */
const nameOf = (error: unknown) => (error instanceof Error ? error.name : 'unknown')
