import { AsyncLocalStorage } from 'node:async_hooks'

/** An account that calls: a member, an administrator or a wall screen. */
export type Account = { role: 'admin' | 'member' | 'screen'; id: string }

/** The request and the span that the current work belongs to, and the account that made the request. */
type RequestContext = {
  requestId: string | undefined
  traceparent: string | undefined
  account?: Account | undefined
}

const storage = new AsyncLocalStorage<RequestContext>()

/**
 * Runs work within a request: its log lines and events carry the request's id.
 * @param account is charged with the events; none for work that follows from a request, such as handling its event
 */
export const withinRequest = <T>(requestId: string, work: () => T, account?: Account): T =>
  storage.run({ requestId, traceparent: currentTraceparent(), account }, work)

/** Runs work within a span of the same request: its spans, log lines and events belong to the span's trace. */
export const withinSpan = <T>(traceparent: string, work: () => T): T =>
  storage.run({ requestId: currentRequestId(), traceparent, account: currentAccount() }, work)

/** Id of the current request; undefined outside a request. */
export const currentRequestId = (): string | undefined => storage.getStore()?.requestId

/** The account whose call the current work is; undefined outside a call and for calls without a token. */
export const currentAccount = (): Account | undefined => storage.getStore()?.account

/** W3C trace context of the current span; undefined outside a span, and while tracing is off. */
export const currentTraceparent = (): string | undefined => storage.getStore()?.traceparent
