import { AppError } from '@kingcar/contract'
import { steadyNow } from '@kingcar/runtime'
import { createInbox, type Msg, type MsgHdrs, type NatsConnection } from 'nats'
import { isTooLarge, noResponders, unavailable } from './failures.ts'

/** A message that asks something, as long as an answer to it is awaited. */
export type PendingRequest = {
  subject: string
  /** Milliseconds of the steady clock; 0 for the usual 1,500 ms from now. */
  deadline: number
  /** How many wait for it. */
  readonly waiting: number
  /** Takes a reply; whether it was the last one. It must not throw. */
  onReply(reply: Msg): boolean
  /** Tells those who still wait that they need not. */
  fail(error: AppError): void
}

export type Mux = {
  /**
   * Sends a question and hands it each reply until its last one or its deadline. It fails with UNAVAILABLE when nobody
   * listens (the cause is `nobodyListening`), nobody answers in time or the connection goes; never by a throw.
   */
  send(question: PendingRequest, payload: string | Uint8Array, headers?: MsgHdrs): void
  /** Sends a request and waits for its reply until `deadline` (as of a question). Fails as `ask` does. */
  request(subject: string, payload: string | Uint8Array, deadline: number, headers?: MsgHdrs): Promise<Msg>
  /** Fails all that wait: their replies go to a connection that is no more. */
  failAll(): void
  /** Fails all that wait for a subject to which the server lets us publish nothing. */
  failSubject(subject: string): void
  close(): void
}

const usualPatience = 1_500
/** How often overdue questions are looked for, in ms: one timer for all, since one each costs 12 µs. */
const sweepInterval = 20
/** Those who wait at once, in one process; more would only wait to be late. */
const mostWaiting = 8_192

/** What the server answers when nobody listens to a subject. Headers are decoded when they are asked for, so asked last. */
const nobodyListens = (reply: Msg) => reply.data.length === 0 && reply.headers?.code === 503

/**
 * Questions over one subscription: the last token of the inbox is a number that tells whose reply it is. A reply with an
 * unknown number is one that came too late or twice, and is dropped.
 */
export function createMux(connection: NatsConnection, inboxPrefix: string, isConnected: () => boolean): Mux {
  const inbox = createInbox(inboxPrefix)
  const open = new Map<number, PendingRequest & { held: number }>()
  let last = 0
  /** Those who waited for the open questions when these were sent. */
  let waiting = 0

  function close(number: number): void {
    waiting -= open.get(number)?.held ?? 0
    open.delete(number)
  }
  const subscription = connection.subscribe(`${inbox}.*`, {
    // It must not throw: that would end the client's reader without ending the connection.
    callback(error, reply) {
      if (error) return // the subscription was refused: those who wait are answered by the sweep
      const number = Number(reply.subject.slice(inbox.length + 1))
      const question = open.get(number)
      if (question === undefined) return
      const unheard = nobodyListens(reply)
      if (unheard || question.onReply(reply)) close(number)
      if (unheard) question.fail(unavailable(noResponders))
    },
  })

  const fail = (makeError: () => AppError, isMeant: (question: PendingRequest) => boolean) => {
    for (const [number, question] of open) {
      if (!isMeant(question)) continue
      close(number)
      question.fail(makeError())
    }
  }
  const sweeper = setInterval(() => {
    if (open.size === 0) return
    const now = steadyNow()
    fail(unavailable, ({ deadline }) => deadline <= now)
  }, sweepInterval)
  sweeper.unref()

  /** Sends it and says where its replies are expected; fails with what it then fails with. */
  function transmit({ subject }: PendingRequest, payload: string | Uint8Array, headers?: MsgHdrs): number {
    // The client would keep it and send it after a reconnect, when nobody waits any more.
    if (!isConnected()) throw unavailable()
    const number = ++last
    const reply = `${inbox}.${number}`
    try {
      // a fifth of what the client's own TextEncoder takes
      connection.publish(subject, Buffer.from(payload), headers ? { reply, headers } : { reply })
    } catch (cause) {
      throw isTooLarge(cause) ? new AppError('PAYLOAD_TOO_LARGE', { cause }) : unavailable(cause)
    }
    return number
  }

  function send(question: PendingRequest, payload: string | Uint8Array, headers?: MsgHdrs): void {
    const held = question.waiting
    try {
      if (waiting + held > mostWaiting) throw unavailable()
      open.set(transmit(question, payload, headers), Object.assign(question, { held }))
    } catch (cause) {
      question.fail(AppError.from(cause))
      return
    }
    waiting += held
    question.deadline ||= steadyNow() + usualPatience
  }

  return {
    send,
    request(subject, payload, deadline, headers) {
      const { promise, resolve, reject } = Promise.withResolvers<Msg>()
      const onReply = (reply: Msg) => {
        resolve(reply)
        return true
      }
      send({ subject, deadline, waiting: 1, onReply, fail: reject }, payload, headers)
      return promise
    },
    failAll: () => fail(unavailable, () => true),
    failSubject: (subject) =>
      fail(
        () => new AppError('INTERNAL', { cause: new Error(`the server lets us publish nothing to ${subject}`) }),
        (question) => question.subject === subject,
      ),
    close() {
      clearInterval(sweeper)
      fail(unavailable, () => true)
      if (!connection.isClosed()) subscription.unsubscribe()
    },
  }
}
