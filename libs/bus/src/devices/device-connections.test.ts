import { expect, test } from 'vitest'
import type { Link } from '../connection/link.ts'
import { serverRequests } from '../connection/request-servers.ts'
import { listConnectedDevices } from './device-connections.ts'

type Server = { id: string; total: number; silentFrom?: number }

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
      const { offset = 0, limit = 0 } = JSON.parse(request)
      for (const { id, total, silentFrom = Number.POSITIVE_INFINITY } of servers) {
        const length = Math.max(0, Math.min(limit, total - offset))
        const connections = Array.from({ length }, (_, at) => ({ authorized_user: `${id}-${offset + at}.1` }))
        const isState = subject === serverRequests.state
        const data = isState ? { jetstream: { meta: { cluster_size: 3 } } } : { total, connections }
        if (isState || offset < silentFrom)
          callbacks.get(reply)?.(null, { data: [1], json: () => ({ server: { id }, data }) })
      }
    },
  }
  return { connection, connected: true, inboxPrefix: '_INBOX_test' } as unknown as Link
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
