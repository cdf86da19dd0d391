import { setTimeout as wait } from 'node:timers/promises'
import { steadyNow } from '@kingcar/runtime'
import { createInbox, type Msg, nuid } from 'nats'
import type { Link } from '../connection/link.ts'
import type { Devices } from '../types.ts'
import { isPaused } from './devices.ts'

/*
 * nats-server asks once, when a device connects. Who was let in by a secret that is no longer good is found among the
 * connections of all servers and ended by them, at once after the news. A sign-in may have been under way just then, and
 * news can be lost with a process: so it is looked again every second for a while, and once a minute always.
 *
 * A device hears the acknowledgement of its reads on an inbox `_INBOX.<its own>.…`, as every stock client makes them, so
 * it may subscribe there; permissions cannot tell such a one from `_INBOX.>`, which would hear those of all devices.
 * Every second the servers are asked who would hear inboxes that nobody has, of each length that a client makes: that
 * connection is ended, too, and its device told, which no stock client deserves and which would be back in no time.
 */
/** The account of nats.conf that devices live in. */
export const devicesAccount = 'DEVICES'
const soon = 1_000
const whileMs = 6_000
const seldom = 60_000
/** How long servers have to answer, in ms; connections or subscriptions that each lists at once. */
const patience = 500
const pageSize = 1_024
/** Tokens of an inbox after `_INBOX`: stock clients make them with one to three. */
const inboxLengths = [1, 2, 3]

type Answer<T> = { server: { id: string }; data: T }
type Connections = { total: number; connections?: { cid: number; authorized_user?: string }[] }
type Connection = { server: string; cid: number }
type Subscriptions = { subscriptions_list?: { cid: number; account?: string }[] }

/** Keeps ending connections of devices that should not be there; gives a function that ends it. */
export function watchDeviceConnections(
  link: Link,
  devices: Devices,
  onListener: (deviceId: string) => void = () => undefined,
): () => void {
  let newsAt = steadyNow()
  let news = Promise.withResolvers<void>()
  let stopped = false

  /** A version that is larger than ours was let in by a process that heard the news before us. */
  const isStale = (name = '') => {
    const [deviceId = '', version] = name.split('.')
    const device = devices.find(deviceId)
    return device && (device.secretHash === null || isPaused(device) || Number(version) < device.version)
  }

  function end(serverId: string, cid: number): void {
    link.mux // what fails is tried again at the next look
      .request(`$SYS.REQ.SERVER.${serverId}.KICK`, JSON.stringify({ cid }), 0)
      .catch((err) => link.log.warn({ err }, 'connection of a device not ended'))
  }

  async function endStale(): Promise<void> {
    for (let offset = 0, more = true; more && link.connected && !stopped; offset += pageSize) {
      let most = 0
      const request = { auth: true, acc: devicesAccount, offset, limit: pageSize }
      await askServers<Connections>(link, 'CONNZ', request, news.promise, ({ server, data }) => {
        most = Math.max(most, data.total)
        for (const { cid, authorized_user } of data.connections ?? []) if (isStale(authorized_user)) end(server.id, cid)
      })
      more = most > offset + pageSize
    }
  }

  async function endListeners(): Promise<void> {
    const found = new Map<string, Connection>()
    const looks = inboxLengths.map((length) => {
      const test = ['_INBOX', ...Array.from({ length }, () => nuid.next())].join('.')
      const request = { subscriptions: true, acc: devicesAccount, limit: pageSize, test }
      return askServers<Subscriptions>(link, 'SUBSZ', request, news.promise, ({ server, data }) => {
        // nats-server 2.15 lists those of all accounts, whichever is asked for
        for (const { cid, account = devicesAccount } of data.subscriptions_list ?? [])
          if (account === devicesAccount) found.set(`${server.id} ${cid}`, { server: server.id, cid })
      })
    })
    await Promise.all(looks)
    if (found.size === 0) return
    const owners = await Promise.all([...found.values()].map(ownerOf)) // before they are ended: then nobody knows
    const listeners = new Set(owners.filter((deviceId) => deviceId !== undefined))
    link.log.warn({ listeners: [...listeners] }, 'devices listen to the acknowledgements of others and are put out')
    for (const deviceId of listeners) onListener(deviceId)
    for (const { server, cid } of found.values()) end(server, cid)
  }

  async function ownerOf({ server: id, cid }: Connection): Promise<string | undefined> {
    const request = { auth: true, acc: devicesAccount, cid }
    let deviceId: string | undefined
    await askServers<Connections>(link, 'CONNZ', request, news.promise, ({ server, data }) => {
      if (server.id === id)
        deviceId = data.connections?.find((each) => each.cid === cid)?.authorized_user?.split('.')[0]
    })
    return deviceId
  }

  async function run(): Promise<void> {
    for (let lookedAt = 0; !stopped; ) {
      news = Promise.withResolvers<void>()
      const isDue = steadyNow() - newsAt < whileMs || steadyNow() - lookedAt > seldom
      if (isDue) lookedAt = steadyNow()
      try {
        if (link.connected) await Promise.all([endListeners(), ...(isDue ? [endStale()] : [])])
      } catch (err) {
        link.log.warn({ err }, 'connections of devices not looked at')
      }
      await Promise.race([wait(soon, undefined, { ref: false }), news.promise])
    }
  }

  const hear = () => {
    newsAt = steadyNow()
    news.resolve()
  }
  devices.onChange(hear)
  const endReconnects = link.onReconnect(hear)
  void run()
  return () => {
    stopped = true
    endReconnects()
    news.resolve()
  }
}

/** Hands over the answer of each server as it comes, until the patience is over or news cut it short. */
async function askServers<T>(
  { connection, inboxPrefix, log }: Link,
  what: 'CONNZ' | 'SUBSZ',
  request: object,
  news: Promise<void>,
  take: (answer: Answer<T>) => void,
): Promise<void> {
  const inbox = createInbox(inboxPrefix)
  const subscription = connection.subscribe(inbox, {
    callback(error: Error | null, message: Msg) {
      if (error || message.data.length === 0) return // no server answers
      try {
        take(message.json<Answer<T>>())
      } catch (err) {
        log.error({ err }, 'connections of devices not read')
      }
    },
  })
  try {
    connection.publish(`$SYS.REQ.SERVER.PING.${what}`, JSON.stringify(request), { reply: inbox })
    await Promise.race([wait(patience), news])
  } finally {
    if (!connection.isClosed()) subscription.unsubscribe()
  }
}
