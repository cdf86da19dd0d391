import { AppError } from '@kingcar/contract'
import { callProvider, type ProviderRequest, type ProviderResponse } from '@kingcar/runtime'
import type { Static, TSchema } from 'typebox'
import { Value } from 'typebox/value'

/** Milliseconds for all requests to a provider that one call needs. The gateway waits 1,500 ms for the call. */
export const providerTimeout = 1_000

/** The error of a call whose provider does not respond, or not as documented. */
export const unavailable = (cause: unknown) => new AppError('UNAVAILABLE', { retryAfter: 1, cause })

/** @throws AppError UNAVAILABLE if no complete response arrives in time */
export async function requestProvider(
  url: string,
  request: ProviderRequest = {},
  deadline: number | AbortSignal = providerTimeout,
): Promise<ProviderResponse> {
  try {
    return await callProvider(url, request, deadline)
  } catch (cause) {
    throw unavailable(cause)
  }
}

/** A POST of form fields, as OAuth 2 requires it. */
export const formRequest = (fields: Record<string, string>, headers: Record<string, string> = {}) => ({
  method: 'POST' as const,
  headers: { ...headers, 'content-type': 'application/x-www-form-urlencoded' },
  body: new URLSearchParams(fields).toString(),
})

/** The value if it matches the schema; otherwise undefined. */
export const parseAs = <T extends TSchema>(schema: T, value: unknown): Static<T> | undefined =>
  Value.Check(schema, value) ? value : undefined
