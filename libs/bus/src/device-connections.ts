import { setTimeout as wait } from 'node:timers/promises'
import { createInbox, type Msg } from 'nats'
import type { Link } from './link.ts'
import type { Devices } from './types.ts'

/*
 * nats-server asks once, when a device connects. Who was let in by a secret that is no longer good is found among the
 * connections of all servers and ended by them, at once after the news. A sign-in may have been under way just then, and
 * news can be lost with a process: so it is looked again every second for a while, and once a minute always.
 */
const soon = 1_000
const whileMs = 6_000
const seldom = 60_000
/** How long servers have to answer, in ms; connections that each lists at once. */
const patience = 500
const pageSize = 1_024

type Page = {
  server: { id: string }
  data: { total: number; connections?: { cid: number; authorized_user?: string }[] }
}

/** Keeps ending connections of devices whose secret is not the one of today; gives a function that ends it. */
export function endStaleConnections(link: Link, devices: Devices): () => void {
  let newsAt = Date.now()
  let wake = Promise.withResolvers<void>()
  let stopped = false

  /** A version that is larger than ours was let in by a process that heard the news before us. */
  const isStale = (name = '') => {
    const [deviceId = '', version] = name.split('.')
    const device = devices.find(deviceId)
    return device !== undefined && (device.secretHash === null || Number(version) < device.version)
  }

  function end({ server, data }: Page): void {
    for (const { cid, authorized_user } of data.connections ?? []) {
      if (!isStale(authorized_user)) continue
      link.mux // what fails is tried again at the next look
        .request(`$SYS.REQ.SERVER.${server.id}.KICK`, JSON.stringify({ cid }), 0)
        .catch((err) => link.log.warn({ err }, 'connection of a device not ended'))
    }
  }

  async function look(): Promise<void> {
    for (let offset = 0, more = true; more && link.connected && !stopped; offset += pageSize) {
      let most = 0
      await listConnections(link, offset, wake.promise, (page) => {
        most = Math.max(most, page.data.total)
        end(page)
      })
      more = most > offset + pageSize
    }
  }

  async function run(): Promise<void> {
    while (!stopped) {
      wake = Promise.withResolvers<void>()
      const timer = setTimeout(wake.resolve, Date.now() - newsAt < whileMs ? soon : seldom)
      timer.unref()
      try {
        await look()
      } catch (err) {
        link.log.warn({ err }, 'connections of devices not looked at')
      }
      await wake.promise
      clearTimeout(timer)
    }
  }

  const hear = () => {
    newsAt = Date.now()
    wake.resolve()
  }
  devices.onChange(hear)
  const endReconnects = link.onReconnect(hear)
  void run()
  return () => {
    stopped = true
    endReconnects()
    wake.resolve()
  }
}

/** Hands over one page of each server's connections of devices as they come, until news cut it short. */
async function listConnections(
  { connection, inboxPrefix, log }: Link,
  offset: number,
  news: Promise<void>,
  take: (page: Page) => void,
): Promise<void> {
  const inbox = createInbox(inboxPrefix)
  const subscription = connection.subscribe(inbox, {
    callback(error: Error | null, message: Msg) {
      if (error || message.data.length === 0) return // no server answers
      try {
        take(message.json<Page>())
      } catch (err) {
        log.error({ err }, 'connections of devices not read')
      }
    },
  })
  try {
    const request = { auth: true, acc: 'DEVICES', offset, limit: pageSize }
    connection.publish('$SYS.REQ.SERVER.PING.CONNZ', JSON.stringify(request), { reply: inbox })
    await Promise.race([wait(patience), news])
  } finally {
    if (!connection.isClosed()) subscription.unsubscribe()
  }
}
