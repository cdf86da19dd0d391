import { AppError } from '@kingcar/contract'
import type { Static, TSchema } from 'typebox'
import { Value } from 'typebox/value'

declare global {
  interface JSON {
    /** TC39's "JSON.parse source text access": a number as it was written. Node has it, the compiler's library not yet. */
    parse(text: string, reviver: (key: string, value: unknown, context: { source: string }) => unknown): unknown
  }
}

/** Milliseconds that a provider has for all that one call asks of it: the gateway waits 1,500 for the whole. */
export const patience = 1_000
/** Bytes of an answer. What the providers document stays under 10 KiB. */
const mostBytes = 64 * 1024

/** A provider's answer, read to its end. */
export type Answer = { status: number; headers: Headers; text: string }

/** The provider does not answer, or nothing that can be understood. */
export const away = (cause: unknown) => new AppError('UNAVAILABLE', { retryAfter: 1, cause })

/**
 * Asks a provider. Follows no redirect, which could lead a token anywhere, and reads no answer without bound.
 * @throws AppError UNAVAILABLE where no whole answer comes before the signal
 */
export async function ask(url: string, init: RequestInit & { signal: AbortSignal }): Promise<Answer> {
  try {
    const response = await fetch(url, { ...init, redirect: 'error' })
    return { status: response.status, headers: response.headers, text: await readAll(response) }
  } catch (cause) {
    throw away(cause)
  }
}

async function readAll({ body }: Response): Promise<string> {
  const chunks: Uint8Array[] = []
  let bytes = 0
  for await (const chunk of body ?? []) {
    bytes += chunk.byteLength
    if (bytes > mostBytes) throw new Error('the answer is too long')
    chunks.push(chunk)
  }
  return Buffer.concat(chunks).toString()
}

/** The body of a form, as OAuth 2 wants it. */
export const form = (fields: Record<string, string>) => ({ method: 'POST', body: new URLSearchParams(fields) })

/**
 * An answer's JSON in its documented shape. A whole number that a double cannot hold is given as its text: ids of Kakao
 * have 64 bits.
 * @returns undefined for anything else
 */
export function read<T extends TSchema>(shape: T, { text }: Pick<Answer, 'text'>): Static<T> | undefined {
  try {
    const value: unknown = JSON.parse(text, (_name, part, { source }) =>
      typeof part === 'number' && !Number.isSafeInteger(part) ? source : part,
    )
    return Value.Check(shape, value) ? value : undefined
  } catch {
    return undefined // no JSON
  }
}
