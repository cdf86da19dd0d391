import { steadyNow } from '@kingcar/runtime'
import { createInbox, type Msg, nanos } from 'nats'
import type { Link } from '../connection/link.ts'
import type { StreamName } from '../types.ts'
import { parseDelivery, type RawDelivery } from './delivery.ts'

/*
 * A pull asks a consumer for so many messages and gets them as they come, until they are complete or the request
 * expires; then it asks again. While it waits the server sends signs of life. There is one request at a time, on an
 * inbox whose last token is the request's number: a message keeps the subject that it was stored under, a status has
 * the inbox's. The owner decides how many it has room for, and what to do when the pull is lost: an error status, or
 * no sign of life. After a reconnect the server knows nothing of the request, so `restart` it.
 */
export type Pull = {
  /** Asks for what there is room for, unless a request is under way. */
  fill(): void
  /** Forgets the request under way and asks anew. */
  restart(): void
  close(): void
}

export type PullOptions = {
  stream: StreamName
  consumer: string
  /** How many messages may come now. */
  capacity(): number
  onMessage(message: RawDelivery): void
  /** The request has ended by a fault; nothing comes until `fill` or `restart`. */
  onLost(reason: string): void
  /** There was nothing to deliver for a while. */
  onIdle?(): void
}

/** Milliseconds: a request's life, and between two signs of life. */
const expires = 30_000
const heartbeat = 1_000
const silence = 2.5 * heartbeat

/** Statuses of a request that has come to its usual end: nothing there, or expired. */
const usualEnds = [404, 408]

export function createPull(link: Link, options: PullOptions): Pull {
  const { stream, consumer, capacity, onMessage, onLost, onIdle } = options
  const { connection, log } = link
  const inbox = createInbox(link.inboxPrefix)
  let number = 0
  let awaited = 0
  let heardAt = 0
  let closed = false

  function fill(): void {
    const batch = awaited > 0 || closed || !link.connected ? 0 : capacity()
    if (batch === 0) return
    awaited = batch
    heardAt = steadyNow()
    number += 1
    const request = { batch, expires: nanos(expires), idle_heartbeat: nanos(heartbeat) }
    connection.publish(`$JS.API.CONSUMER.MSG.NEXT.${stream}.${consumer}`, JSON.stringify(request), {
      reply: `${inbox}.${number}`,
    })
  }

  function restart(): void {
    awaited = 0
    fill()
  }

  function lose(reason: string): void {
    if (closed) return
    awaited = 0
    onLost(reason)
  }

  function take(message: Msg): void {
    heardAt = steadyNow()
    if (message.reply?.startsWith('$JS.ACK.')) {
      awaited = Math.max(0, awaited - 1)
      onMessage(parseDelivery(message))
      if (awaited === 0) fill()
      return
    }
    // what ends an earlier request does not end this one
    if (message.subject !== `${inbox}.${number}`) return
    const { code = 0, description = '' } = message.headers ?? {}
    if (code === 100) onIdle?.()
    else if (usualEnds.includes(code)) restart()
    else lose(`${code} ${description}`)
  }

  const subscription = connection.subscribe(`${inbox}.*`, {
    callback(error, message) {
      try {
        if (error) lose(error.message)
        else take(message)
      } catch (err) {
        // thrown on, it would end the client's reader without ending the connection
        log.error({ err, stream, consumer }, 'message not taken')
      }
    },
  })
  const watch = setInterval(() => {
    if (awaited > 0 && link.connected && steadyNow() - heardAt > silence) lose('no sign of life')
  }, heartbeat)
  watch.unref()

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
