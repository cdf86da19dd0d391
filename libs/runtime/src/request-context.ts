import { AsyncLocalStorage } from 'node:async_hooks'

/** On whose behalf we work: the request, and the span of its trace within which we are. */
type RequestContext = { requestId: string | undefined; traceparent: string | undefined }

const storage = new AsyncLocalStorage<RequestContext>()

/** Does work on behalf of a request: what it logs and what it emits carries the request's id. */
export const withinRequest = <T>(requestId: string, work: () => T): T =>
  storage.run({ requestId, traceparent: currentTraceparent() }, work)

/** Does work within a span, on behalf of the same request: what it begins, logs and emits belongs to the span's trace. */
export const withinSpan = <T>(traceparent: string, work: () => T): T =>
  storage.run({ requestId: currentRequestId(), traceparent }, work)

/** The request on whose behalf we work; undefined outside of any. */
export const currentRequestId = (): string | undefined => storage.getStore()?.requestId

/** W3C trace context of the span within which we work; undefined outside of any, and where nothing is traced. */
export const currentTraceparent = (): string | undefined => storage.getStore()?.traceparent
