import { traced } from './spans.ts'

/** Bytes of an answer that are read, where nobody asks for lists. */
const usualAnswer = 64 * 1024

declare global {
  interface JSON {
    /** TC39's "JSON.parse source text access": a number as it was written. Node has it, the compiler's library not yet. */
    parse(text: string, reviver: (key: string, value: unknown, context: { source: string }) => unknown): unknown
  }
}

/** What is asked of a provider: GET where nothing else is said. */
export type ProviderRequest = {
  method?: 'GET' | 'POST' | 'DELETE'
  headers?: Record<string, string>
  body?: string
}
/** What a provider answered. Names of headers are in lower case; `body` is its JSON as `parseJson` gives it. */
export type ProviderResponse = { status: number; headers: Record<string, string | string[] | undefined>; body: unknown }

/**
 * Calls a provider over HTTP: one deadline for all of it, no redirects (a 3xx is given as it is), a bounded answer. By
 * undici itself: its `fetch` takes two to three times the CPU (`npm run bench -- orders`).
 * @param deadline milliseconds, or a signal where several calls share it
 * @param longest answer that is read, bytes
 * @throws Error where it cannot be reached, is late, or says too much; without anything of the request
 */
export async function callProvider(
  url: string,
  asked: ProviderRequest,
  deadline: number | AbortSignal,
  longest = usualAnswer,
): Promise<ProviderResponse> {
  if (typeof deadline !== 'number') return ask(url, asked, deadline, longest)
  // `AbortSignal.timeout` would go on after the answer, and end in an error that nobody sees.
  const late = new AbortController()
  const timer = setTimeout(() => late.abort(new Error(`no answer within ${deadline} ms`)), deadline)
  return await ask(url, asked, late.signal, longest).finally(() => clearTimeout(timer))
}

async function ask(
  url: string,
  asked: ProviderRequest,
  signal: AbortSignal,
  longest: number,
): Promise<ProviderResponse> {
  const { request } = await import('undici') // a process that asks no provider does not load it
  const { method = 'GET' } = asked
  const host = URL.parse(url)?.host ?? 'unknown' // and no path, in which keys of cards and people stand
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
    if (bytes > longest) throw new Error('the provider said too much')
    chunks.push(chunk)
  }
  return Buffer.concat(chunks).toString()
}

/** What text has that may hold a number other than a safe integer. */
const suspicious = /\d{16}|\d[.eE]/

/**
 * What JSON text says; undefined where it is none. A whole number that a double cannot hold is given as its text: ids of
 * Kakao have 64 bits.
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
