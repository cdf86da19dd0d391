import type { Socket } from 'node:net'
import { liveClose } from '@kingcar/contract'
import { steadyNow } from '@kingcar/runtime'
import type { WebSocket } from 'ws'
import type { Session } from '../auth/access-tokens.ts'
import { framePayload } from './frame.ts'
import type { FrameBatch, View } from './frame-batches.ts'

export type Viewer = {
  session: Session
  /** Asked at each event: the setting behind it changes while the socket is open. The same object for the same view. */
  view: () => View
  /** The last sequence that the viewer has. */
  after: number
  /** It has been here before, and gets all since then; one who is only slow is told of a gap. */
  resuming: boolean
}

/** Where a viewer's events come from. */
export type VisitSource = {
  /** From this sequence on events are at hand; older ones are fetched. */
  readonly first: number
  readonly last: number
  next(after: number, view: View, resuming: boolean): FrameBatch | undefined
  /** Asks for a `pump` in the next turn of the event loop. */
  wake(): void
  /** A viewer is sent away, by a code of closing or since it gave no sign of life. */
  onClosing?(why: number | 'silent'): void
}

/** What a viewer may send: a client needsPing for a sign of life twice a minute. Control frames count, but for awaited pongs. */
const maxMessages = 100
const messageWindowMilliseconds = 60_000
/** Bytes that a viewer may send between two probes. */
const maxReceivedBytes = 64 * 1024

/**
 * Bytes on their way to a reader who has not shown that it read them. The kernel's buffers hide a sleeper for megabytes;
 * a ping behind the data is answered when the data was read.
 */
const maxUnreadBytes = 1024 * 1024
const pingAfterBytes = maxUnreadBytes / 2
/** Milliseconds for which a reader may take nothing. */
const slowReaderMilliseconds = 10_000
/** Milliseconds without a word after which one is asked for a sign of life; after twice that it is dead. */
const pingAfterMilliseconds = 15_000
/** How long a closing handshake may take. */
export const closeMilliseconds = 3_000

type Stream = Pick<Socket, 'write' | 'cork' | 'uncork' | 'on' | 'writableNeedDrain' | 'bytesRead'>

/**
 * One viewer's socket: takes what there is beyond its place, as fast as its reader reads. A class, since a thousand of
 * them are gone through for each event: all that a write needs stands in one object.
 */
export class Connection {
  readonly session: Session
  readonly #socket: WebSocket
  readonly #stream: Stream
  readonly #source: VisitSource
  readonly #viewer: Viewer
  /** Prebuilt frames go past the sender of `ws`, which is sound while it compresses nothing. */
  readonly #writesFrames: boolean
  #after: number
  #resuming: boolean
  #behindSince = 0
  #written = 0
  #confirmed = 0
  /** What was written when the ping that waits for its pong went out. */
  #writtenAtPing: number | undefined
  #lastReceivedAt = steadyNow()
  #messages = 0
  #windowEnds = 0
  #receivedBefore: number

  constructor(socket: WebSocket, stream: Stream, viewer: Viewer, source: VisitSource) {
    this.session = viewer.session
    this.#socket = socket
    this.#stream = stream
    this.#viewer = viewer
    this.#source = source
    this.#writesFrames = socket.extensions === ''
    this.#after = viewer.after
    this.#resuming = viewer.resuming
    this.#receivedBefore = stream.bytesRead
    socket.on('message', (data: { toString(): string }, binary: boolean) => this.#onMessage(data, binary))
    socket.on('ping', () => this.#countMessage())
    socket.on('pong', () => this.#onPong())
    stream.on('drain', () => this.#resumeIfCaughtUp())
    const expiresIn = Math.max(0, viewer.session.expiresAt - Date.now())
    const expiry = setTimeout(() => this.close(liveClose.sessionEnded, 'token expired'), expiresIn)
    expiry.unref()
    socket.on('close', () => clearTimeout(expiry))
  }

  /** Writes what is new, at most once; does nothing while the reader is behind. */
  pump(): void {
    if (this.#behindSince !== 0 || this.#socket.readyState !== this.#socket.OPEN) return
    if (this.#resuming && this.#after + 1 >= this.#source.first) this.#resuming = false
    const batch = this.#source.next(this.#after, this.#viewer.view(), this.#resuming)
    if (!batch) return
    this.#after = batch.reached
    if (batch.bytes.length > 0) this.#write(batch)
    if (this.#after < this.#source.last) this.#source.wake()
  }

  /** The stream began anew: everything in it is new. */
  restart(after: number): void {
    this.#after = after
  }

  /** Ends a dead, hopelessly slow or talkative peer, and needsPing a quiet one for a sign of life. Called every few seconds. */
  probe(): void {
    const now = steadyNow()
    const received = this.#stream.bytesRead - this.#receivedBefore
    this.#receivedBefore = this.#stream.bytesRead
    if (received > maxReceivedBytes) this.close(liveClose.flood, 'too many bytes')
    else if (this.#behindSince !== 0 && now - this.#behindSince > slowReaderMilliseconds)
      this.close(liveClose.tooSlow, 'too slow')
    else if (now - this.#lastReceivedAt > 2 * pingAfterMilliseconds) this.#terminate()
    else if (now - this.#lastReceivedAt >= pingAfterMilliseconds && this.#writtenAtPing === undefined) this.#sendPing()
  }

  /** Says something that is no event, and of which nothing is kept; gives whether the socket was open for it. */
  sendText(text: string): boolean {
    const isOpen = this.#socket.readyState === this.#socket.OPEN
    if (isOpen) this.#socket.send(text)
    return isOpen
  }

  close(code: number, reason: string): void {
    if (this.#socket.readyState === this.#socket.OPEN) this.#source.onClosing?.(code)
    this.#socket.close(code, reason)
    setTimeout(() => this.#socket.terminate(), closeMilliseconds).unref()
  }

  #terminate(): void {
    this.#source.onClosing?.('silent')
    this.#socket.terminate()
  }

  #write(batch: FrameBatch): void {
    this.#written += batch.bytes.length
    const needsPing = this.#writtenAtPing === undefined && this.#written - this.#confirmed >= pingAfterBytes
    if (needsPing) this.#stream.cork()
    const acceptsMore = this.#writesFrames ? this.#stream.write(batch.bytes) : this.#sendFrames(batch)
    if (needsPing) {
      this.#sendPing()
      this.#stream.uncork()
    }
    if (!acceptsMore || this.#written - this.#confirmed >= maxUnreadBytes) this.#behindSince = steadyNow()
  }

  #sendFrames({ frames }: FrameBatch): boolean {
    for (const each of frames) this.#socket.send(framePayload(each), { binary: false })
    return !this.#stream.writableNeedDrain
  }

  #sendPing(): void {
    this.#writtenAtPing = this.#written
    this.#socket.ping()
  }

  #onPong(): void {
    if (this.#writtenAtPing === undefined) return void this.#countMessage()
    this.#lastReceivedAt = steadyNow()
    this.#confirmed = this.#writtenAtPing
    this.#writtenAtPing = undefined
    // The ping of a probe goes out with little behind it: what was written since may be all that is in the way.
    if (this.#written - this.#confirmed >= pingAfterBytes) this.#sendPing()
    this.#resumeIfCaughtUp()
  }

  #resumeIfCaughtUp(): void {
    const isBehind = this.#stream.writableNeedDrain || this.#written - this.#confirmed >= maxUnreadBytes
    if (this.#behindSince === 0 || isBehind) return
    this.#behindSince = 0
    this.#source.wake()
  }

  #onMessage(data: { toString(): string }, binary: boolean): void {
    if (this.#countMessage() && !binary && this.#behindSince === 0 && data.toString() === 'ping')
      this.#socket.send('pong')
  }

  /** Whether it may go on. */
  #countMessage(): boolean {
    if (this.#socket.readyState !== this.#socket.OPEN) return false
    this.#lastReceivedAt = steadyNow()
    if (this.#lastReceivedAt > this.#windowEnds) {
      this.#windowEnds = this.#lastReceivedAt + messageWindowMilliseconds
      this.#messages = 0
    }
    this.#messages += 1
    if (this.#messages <= maxMessages) return true
    this.close(liveClose.flood, 'too many messages')
    return false
  }
}
