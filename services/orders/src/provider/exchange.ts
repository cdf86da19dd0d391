import { callProvider, type ProviderRequest } from '@kingcar/runtime'
import type { Static, TSchema } from 'typebox'
import { Value } from 'typebox/value'
import { ProviderOutcomeUnknown, ProviderUnreachable } from './provider.ts'

/**
 * Deadlines of reads in milliseconds: for callers, who wait two seconds at most, and longer ones for jobs. A token, a
 * liveness check, a charge and the lookup of its result together take less than the lease of an intent.
 */
export const readDeadlineMs = { forCallers: 1_500, forWorkers: 2_500 }
export type Caller = keyof typeof readDeadlineMs
/** Milliseconds for a call that moves money, on which acquirer and issuer have to agree. */
export const moneyDeadlineMs = 12_000
/** Milliseconds for which a response proves that the provider responds. */
export const aliveForMs = 50

/** The largest response is a page of payments. */
const maxResponseBytes = 4 * 2 ** 20

/**
 * Sends one request.
 * @throws ProviderUnreachable if no connection was made, or ProviderOutcomeUnknown; never with data of the request
 */
export async function exchange(
  url: URL,
  init: ProviderRequest,
  deadlineMs: number,
): Promise<{ status: number; body: unknown }> {
  return callProvider(url.href, init, deadlineMs, maxResponseBytes).catch((error: unknown) => {
    throw isUnsent(error)
      ? new ProviderUnreachable('the provider is unreachable')
      : new ProviderOutcomeUnknown('no response', { cause: nameOf(error) })
  })
}

/** Checks a response against its documented schema. @throws ProviderOutcomeUnknown if it does not match */
export function parseResponse<S extends TSchema>(schema: S, value: unknown): Static<S> {
  if (!Value.Check(schema, value)) throw new ProviderOutcomeUnknown('unexpected response of the provider')
  return value as Static<S>
}

/**
 * Waits for a look-up after a write that was sent. If the look-up fails, the outcome of the write is unknown.
 * @throws ProviderOutcomeUnknown for any failure
 */
export const afterWrite = <T>(lookup: Promise<T>): Promise<T> =>
  lookup.catch((cause: unknown) => {
    throw new ProviderOutcomeUnknown('the response of the provider does not show whether it did what was requested', {
      cause,
    })
  })

/** A reason that may be displayed: one line of at most 200 characters, without digits that could be a card number. */
export const displayableReason = (text: string | null | undefined): string =>
  (text ?? '')
    .replaceAll(/\s+/g, ' ')
    .replaceAll(/\d[\d *-]{4,}\d/g, '…')
    .trim()
    .slice(0, 200) || '알 수 없는 이유'

/** Error codes of connections that were never made. */
const unsent = ['ECONNREFUSED', 'ENOTFOUND', 'EAI_AGAIN', 'EHOSTUNREACH', 'ENETUNREACH', 'UND_ERR_CONNECT_TIMEOUT']

function isUnsent(error: unknown): boolean {
  return error instanceof Error && 'code' in error && unsent.includes(String(error.code))
}

/** Only the error's name: its message may repeat data of the request. */
const nameOf = (error: unknown) => (error instanceof Error ? error.name : 'unknown')
