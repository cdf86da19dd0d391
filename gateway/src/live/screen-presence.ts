import { randomUUID } from 'node:crypto'
import { type BusSignals, screenSeenSubject, screenSubject } from '@kingcar/bus'
import type { ScreenSeen } from '@kingcar/contract'
import type { Connection } from './connection.ts'

/** The wall screens whose sockets are open here: what is said to one reaches its sockets, and that it is here is told. */
export type Screens = Disposable & {
  /** One more socket of a screen; gives what is to be done when it closes. */
  add(screenId: string, version: string | undefined, connection: Pick<Connection, 'say'>): () => void
}

type Present = {
  version: string | null
  sockets: Set<Pick<Connection, 'say'>>
  /** What it is called came after its last socket; until then it is said to have been opened: who answers that may be away. */
  introduced: boolean
  stop(): void
}

const usualPause = 30_000
const isIntroduction = (text: string) => text.startsWith('{"type":"screen"')

export function openScreens(bus: Pick<BusSignals, 'send' | 'subscribe'>, pause = usualPause): Screens {
  const gateway = randomUUID()
  const present = new Map<string, Present>()

  const tell = (screenId: string, version: string | null, state: ScreenSeen['state']) =>
    bus.send(screenSeenSubject(screenId), { gateway, version, state } satisfies ScreenSeen)
  const timer = setInterval(() => {
    for (const [id, { version, introduced }] of present) tell(id, version, introduced ? 'here' : 'opened')
  }, pause)
  timer.unref()

  function begin(screenId: string): Present {
    const sockets = new Set<Pick<Connection, 'say'>>()
    const { stop } = bus.subscribe(screenSubject(screenId), (text) => {
      const took = [...sockets].filter((socket) => socket.say(text)).length
      if (took > 0 && isIntroduction(text)) screen.introduced = true
      return took > 0 // one that closes shows nothing any more, and nothing must look shown then
    })
    const screen: Present = { version: null, sockets, introduced: false, stop }
    present.set(screenId, screen)
    return screen
  }

  return {
    add(screenId, version, connection) {
      const screen = present.get(screenId) ?? begin(screenId)
      screen.sockets.add(connection)
      screen.version = version ?? null
      screen.introduced = false
      tell(screenId, screen.version, 'opened')
      return () => {
        screen.sockets.delete(connection)
        if (screen.sockets.size > 0) return
        screen.stop()
        present.delete(screenId)
        tell(screenId, screen.version, 'gone')
      }
    },
    [Symbol.dispose]() {
      clearInterval(timer)
    },
  }
}
