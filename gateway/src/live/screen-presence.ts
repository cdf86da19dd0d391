import { randomUUID } from 'node:crypto'
import { type BusSignals, screenSeenSubject, screenSubject } from '@kingcar/bus'
import type { ScreenSeen } from '@kingcar/contract'
import type { Connection } from './connection.ts'

/** The wall screens connected to this gateway: forwards messages to their sockets and reports their presence. */
export type ScreenPresence = Disposable & {
  /** Adds a socket of a screen. Returns the function to call when the socket closes. */
  add(screenId: string, version: string | undefined, connection: Pick<Connection, 'sendText'>): () => void
}

type ConnectedScreen = {
  version: string | null
  sockets: Set<Pick<Connection, 'sendText'>>
  /**
   * True once the screen's sockets have its name. Until then its reports say `opened`, which requests the name again.
   */
  named: boolean
  stop(): void
}

const defaultReportMilliseconds = 30_000
/** Number of steps in which all screens are reported once. */
const reportSteps = 30
const isNameMessage = (text: string) => text.startsWith('{"type":"screen"')

export function openScreenPresence(
  bus: Pick<BusSignals, 'send' | 'subscribe'>,
  reportMilliseconds = defaultReportMilliseconds,
): ScreenPresence {
  const gateway = randomUUID()
  const connected = new Map<string, ConnectedScreen>()

  const report = (screenId: string, version: string | null, state: ScreenSeen['state']) =>
    bus.send(screenSeenSubject(screenId), { gateway, version, state } satisfies ScreenSeen)
  /**
   * Reports a share of the screens in each step, the longest waiting first, so that the reports are spread over time.
   */
  let owed = 0
  let timer: NodeJS.Timeout | undefined
  const reportShare = () => {
    owed += connected.size
    const due = [...connected].slice(0, Math.floor(owed / reportSteps))
    owed %= reportSteps
    for (const [id, screen] of due) {
      connected.delete(id)
      connected.set(id, screen)
      report(id, screen.version, screen.named ? 'here' : 'opened')
    }
    if (connected.size > 0) return
    clearInterval(timer)
    timer = undefined
  }

  function connect(screenId: string): ConnectedScreen {
    const sockets = new Set<Pick<Connection, 'sendText'>>()
    const { stop } = bus.subscribe(screenSubject(screenId), (text) => {
      const received = [...sockets].filter((socket) => socket.sendText(text)).length
      if (received > 0 && isNameMessage(text)) screen.named = true
      return received > 0 // a closing socket shows nothing, so its message does not count as shown
    })
    const screen: ConnectedScreen = { version: null, sockets, named: false, stop }
    connected.set(screenId, screen)
    return screen
  }

  return {
    add(screenId, version, connection) {
      const screen = connected.get(screenId) ?? connect(screenId)
      timer ??= setInterval(reportShare, reportMilliseconds / reportSteps).unref()
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
