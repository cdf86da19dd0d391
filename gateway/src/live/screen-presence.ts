import { randomUUID } from 'node:crypto'
import { type Bus, screenSeenSubject, screenSubject } from '@kingcar/bus'
import type { ScreenSeen } from '@kingcar/contract'
import type { Connection } from './connection.ts'

/** The wall screens whose sockets are open here: what is said to one reaches its sockets, and that it is here is told. */
export type ScreenPresence = Disposable & {
  /** One more socket of a screen; gives what is to be done when it closes. */
  add(screenId: string, version: string | undefined, connection: Pick<Connection, 'sendText'>): () => void
}

type ConnectedScreen = {
  version: string | null
  sockets: Set<Pick<Connection, 'sendText'>>
  /** What it is called came after its last socket; until then it is said to have been opened: who answers that may be away. */
  named: boolean
  stop(): void
}

const reportMilliseconds = 30_000
const isNameMessage = (text: string) => text.startsWith('{"type":"screen"')

export function openScreenPresence(bus: Pick<Bus, 'tell' | 'hear'>, pause = reportMilliseconds): ScreenPresence {
  const gateway = randomUUID()
  const connected = new Map<string, ConnectedScreen>()

  const report = (screenId: string, version: string | null, state: ScreenSeen['state']) =>
    bus.tell(screenSeenSubject(screenId), { gateway, version, state } satisfies ScreenSeen)
  const timer = setInterval(() => {
    for (const [id, { version, named }] of connected) report(id, version, named ? 'here' : 'opened')
  }, pause)
  timer.unref()

  function connect(screenId: string): ConnectedScreen {
    const sockets = new Set<Pick<Connection, 'sendText'>>()
    const { stop } = bus.hear(screenSubject(screenId), (text) => {
      const took = [...sockets].filter((socket) => socket.sendText(text)).length
      if (took > 0 && isNameMessage(text)) screen.named = true
      return took > 0 // one that closes shows nothing any more, and nothing must look shown then
    })
    const screen: ConnectedScreen = { version: null, sockets, named: false, stop }
    connected.set(screenId, screen)
    return screen
  }

  return {
    add(screenId, version, connection) {
      const screen = connected.get(screenId) ?? connect(screenId)
      screen.sockets.add(connection)
      screen.version = version ?? null
      screen.named = false
      report(screenId, screen.version, 'opened')
      return () => {
        screen.sockets.delete(connection)
        if (screen.sockets.size > 0) return
        screen.stop()
        connected.delete(screenId)
        report(screenId, screen.version, 'gone')
      }
    },
    [Symbol.dispose]() {
      clearInterval(timer)
    },
  }
}
