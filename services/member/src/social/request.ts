import { AppError } from '@kingcar/contract'
import { callProvider, type ProviderRequest, type ProviderResponse } from '@kingcar/runtime'
import type { Static, TSchema } from 'typebox'
import { Value } from 'typebox/value'

/** Milliseconds that a provider has for all that one call asks of it: the gateway waits 1,500 for the whole. */
export const patience = 1_000

/** The provider does not answer, or nothing that can be understood. */
export const away = (cause: unknown) => new AppError('UNAVAILABLE', { retryAfter: 1, cause })

/** Asks a provider. @throws AppError UNAVAILABLE where no whole answer comes in time */
export async function ask(
  url: string,
  asked: ProviderRequest = {},
  deadline: number | AbortSignal = patience,
): Promise<ProviderResponse> {
  try {
    return await callProvider(url, asked, deadline)
  } catch (cause) {
    throw away(cause)
  }
}

/** The body of a form, as OAuth 2 wants it. */
export const form = (fields: Record<string, string>, headers: Record<string, string> = {}) => ({
  method: 'POST' as const,
  headers: { ...headers, 'content-type': 'application/x-www-form-urlencoded' },
  body: new URLSearchParams(fields).toString(),
})

/** What was said, where it has the documented shape. */
export const read = <T extends TSchema>(shape: T, said: unknown): Static<T> | undefined =>
  Value.Check(shape, said) ? said : undefined
