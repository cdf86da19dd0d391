import { session } from '../api/api.ts'
import { type LiveConnection, openLive, type ReconnectOptions } from './connection.ts'
import type { ConnectionState } from './connection-state.ts'
import type { LiveScope, LiveSink } from './live-sink.ts'

/*
 * One live socket for all tabs of this browser that want the same events: the server allows a session five. The tab
 * that holds a lock has the socket and passes on what it receives. When that tab is closed, another tab gets the lock,
 * and resumes from its own last event. Browsers offer locks on secure origins only; elsewhere each tab has a socket of
 * its own.
 */

type Shared =
  | { type: 'message'; data: unknown }
  | { type: 'connection'; connection: ConnectionState }
  /** A tab has opened and needs the state of the connection. */
  | { type: 'opened' }
  | { type: 'reconnect'; options: ReconnectOptions | undefined }

const name = 'live'

/** Like `openLive`, but shares the socket with the other tabs of this browser that call it. `scope` has to be the same in all. */
export function openSharedLive(sink: LiveSink, scope: LiveScope, signedOut: () => void): LiveConnection {
  if (!('locks' in navigator)) return openLive(sink, scope, signedOut)
  const channel = new BroadcastChannel(name)
  const closing = new AbortController()
  // The last state of a socket comes after the channel is closed, and is dropped.
  const post = (message: Shared) => closing.signal.aborted || channel.postMessage(message)
  const tellConnection = () => post({ type: 'connection', connection: sink.connection() })
  let own: LiveConnection | undefined

  const sharing: LiveSink = {
    ...sink,
    receive: (data, receivedAt) => {
      sink.receive(data, receivedAt)
      post({ type: 'message', data })
    },
    updateConnection: (change) => {
      sink.updateConnection(change)
      tellConnection()
    },
  }

  channel.onmessage = ({ data: message }: MessageEvent<Shared>) => {
    if (own !== undefined) {
      if (message.type === 'opened') tellConnection()
      if (message.type === 'reconnect') own.reconnect(message.options)
      return
    }
    if (message.type === 'message') sink.receive(message.data, session.serverNow())
    if (message.type === 'connection') sink.updateConnection(changesTo(sink.connection(), message.connection))
  }
  post({ type: 'opened' })

  const lead = async () => {
    if (closing.signal.aborted) return
    own = openLive(sharing, scope, signedOut)
    await new Promise((resolve) => closing.signal.addEventListener('abort', resolve))
  }
  // Rejects only because of `closing`, if the tab is closed before its turn.
  navigator.locks.request(name, { signal: closing.signal }, lead).catch(() => undefined)

  return {
    reconnect: (options) => (own === undefined ? post({ type: 'reconnect', options }) : own.reconnect(options)),
    close: () => {
      own?.close()
      closing.abort()
      channel.close()
    },
  }
}

/**
 * The fields of `next` that differ. `wasOpen` is also included when the socket has opened again: it makes a sink expect
 * that events before the new connection may be lost. A repeated state is not a new connection.
 */
function changesTo(now: ConnectionState, next: ConnectionState): Partial<ConnectionState> {
  const reopened = now.lostAt !== null && next.lostAt === null
  const names = Object.keys(next) as (keyof ConnectionState)[]
  const changed = names.filter((name) => next[name] !== now[name] || (name === 'wasOpen' && reopened))
  return Object.fromEntries(changed.map((name) => [name, next[name]]))
}
