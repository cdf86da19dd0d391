import { once } from 'node:events'
import { WebSocket } from 'ws'

/**
 * A wall screen's socket, as the contract describes it: it records the sequences that it was shown, replies to pings,
 * and reconnects where it left off after a disconnect.
 */
export type Viewer = Disposable & {
  /** Number of distinct events that it was shown. */
  readonly shown: number
  /** Sequences that it was never shown, although it was shown later ones. */
  readonly holes: readonly [from: number, to: number][]
  /** Gaps that it was notified of. */
  readonly gaps: readonly { from: number; to: number }[]
  /** The newest sequence that it was shown or notified of; 0 before. */
  readonly last: number
  readonly closes: readonly number[]
  readonly open: boolean
  /** Stops reading its socket, like a frozen screen, until it wakes. */
  sleep(): void
  wake(): void
  /** Called with each event's text. */
  onEvent: ((text: string) => void) | undefined
}

/** Milliseconds until it reconnects; random, so that many viewers do not reconnect at the same time. */
const pause = { least: 500, most: 5_000 }

/** Opens a viewer of all stores. @param base its URL; a function is called for each connection */
export async function openViewer(base: string | (() => string), token: string): Promise<Viewer> {
  const holes: [number, number][] = []
  const gaps: { from: number; to: number }[] = []
  const closes: number[] = []
  let last: number | undefined
  let shown = 0
  let stopped = false
  let socket = connect()

  function take(text: string): void {
    if (text.startsWith('{"type":"gap"')) {
      const { from, to } = JSON.parse(text) as { from: number; to: number }
      gaps.push({ from, to })
      last = to
      return
    }
    const sequence = Number(/"sequence":(\d+)/.exec(text)?.[1])
    if (last !== undefined && sequence > last + 1) holes.push([last + 1, sequence - 1])
    if (sequence > (last ?? 0)) shown += 1
    last = Math.max(last ?? 0, sequence)
    viewer.onEvent?.(text)
  }

  function connect(): WebSocket {
    const query = last === undefined ? '' : `?after=${last}`
    const at = typeof base === 'string' ? base : base()
    const next = new WebSocket(`${at.replace(/^http/, 'ws')}/admin/api/live${query}`, [
      'kingcar.live.v1',
      `bearer.${token}`,
    ])
    next.on('message', (data) => take(String(data)))
    next.on('error', () => undefined) // its close follows
    next.on('close', (code) => {
      closes.push(code)
      if (stopped) return
      const timer = setTimeout(
        () => {
          if (!stopped) socket = connect()
        },
        pause.least + Math.random() * (pause.most - pause.least),
      )
      timer.unref()
    })
    return next
  }

  const viewer: Viewer = {
    get shown() {
      return shown
    },
    get last() {
      return last ?? 0
    },
    holes,
    gaps,
    closes,
    get open() {
      return socket.readyState === WebSocket.OPEN
    },
    sleep: () => socket.pause(),
    wake: () => socket.resume(),
    onEvent: undefined,
    [Symbol.dispose]() {
      stopped = true
      socket.terminate()
    },
  }
  await once(socket, 'open')
  return viewer
}
