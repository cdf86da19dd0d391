import { AsyncLocalStorage } from 'node:async_hooks'

const storage = new AsyncLocalStorage<string>()

/** Does work on behalf of a request: what it logs and what it emits carries the request's id. */
export const withinRequest = <T>(requestId: string, work: () => T): T => storage.run(requestId, work)

/** The request on whose behalf we work; undefined outside of any. */
export const currentRequestId = (): string | undefined => storage.getStore()
