import { traced } from './spans.ts'

/** Default limit of a response, in bytes; enough where no lists are requested. */
const defaultLimit = 64 * 1024

declare global {
  interface JSON {
    /** TC39's "JSON.parse source text access": gives a number as it was written. Node has it; TypeScript's library does not yet. */
    parse(text: string, reviver: (key: string, value: unknown, context: { source: string }) => unknown): unknown
  }
}

/** A request to a provider; GET by default. */
export type ProviderRequest = {
  method?: 'GET' | 'POST' | 'DELETE'
  headers?: Record<string, string>
  body?: string
}
/** A provider's response. Header names are in lower case; `body` is its JSON as `parseJson` returns it. */
export type ProviderResponse = { status: number; headers: Record<string, string | string[] | undefined>; body: unknown }

/**
 * Calls a provider over HTTP, with one deadline for the whole call, a size limit for the response, and without
 * following redirects (a 3xx is returned). Uses undici's `request`, since `fetch` takes two to three times the CPU
 * (`npm run bench -- orders`).
 * @param deadline milliseconds, or a signal that several calls share
 * @param longest maximum response size in bytes
 * @throws Error when the provider is unreachable, late or exceeds the size; the error contains no part of the request
 */
export async function callProvider(
  url: string,
  asked: ProviderRequest,
  deadline: number | AbortSignal,
  longest = defaultLimit,
): Promise<ProviderResponse> {
  if (typeof deadline !== 'number') return ask(url, asked, deadline, longest)
  // The timer of `AbortSignal.timeout` could not be cleared after the response.
  const late = new AbortController()
  const timer = setTimeout(() => late.abort(new Error(`no response within ${deadline} ms`)), deadline)
  return await ask(url, asked, late.signal, longest).finally(() => clearTimeout(timer))
}

async function ask(
  url: string,
  asked: ProviderRequest,
  signal: AbortSignal,
  longest: number,
): Promise<ProviderResponse> {
  const { request } = await import('undici') // loaded only by processes that call a provider
  const { method = 'GET' } = asked
  const host = URL.parse(url)?.host ?? 'unknown' // without the path, which contains keys of cards and people
  const attributes = { 'http.request.method': method, 'server.address': host }
  return traced(`${method} ${host}`, { kind: 'client', attributes }, async (span) => {
    const { statusCode: status, headers, body } = await request(url, { ...asked, signal })
    span?.set('http.response.status_code', status)
    return { status, headers, body: parseJson(await readBounded(body, longest)) }
  })
}

async function readBounded(body: AsyncIterable<Uint8Array>, longest: number): Promise<string> {
  const chunks: Uint8Array[] = []
  let bytes = 0
  for await (const chunk of body) {
    bytes += chunk.byteLength
    if (bytes > longest) throw new Error('the response of the provider is too large')
    chunks.push(chunk)
  }
  return Buffer.concat(chunks).toString()
}

/** Matches any text with a number that may not be a safe integer. */
const suspicious = /\d{16}|\d[.eE]/

/**
 * Parses JSON; undefined if the text is not JSON. A number that is not a safe integer is returned as its text: Kakao's ids
 * have 64 bits.
 */
export function parseJson(text: string): unknown {
  try {
    if (!suspicious.test(text)) return JSON.parse(text)
    return JSON.parse(text, (_name, part, { source }) =>
      typeof part === 'number' && !Number.isSafeInteger(part) ? source : part,
    )
  } catch {
    return undefined
  }
}
