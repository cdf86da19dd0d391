import { steadyNow } from '@kingcar/runtime'
import { createInbox, type Msg, nanos } from 'nats'
import type { Link } from '../connection/link.ts'
import type { StreamName } from '../types.ts'
import { parseDelivery, type RawDelivery } from './delivery.ts'

/**
 * A pull requests a number of messages from a consumer and receives them as they arrive, until all have come or the request
 * expires; then it sends the next request. There is one request at a time, on an inbox whose last token is the request's
 * number: a message has the subject that it was stored under, a status has the inbox's. While the request is idle the server
 * sends heartbeats. The owner decides how many messages it has capacity for, and what to do when the pull is lost (an error
 * status, or no heartbeat). A reconnect loses the request on the server, so call `restart` after it.
 */
export type Pull = {
  /** Requests as many messages as there is capacity for, unless a request is active. */
  fill(): void
  /** Drops the active request and sends a new one. */
  restart(): void
  close(): void
}

export type PullOptions = {
  stream: StreamName
  consumer: string
  /** How many messages may be delivered now. */
  capacity(): number
  onMessage(message: RawDelivery): void
  /** The request failed; nothing is delivered until `fill` or `restart`. */
  onLost(reason: string): void
  /** The server sent a heartbeat: it had nothing to deliver since the last one. */
  onIdle?(): void
  /** True if a heartbeat is awaited within a second. */
  awaitsIdle?(): boolean
}

/**
 * In ms: a request's lifetime, and the interval of its heartbeats. After 2.5 intervals of silence the pull is lost.
 * With a single server the interval is long: the server is lost together with its connection, so that silence shows
 * nothing new, and each heartbeat costs all processes together 0.4 ms. In a cluster the consumer's server can be lost
 * alone, which only its silence shows, and a revocation has to act within seconds. A heartbeat also shows the end of a
 * backlog of which some messages have expired.
 */
const calm = { expires: 10 * 60_000, heartbeat: 10_000 }
const brisk = { expires: 30_000, heartbeat: 1_000 }

/** Statuses of a request's normal end: no messages, or expired. */
const normalEnds = [404, 408]

export function createPull(link: Link, options: PullOptions): Pull {
  const { stream, consumer, capacity, onMessage, onLost, onIdle, awaitsIdle } = options
  const { connection, log } = link
  const inbox = createInbox(link.inboxPrefix)
  let number = 0
  let outstanding = 0
  let lastReceivedAt = 0
  let closed = false
  let pace = calm
  let watch: NodeJS.Timeout | undefined

  function fill(): void {
    const batch = outstanding > 0 || closed || !link.connected ? 0 : capacity()
    if (batch === 0) return
    outstanding = batch
    lastReceivedAt = steadyNow()
    number += 1
    setPace(connection.info?.cluster !== undefined || awaitsIdle?.() ? brisk : calm)
    const request = { batch, expires: nanos(pace.expires), idle_heartbeat: nanos(pace.heartbeat) }
    connection.publish(`$JS.API.CONSUMER.MSG.NEXT.${stream}.${consumer}`, JSON.stringify(request), {
      reply: `${inbox}.${number}`,
    })
  }

  function restart(): void {
    outstanding = 0
    fill()
  }

  function fail(reason: string): void {
    if (closed) return
    outstanding = 0
    onLost(reason)
  }

  function receive(message: Msg): void {
    lastReceivedAt = steadyNow()
    if (message.reply?.startsWith('$JS.ACK.')) {
      outstanding = Math.max(0, outstanding - 1)
      onMessage(parseDelivery(message))
      if (outstanding === 0) fill()
      return
    }
    // a status of an earlier request does not concern this one
    if (message.subject !== `${inbox}.${number}`) return
    const { code = 0, description = '' } = message.headers ?? {}
    if (code === 100) onIdle?.()
    else if (normalEnds.includes(code)) restart()
    else fail(`${code} ${description}`)
  }

  const subscription = connection.subscribe(`${inbox}.*`, {
    callback(error, message) {
      try {
        if (error) fail(error.message)
        else receive(message)
      } catch (err) {
        // rethrown, it would stop the client's reader without closing the connection
        log.error({ err, stream, consumer }, 'message handling failed')
      }
    },
  })
  function setPace(next: typeof calm): void {
    if (watch !== undefined && pace === next) return
    pace = next
    clearInterval(watch)
    watch = setInterval(() => {
      const silence = steadyNow() - lastReceivedAt
      if (outstanding > 0 && link.connected && silence > 2.5 * pace.heartbeat) fail('no heartbeat')
    }, pace.heartbeat).unref()
  }

  return {
    fill,
    restart,
    close() {
      closed = true
      clearInterval(watch)
      if (!connection.isClosed()) subscription.unsubscribe()
    },
  }
}
