import { AsyncLocalStorage } from 'node:async_hooks'

/** The request and the span that the current work belongs to. */
type RequestContext = { requestId: string | undefined; traceparent: string | undefined }

const storage = new AsyncLocalStorage<RequestContext>()

/** Runs work within a request: its log lines and events carry the request's id. */
export const withinRequest = <T>(requestId: string, work: () => T): T =>
  storage.run({ requestId, traceparent: currentTraceparent() }, work)

/** Runs work within a span of the same request: its spans, log lines and events belong to the span's trace. */
export const withinSpan = <T>(traceparent: string, work: () => T): T =>
  storage.run({ requestId: currentRequestId(), traceparent }, work)

/** Id of the current request; undefined outside a request. */
export const currentRequestId = (): string | undefined => storage.getStore()?.requestId

/** W3C trace context of the current span; undefined outside a span, and while tracing is off. */
export const currentTraceparent = (): string | undefined => storage.getStore()?.traceparent
