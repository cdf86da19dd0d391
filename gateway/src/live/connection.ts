import type { Writable } from 'node:stream'
import { liveClose } from '@kingcar/contract'
import type { WebSocket } from 'ws'
import type { Session } from '../tokens.ts'
import type { Chunk, Chunks, View } from './chunks.ts'
import { payloadOf } from './frame.ts'

export type Viewer = {
  session: Session
  storeId: string | undefined
  /** Asked at each event: the setting behind it changes while the socket is open. */
  masked: () => boolean
  /** The last sequence that the viewer has. */
  after: number
}

/** A message is `ping` or nothing of ours; nobody types so fast. */
const mostMessages = 100
const messageWindow = 10_000
/** A reader who takes nothing for so long is too slow. */
const patience = 10_000
/** How long a closing handshake may take. */
export const closePatience = 3_000

/** One viewer's socket: takes what the ring has beyond its place, as fast as its reader reads. */
export type Connection = {
  readonly session: Session
  /** Writes what is new; does nothing while the reader is behind. */
  pump(): void
  /** The stream began anew: everything in it is new. */
  restart(after: number): void
  /** Ends a dead or hopelessly slow peer, and asks the others for a sign of life. Called at a steady pace. */
  probe(): void
  close(code: number, reason: string): void
}

export function createConnection(
  socket: WebSocket,
  stream: Writable,
  viewer: Viewer,
  chunks: Chunks,
  /** Asks for a `pump` soon. */
  wake: () => void,
): Connection {
  let { after } = viewer
  let behindSince = 0
  let alive = true
  let messages = 0
  let windowEnds = 0
  // Prebuilt frames go past the sender of `ws`, which is sound while it compresses nothing.
  const writesFrames = socket.extensions === ''

  function write(chunk: Chunk): void {
    if (writesFrames) {
      if (!stream.write(chunk.bytes)) behindSince = Date.now()
      return
    }
    for (const bytes of chunk.frames) socket.send(payloadOf(bytes), { binary: false })
    if (stream.writableNeedDrain) behindSince = Date.now()
  }

  function pump(): void {
    const view: View = { storeId: viewer.storeId, masked: viewer.masked() }
    while (behindSince === 0 && socket.readyState === socket.OPEN) {
      const chunk = chunks.next(after, view)
      if (!chunk) return
      after = chunk.reached
      if (chunk.bytes.length > 0) write(chunk)
    }
  }

  function close(code: number, reason: string): void {
    socket.close(code, reason)
    setTimeout(() => socket.terminate(), closePatience).unref()
  }

  function onMessage(data: { toString(): string }, binary: boolean): void {
    alive = true
    const now = Date.now()
    if (now > windowEnds) {
      windowEnds = now + messageWindow
      messages = 0
    }
    messages += 1
    if (messages > mostMessages) close(1008, 'too many messages')
    else if (!binary && behindSince === 0 && data.toString() === 'ping') socket.send('pong')
  }

  socket.on('message', onMessage)
  socket.on('pong', () => {
    alive = true
  })
  stream.on('drain', () => {
    behindSince = 0
    wake()
  })
  const expiry = setTimeout(
    () => close(liveClose.sessionEnded, 'token expired'),
    Math.max(0, viewer.session.expiresAt - Date.now()),
  )
  expiry.unref()
  socket.on('close', () => clearTimeout(expiry))

  return {
    session: viewer.session,
    pump,
    close,
    restart(sequence) {
      after = sequence
    },
    probe() {
      if (behindSince !== 0 && Date.now() - behindSince > patience) return close(liveClose.tooSlow, 'too slow')
      if (!alive) return socket.terminate()
      alive = false
      socket.ping()
    },
  }
}
