import { setTimeout as wait } from 'node:timers/promises'
import { createInbox, type Msg } from 'nats'
import type { Link } from './link.ts'

/** The response of one nats-server to a request to all of them. */
export type ServerResponse<T> = { server: { id: string }; data: T }

/** How long responses of servers are collected, in ms. */
const collectTime = 500

/** Requests of the system account to which every server replies; nats.conf exports them to KingCar's account. */
export const serverRequests = {
  connections: '$SYS.REQ.SERVER.PING.CONNZ',
  subscriptions: '$SYS.REQ.SERVER.PING.SUBSZ',
  state: '$SYS.REQ.SERVER.PING.VARZ',
} as const

/** Passes on the responses of all servers as they arrive, for 500 ms or until a promise of `end` resolves. */
export async function requestServers<T>(
  { connection, inboxPrefix, log }: Link,
  what: keyof typeof serverRequests,
  request: object,
  onResponse: (response: ServerResponse<T>) => void,
  end: Promise<void>[] = [],
): Promise<void> {
  const inbox = createInbox(inboxPrefix)
  const subscription = connection.subscribe(inbox, {
    callback(error: Error | null, message: Msg) {
      if (error || message.data.length === 0) return // no responders
      try {
        onResponse(message.json<ServerResponse<T>>())
      } catch (err) {
        log.error({ err, what }, 'invalid response of nats-server')
      }
    },
  })
  try {
    connection.publish(serverRequests[what], JSON.stringify(request), { reply: inbox })
    await Promise.race([wait(collectTime), ...end])
  } finally {
    if (!connection.isClosed()) subscription.unsubscribe()
  }
}
