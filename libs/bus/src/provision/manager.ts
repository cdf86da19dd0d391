import { ErrorCode, type JetStreamManager, type NatsConnection, NatsError } from 'nats'
import { retryTransient } from '../connection/jetstream.ts'

/**
 * nats-server's numbers for what may pass (errors.json): servers of a cluster have not heard of each other yet
 * (JSClusterNoPeersErrF, JSClusterNotAvailErr), or what a stream of that name held is still being removed (JSStreamCreateErrF).
 */
const passing = [10005, 10008, 10049]

/** Milliseconds for one answer, and after which no other try is begun. */
export const responseTimeout = 10_000
const askWithin = 30_000

/**
 * Asks for a stream or a consumer, or its change, for 30 s while the server says what may pass, or nothing: a cluster that is
 * just choosing who decides leaves requests unanswered. To ask for the same twice is to ask for it once.
 */
export const retryManagement = <T>(ask: () => Promise<T>): Promise<T> =>
  retryTransient(ask, (cause) => cause instanceof NatsError && mayPass(cause), askWithin)

/**
 * The manager of streams and consumers. The library would ask for the account first, and give up where that stays unanswered.
 * @param timeout milliseconds for one answer
 */
export const openManager = (connection: NatsConnection, timeout: number): Promise<JetStreamManager> =>
  connection.jetstreamManager({ timeout, checkAPI: false })

/** Every stream that there is. */
export const streamNames = (manager: JetStreamManager): Promise<string[]> =>
  retryManagement(() => Array.fromAsync(manager.streams.names()))

/** nats-server's numbers for a stream and a consumer that are not there (JSStreamNotFoundErr, JSConsumerNotFoundErr). */
const streamNotFound = 10059
export const consumerNotFound = 10014

/** Removes a stream, if it is there: who asked and was not answered may have removed it. */
export const removeStream = (manager: JetStreamManager, name: string): Promise<void> =>
  unlessMissing(streamNotFound, () => manager.streams.delete(name))

export async function unlessMissing(missing: number, remove: () => Promise<unknown>): Promise<void> {
  try {
    await retryManagement(remove)
  } catch (cause) {
    if (!(cause instanceof NatsError && cause.api_error?.err_code === missing)) throw cause
  }
}

const mayPass = ({ code, api_error }: NatsError): boolean =>
  code === ErrorCode.Timeout || passing.includes(api_error?.err_code ?? 0)
