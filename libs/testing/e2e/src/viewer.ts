import { once } from 'node:events'
import { WebSocket } from 'ws'

/**
 * A wall screen as far as its socket goes, in the words of the contract: it keeps which sequences it was shown, answers
 * pings, and comes back by itself where it left when it is cut off.
 */
export type Viewer = Disposable & {
  /** How many events it was shown, each counted once. */
  readonly shown: number
  /** Sequences that it was never shown, though it was shown later ones. */
  readonly holes: readonly [from: number, to: number][]
  /** What it was told to have missed. */
  readonly gaps: readonly { from: number; to: number }[]
  /** The newest sequence that it was shown or told of; 0 before. */
  readonly last: number
  readonly closes: readonly number[]
  readonly open: boolean
  /** Reads nothing of its socket, as a frozen screen does, until it wakes. */
  sleep(): void
  wake(): void
  /** Calls back with each event's text. */
  onEvent: ((text: string) => void) | undefined
}

/** Milliseconds until it tries again; at random, so that many do not come back in one moment. */
const pause = { least: 500, most: 5_000 }

/** Opens a viewer of all stores. @param base where it connects, asked each time where it is a function */
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
