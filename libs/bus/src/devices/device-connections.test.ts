import { expect, onTestFinished, test, vi } from 'vitest'
import type { Link } from '../connection/link.ts'
import { serverRequests } from '../connection/request-servers.ts'
import type { Devices } from '../types.ts'
import { listConnectedDevices, watchDeviceConnections } from './device-connections.ts'

/** `isLate`: its list of connections comes too late. `spies`: connections that match inboxes of others. */
type Server = { id: string; total: number; silentFrom?: number; isLate?: boolean; spies?: number[] }

/** A link to the servers of a cluster of three that respond. */
function linkTo(servers: Server[]): Link {
  type Callback = (error: null, message: object) => void
  const callbacks = new Map<string, Callback>()
  const connection = {
    isClosed: () => false,
    subscribe(inbox: string, { callback }: { callback: Callback }) {
      callbacks.set(inbox, callback)
      return { unsubscribe: () => callbacks.delete(inbox) }
    },
    publish(subject: string, request: string, { reply }: { reply: string }) {
      const { offset = 0, limit = 0, cid } = JSON.parse(request)
      const answer = (id: string, data: object) =>
        callbacks.get(reply)?.(null, { data: [1], json: () => ({ server: { id }, data }) })
      for (const { id, total, silentFrom = Number.POSITIVE_INFINITY, isLate = false, spies = [] } of servers) {
        if (subject === serverRequests.subscriptions) {
          answer(id, { subscriptions_list: spies.map((each) => ({ cid: each })) })
          continue
        }
        if (cid !== undefined) {
          answer(id, { total, connections: spies.map((each) => ({ cid: each, authorized_user: `spy-${each}.1` })) })
          continue
        }
        const length = Math.max(0, Math.min(limit, total - offset))
        const connections = Array.from({ length }, (_, at) => ({ authorized_user: `${id}-${offset + at}.1` }))
        const isState = subject === serverRequests.state
        const data = isState ? { jetstream: { meta: { cluster_size: 3 } } } : { total, connections }
        if (isState || (offset < silentFrom && !isLate)) answer(id, data)
      }
    },
  }
  const log = { warn: () => undefined }
  const mux = { request: async () => undefined }
  return {
    ...{ connection, connected: true, inboxPrefix: '_INBOX_test', log, mux },
    onReconnect: () => () => undefined,
  } as unknown as Link
}

test('a list of connections is complete only if each server of the cluster gave all its pages', async () => {
  const [a, b, c] = ['a', 'b', 'c'].map((id) => ({ id, total: 2 })) as [Server, Server, Server]
  const long = { ...c, total: 1_500 }
  const list = async (...servers: Server[]) => {
    const found = await listConnectedDevices(linkTo(servers))
    return found && [found.ids.size, found.isComplete]
  }
  expect(
    await Promise.all([list(a, b, c), list(a, b), list(a, b, long), list(a, b, { ...long, silentFrom: 1 }), list()]),
  ).toEqual([[6, true], [4, false], [1_504, true], [1_028, false], undefined])
})

test('while the server that has the devices is late, eavesdroppers are ended', async () => {
  const late: Server = { id: 'c', total: 1, isLate: true }
  const link = linkTo([{ id: 'a', total: 0 }, { id: 'b', total: 0 }, late])
  const found: string[] = []
  const devices = { find: () => undefined, onChange: () => undefined } as unknown as Devices
  const stop = watchDeviceConnections(link, devices, (deviceId) => void found.push(deviceId))
  onTestFinished(stop)
  const look = vi.spyOn(link.connection, 'publish')
  const isConnections = ([subject]: unknown[]) => subject === serverRequests.connections
  await expect.poll(() => look.mock.calls.filter(isConnections).length, { timeout: 5_000 }).toBeGreaterThan(0)
  late.spies = [7]
  await expect.poll(() => found, { timeout: 10_000 }).toContain('spy-7')
})
