import { ErrorCode, type JetStreamManager, type NatsConnection, NatsError } from 'nats'
import { retryTransient } from '../connection/jetstream.ts'

/**
 * Error codes of nats-server (errors.json) after which a retry may succeed: the servers of a cluster have not found each
 * other yet (JSClusterNoPeersErrF, JSClusterNotAvailErr), or a removed stream of that name is still being deleted
 * (JSStreamCreateErrF).
 */
const transientErrors = [10005, 10008, 10049]

/** In ms: time limit of one response, and the time after which no further attempt is made. */
export const responseTimeout = 10_000
const retryTimeout = 30_000

/**
 * Retries an idempotent management request for 30 s after transient errors and timeouts: a cluster that is electing its
 * leader leaves requests unanswered.
 */
export const retryManagement = <T>(attempt: () => Promise<T>): Promise<T> =>
  retryTransient(attempt, (cause) => cause instanceof NatsError && isTransient(cause), retryTimeout)

/**
 * The manager of streams and consumers. Skips the client's account check, because the client does not retry that check
 * after a timeout.
 * @param timeout of one response, in ms
 */
export const openManager = (connection: NatsConnection, timeout: number): Promise<JetStreamManager> =>
  connection.jetstreamManager({ timeout, checkAPI: false })

/** The names of all streams. */
export const streamNames = (manager: JetStreamManager): Promise<string[]> =>
  retryManagement(() => Array.fromAsync(manager.streams.names()))

/** Error codes of nats-server: JSStreamNotFoundErr, JSConsumerNotFoundErr. */
const streamNotFound = 10059
export const consumerNotFound = 10014

/** Removes a stream if it exists: an earlier attempt without a response may have removed it. */
export const removeStream = (manager: JetStreamManager, name: string): Promise<void> =>
  unlessMissing(streamNotFound, () => manager.streams.delete(name))

/** Retries a removal and ignores the error code of a missing entity. */
export async function unlessMissing(missing: number, remove: () => Promise<unknown>): Promise<void> {
  try {
    await retryManagement(remove)
  } catch (cause) {
    if (!(cause instanceof NatsError && cause.api_error?.err_code === missing)) throw cause
  }
}

const isTransient = ({ code, api_error }: NatsError): boolean =>
  code === ErrorCode.Timeout || transientErrors.includes(api_error?.err_code ?? 0)
