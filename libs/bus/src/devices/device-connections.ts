import { setTimeout as wait } from 'node:timers/promises'
import { steadyNow } from '@kingcar/runtime'
import { type Msg, nuid } from 'nats'
import type { Link } from '../connection/link.ts'
import { requestServers, type ServerResponse } from '../connection/request-servers.ts'
import { countServers } from '../connection/server-gauges.ts'
import { deviceAdvisorySubject, devicesAccount } from '../topology/subjects.ts'
import type { ConnectedDevices, DeviceAdvisory, Devices } from '../types.ts'
import { isPaused } from './devices.ts'

/*
 * Stale connections. nats-server authenticates a device only when it connects. After a change of its credentials, this
 * process searches the connections of all servers and ends those with an old secret. A sign-in may be in progress at that
 * moment, and a change may be lost with a process, so it repeats the search every second for 6 s after a change, and once a
 * minute always.
 *
 * Eavesdroppers. A device receives the acknowledgements of its reads on an inbox `_INBOX.<random>.…`, as every stock client
 * creates it, so it may subscribe to `_INBOX.>`; permissions cannot restrict it to its own inbox. Every second this process
 * asks the servers which connections of devices match random inboxes, which belong to no client, of each length that clients
 * use. It ends these connections and reports the devices, which would otherwise reconnect immediately. No stock client
 * subscribes this way.
 */
/**
 * Intervals in ms: between checks while devices are connected, how long stale connections are searched after a change,
 * and between searches otherwise. Without devices there is nothing to check, and only the search runs, in case the
 * report of a connection was lost.
 */
const checkInterval = 1_000
const searchPeriod = 6_000
const searchInterval = 60_000
const emptyInterval = 10_000
/** Number of connections or subscriptions in one response. */
const pageSize = 1_024
/** Number of tokens after `_INBOX` in the inboxes of stock clients. */
const inboxLengths = [1, 2, 3]

type ListedConnection = { cid: number; authorized_user?: string }
type Connections = { total: number; connections?: ListedConnection[] }
type Connection = { server: string; cid: number }
type Subscriptions = { subscriptions_list?: { cid: number; account?: string }[] }

/**
 * Passes on the open connections of devices at all servers, page by page.
 * @returns how many servers responded to every request for their pages; 0 if one server missed a request
 */
async function listConnections(
  link: Link,
  onConnection: (server: string, connection: ListedConnection) => void,
  isStopped: () => boolean = () => false,
  end: Promise<void>[] = [],
): Promise<number> {
  const totals = new Map<string, number>()
  let isComplete = true
  for (let offset = 0, more = true; more; offset += pageSize) {
    if (!link.connected || isStopped()) return 0
    const silent = new Set([...totals].filter(([, total]) => total > offset).map(([id]) => id))
    const request = { auth: true, acc: devicesAccount, offset, limit: pageSize }
    const onResponse = ({ server, data }: ServerResponse<Connections>) => {
      if (offset === 0 || totals.has(server.id)) totals.set(server.id, data.total)
      silent.delete(server.id)
      for (const connection of data.connections ?? []) onConnection(server.id, connection)
    }
    await requestServers(link, 'connections', request, onResponse, end)
    if (silent.size > 0) isComplete = false
    more = [...totals].some(([id, total]) => !silent.has(id) && total > offset + pageSize)
  }
  return isComplete ? totals.size : 0
}

const deviceOf = ({ authorized_user = '' }: ListedConnection): string => authorized_user.split('.')[0] ?? ''

/** The ids of the devices that are connected to any nats-server; undefined if no server responds. */
export async function listConnectedDevices(link: Link): Promise<ConnectedDevices | undefined> {
  const ids = new Set<string>()
  const [responded, expected] = await Promise.all([
    listConnections(link, (_server, connection) => ids.add(deviceOf(connection))),
    countServers(link),
  ])
  return expected === 0 ? undefined : { ids, isComplete: responded >= expected }
}

/** Passes on the reports of all servers that a device connected or disconnected; returns a function that ends it. */
export function followDeviceAdvisories(link: Link, onAdvisory: (advisory: DeviceAdvisory) => void): () => void {
  const subscriptions = (['CONNECT', 'DISCONNECT'] as const).map((what) =>
    link.connection.subscribe(deviceAdvisorySubject(what), {
      callback(error, message) {
        const deviceId = error ? undefined : userOf(message)
        if (deviceId) onAdvisory({ deviceId, connected: what === 'CONNECT' })
      },
    }),
  )
  return () => {
    if (!link.connection.isClosed()) for (const subscription of subscriptions) subscription.unsubscribe()
  }
}

/** The user name of the connection, which is the id of the device. */
const userOf = (message: Msg): string | undefined =>
  message.json<{ client?: { user?: string } }>().client?.user?.toLowerCase()

/** Ends stale connections and eavesdroppers; returns a function that stops it. */
export function watchDeviceConnections(
  link: Link,
  devices: Devices,
  onEavesdropper: (deviceId: string) => void = () => undefined,
): () => void {
  let changedAt = steadyNow()
  let change = Promise.withResolvers<void>()
  let stopped = false
  /** Number of reports of new connections, and its value at the last search that found no connection. */
  let reports = 0
  let reportsWhenEmpty: number | undefined
  const isEmpty = () => reports === reportsWhenEmpty

  /** A newer version than the known one is not stale: another process received the change earlier. */
  const isStale = (name = '') => {
    const [deviceId = '', version] = name.split('.')
    const device = devices.find(deviceId)
    return device && (device.secretHash === null || isPaused(device) || Number(version) < device.version)
  }

  function kick(serverId: string, cid: number): void {
    link.mux // a failure is retried by the next check
      .request(`$SYS.REQ.SERVER.${serverId}.KICK`, JSON.stringify({ cid }), 0)
      .catch((err) => link.log.warn({ err }, 'ending a device connection failed, retrying'))
  }

  async function kickStale(): Promise<void> {
    const before = reports
    let isAny = false
    const onConnection = (server: string, { cid, authorized_user }: ListedConnection) => {
      isAny = true
      if (isStale(authorized_user)) kick(server, cid)
    }
    const [responded, expected] = await Promise.all([
      listConnections(link, onConnection, () => stopped, [change.promise]),
      countServers(link, [change.promise]),
    ])
    reportsWhenEmpty = isAny || expected === 0 || responded < expected ? undefined : before
  }

  async function kickEavesdroppers(): Promise<void> {
    const found = new Map<string, Connection>()
    const checks = inboxLengths.map((length) => {
      const test = ['_INBOX', ...Array.from({ length }, () => nuid.next())].join('.')
      const request = { subscriptions: true, acc: devicesAccount, limit: pageSize, test }
      const onResponse = ({ server, data }: ServerResponse<Subscriptions>) => {
        // nats-server 2.15 ignores `acc` and lists the subscriptions of all accounts
        for (const { cid, account = devicesAccount } of data.subscriptions_list ?? [])
          if (account === devicesAccount) found.set(`${server.id} ${cid}`, { server: server.id, cid })
      }
      return requestServers(link, 'subscriptions', request, onResponse, [change.promise])
    })
    await Promise.all(checks)
    if (found.size === 0) return
    const owners = await Promise.all([...found.values()].map(ownerOf)) // before the kick, which removes the connection from the list
    const eavesdroppers = new Set(owners.filter((deviceId) => deviceId !== undefined))
    link.log.warn(
      { devices: [...eavesdroppers] },
      'devices subscribed to the inboxes of other clients, disconnecting them',
    )
    for (const deviceId of eavesdroppers) onEavesdropper(deviceId)
    for (const { server, cid } of found.values()) kick(server, cid)
  }

  async function ownerOf({ server: id, cid }: Connection): Promise<string | undefined> {
    const request = { auth: true, acc: devicesAccount, cid }
    let deviceId: string | undefined
    const onResponse = ({ server, data }: ServerResponse<Connections>) => {
      const connection = server.id === id ? data.connections?.find((each) => each.cid === cid) : undefined
      if (connection) deviceId = deviceOf(connection)
    }
    await requestServers(link, 'connections', request, onResponse, [change.promise])
    return deviceId
  }

  async function run(): Promise<void> {
    for (let searchedAt = 0; !stopped; ) {
      change = Promise.withResolvers<void>()
      const isDue = steadyNow() - changedAt < searchPeriod || steadyNow() - searchedAt > searchInterval || isEmpty()
      if (isDue) searchedAt = steadyNow()
      try {
        if (link.connected)
          await Promise.all([...(isEmpty() && !isDue ? [] : [kickEavesdroppers()]), ...(isDue ? [kickStale()] : [])])
      } catch (err) {
        link.log.warn({ err }, 'checking device connections failed, retrying')
      }
      const isCalm = isEmpty() && steadyNow() - changedAt > searchPeriod
      await Promise.race([wait(isCalm ? emptyInterval : checkInterval, undefined, { ref: false }), change.promise])
    }
  }

  const onChange = () => {
    changedAt = steadyNow()
    change.resolve()
  }
  devices.onChange(onChange)
  const endReconnects = link.onReconnect(onChange)
  const endAdvisories = followDeviceAdvisories(link, ({ connected }) => {
    if (!connected) return
    const wasEmpty = isEmpty()
    reports += 1
    if (wasEmpty) change.resolve()
  })
  void run()
  return () => {
    stopped = true
    endReconnects()
    endAdvisories()
    change.resolve()
  }
}
