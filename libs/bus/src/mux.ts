import { AppError } from '@kingcar/contract'
import { createInbox, type Msg, type MsgHdrs, type NatsConnection } from 'nats'
import { isTooLarge, nobodyListening, unavailable } from './wire.ts'

type Pending = { subject: string; deadline: number; resolve(reply: Msg): void; reject(error: AppError): void }

export type Mux = {
  /**
   * Sends a request and waits for its reply until `deadline` (Unix ms; 0 for the usual 1,500 ms from now).
   * Fails with UNAVAILABLE when nobody listens (its cause is `nobodyListening`), nobody answers in time or the connection goes.
   */
  request(subject: string, payload: string | Uint8Array, deadline: number, headers?: MsgHdrs): Promise<Msg>
  /** Fails all that wait: their replies go to a connection that is no more. */
  abandon(): void
  /** Fails all that wait for a subject to which the server lets us publish nothing. */
  refuse(subject: string): void
  close(): void
}

const usualPatience = 1_500
/** How often overdue requests are looked for, in ms: one timer for all, since one each costs 12 µs. */
const sweepInterval = 20
/** Requests that wait at once, in one process; more would only wait to be late. */
const mostPending = 8_192

/** What the server answers when nobody listens to a subject. Headers are decoded when they are asked for, so asked last. */
const nobodyListens = (reply: Msg) => reply.data.length === 0 && reply.headers?.code === 503

/**
 * Requests over one subscription: the last token of the inbox is a number that tells whose reply it is. A reply with an
 * unknown number is one that came too late or twice, and is dropped.
 */
export function createMux(connection: NatsConnection, inboxPrefix: string, isConnected: () => boolean): Mux {
  const inbox = createInbox(inboxPrefix)
  const pending = new Map<number, Pending>()
  let last = 0

  const take = (number: number): Pending | undefined => {
    const waiting = pending.get(number)
    pending.delete(number)
    return waiting
  }
  const subscription = connection.subscribe(`${inbox}.*`, {
    // It must not throw: that would end the client's reader without ending the connection.
    callback(error, reply) {
      if (error) return // the subscription was refused: those who wait are answered by the sweep
      const waiting = take(Number(reply.subject.slice(inbox.length + 1)))
      if (waiting === undefined) return
      if (nobodyListens(reply)) waiting.reject(unavailable(nobodyListening))
      else waiting.resolve(reply)
    },
  })

  const fail = (makeError: () => AppError, isMeant: (waiting: Pending) => boolean) => {
    for (const [number, waiting] of pending) if (isMeant(waiting)) take(number)?.reject(makeError())
  }
  const sweeper = setInterval(() => {
    if (pending.size === 0) return
    const now = Date.now()
    fail(unavailable, ({ deadline }) => deadline <= now)
  }, sweepInterval)
  sweeper.unref()

  return {
    request(subject, payload, deadline, headers) {
      // The client would keep it and send it after a reconnect, when nobody waits any more.
      if (!isConnected() || pending.size >= mostPending) return Promise.reject(unavailable())
      const { promise, resolve, reject } = Promise.withResolvers<Msg>()
      const number = ++last
      const reply = `${inbox}.${number}`
      try {
        // a fifth of what the client's own TextEncoder takes
        connection.publish(subject, Buffer.from(payload), headers ? { reply, headers } : { reply })
      } catch (cause) {
        return Promise.reject(isTooLarge(cause) ? new AppError('PAYLOAD_TOO_LARGE', { cause }) : unavailable(cause))
      }
      pending.set(number, { subject, deadline: deadline || Date.now() + usualPatience, resolve, reject })
      return promise
    },
    abandon: () => fail(unavailable, () => true),
    refuse: (subject) =>
      fail(
        () => new AppError('INTERNAL', { cause: new Error(`the server lets us publish nothing to ${subject}`) }),
        (waiting) => waiting.subject === subject,
      ),
    close() {
      clearInterval(sweeper)
      fail(unavailable, () => true)
      if (!connection.isClosed()) subscription.unsubscribe()
    },
  }
}
