import { callProvider, compiled } from '@kingcar/runtime'
import Type, { type Static, type TSchema } from 'typebox'
import { Value } from 'typebox/value'
import { createBreaker } from '../circuit-breaker.ts'
import { Away, Refused, Unknown } from '../provider.ts'

/**
 * Milliseconds for what only reads: within the two seconds of a call to us, and where nobody waits for it; a token, a sign of
 * life, a charge and a look at what came of it together within the lease of an intent.
 */
const readDeadline = { forCallers: 1_500, forWorkers: 2_500 }
/** Milliseconds for what an acquirer and an issuer have to agree on. */
const moveDeadline = 12_000
/** Milliseconds for which an answer shows that the provider is there. */
const lately = 50

/** Bytes of an answer: a page of payments. */
const longestAnswer = 4 * 2 ** 20

/** Seconds before its end at which a token is not used any more. */
const tokenMargin = 60

export type Request = {
  method: 'GET' | 'POST' | 'DELETE'
  path: string
  query?: Record<string, string | readonly string[]>
  body?: object
  /** Takes as long as a payment may. */
  moves?: boolean
}

/** What was asked for. To a question 404 and 207, only some of it, are answers, too. */
export type Called = { status: number; response: unknown }
export type Call = (request: Request) => Promise<Called>

type Options = { baseUrl: string; impKey: string; impSecret: string }
export type Patience = keyof typeof readDeadline

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
export function createCall({ baseUrl, impKey, impSecret }: Options, patience: Patience = 'forCallers'): Call {
  const base = baseUrl.replace(/(?<!\/)\/+$/, '')
  const guarded = createBreaker()
  let token: Promise<{ text: string; until: number }> | undefined
  let heardAt = Number.NEGATIVE_INFINITY
  /** Of life, while it is waited for. */
  let sign: Promise<unknown> | undefined

  const askForToken = () =>
    exchange({ method: 'POST', path: '/users/getToken', body: { imp_key: impKey, imp_secret: impSecret } })

  async function signIn(): Promise<{ text: string; until: number }> {
    const began = performance.now()
    const { status, envelope } = await askForToken()
    if (status === 401 || envelope?.code !== 0) throw new Away(`the provider takes our keys not: ${status}`)
    const given: Static<typeof Token> = expectForm(Token, envelope.response)
    const seconds = given.expired_at - given.now - tokenMargin
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
      throw error instanceof Unknown ? new Away('no token', { cause: error }) : error
    })

  /**
   * A payment may take ten seconds, a provider that is silent not: it is asked for what it answers at once, and whoever
   * wants to pay learns in time that nothing was charged.
   */
  async function assertThere(): Promise<void> {
    if (performance.now() - heardAt < lately) return
    sign ??= askForToken().finally(() => {
      sign = undefined
    })
    await sign.catch((cause: unknown) => {
      throw new Away('the provider is silent', { cause })
    })
  }

  async function exchange({ method, path, query, body, moves }: Request, authorization?: string) {
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
      moves ? moveDeadline : readDeadline[patience],
      longestAnswer,
    ).catch((error: unknown) => {
      throw isUnsent(error) ? new Away('the provider is not there') : new Unknown('no answer', { cause: nameOf(error) })
    })
    heardAt = performance.now()
    if (status >= 500 || status === 429) throw new Unknown(`the provider is not able to: ${status}`)
    return { status, envelope: isEnvelope(answer) ? answer : undefined }
  }

  async function attempt(request: Request): Promise<Called> {
    const kept = await currentToken()
    if (request.moves) await assertThere()
    const first = await exchange(request, kept)
    if (first.status !== 401) return judge(request, first)
    token = undefined
    return judge(request, await exchange(request, await currentToken()))
  }

  return (request) => guarded(() => attempt(request))
}

type Exchanged = { status: number; envelope: Static<typeof Envelope> | undefined }

function judge({ method }: Request, { status, envelope }: Exchanged): Called {
  if (status === 401) throw new Away('the provider takes our token not')
  if (!envelope) throw new Unknown(`the provider answered something else: ${status}`)
  if (method === 'GET' && (status === 404 || status === 207)) return { status, response: envelope.response }
  if (status !== 200 || envelope.code !== 0) throw new Refused(shownReason(envelope.message))
  return { status, response: envelope.response }
}

/** What the provider says, in the form that its documents promise. @throws Unknown where it is another one */
export function expectForm<S extends TSchema>(schema: S, value: unknown): Static<S> {
  if (!Value.Check(schema, value)) throw new Unknown('the provider answered something else')
  return value as Static<S>
}

/** A reason as people may read it: one line, not long, and no number in it that could be a card's. */
export const shownReason = (text: string | null | undefined): string =>
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
