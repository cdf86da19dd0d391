import type { Socket } from 'node:net'
import { type AdminGrant, liveClose } from '@kingcar/contract'
import { steadyNow } from '@kingcar/runtime'
import type { WebSocket } from 'ws'
import type { Session } from '../auth/access-tokens.ts'
import { framePayload } from './frame.ts'
import type { FrameBatch, View } from './frame-batches.ts'

export type Viewer = {
  session: Session
  /** The rights of an administrator when the socket was opened; null for a screen. */
  rights: AdminGrant | null
  /**
   * Called for each event, because a setting can change it while the socket is open. Returns the same object for the
   * same view.
   */
  view: () => View
  /** The last sequence that the viewer has. */
  after: number
  /** True for a viewer that reconnects: it gets all events since `after`. A viewer that is only slow gets a gap. */
  resuming: boolean
}

/** Source of a viewer's events. */
export type VisitSource = {
  /** The oldest sequence in memory; older events are read from the stream. */
  readonly first: number
  readonly last: number
  next(after: number, view: View, resuming: boolean): FrameBatch | undefined
  /** Schedules a `pump` of all connections in the next iteration of the event loop. */
  wake(): void
  /** Called when the gateway closes the connection: with the close code, or `silent` after a missing pong. */
  onClosing?(why: number | 'silent'): void
}

/** Limits of what a client may send; it pings twice a minute. Control frames count too, except an awaited pong. */
const maxMessages = 100
const messageWindowMilliseconds = 60_000
/** Bytes that a viewer may send between two probes. */
const maxReceivedBytes = 64 * 1024

/**
 * Maximum bytes sent without a confirmation that the client read them. The kernel's buffers hide a stalled client for
 * megabytes, so a ping follows the data, and its pong confirms that everything before it was read.
 */
const maxUnreadBytes = 1024 * 1024
const pingAfterBytes = maxUnreadBytes / 2
/** A client that reads nothing for so long is closed. */
const slowReaderMilliseconds = 10_000
/** A client that sends nothing for so long gets a ping; after twice that time its connection is terminated. */
const pingAfterMilliseconds = 15_000
/** Timeout of the closing handshake. */
export const closeMilliseconds = 3_000

type Stream = Pick<Socket, 'write' | 'cork' | 'uncork' | 'on' | 'writableNeedDrain' | 'bytesRead'>

/**
 * The socket of one viewer. It writes the events after its position as fast as the client reads. It is a class, because
 * each event loops over thousands of them: everything that a write needs is in one object.
 */
export class Connection {
  readonly session: Session
  readonly rights: AdminGrant | null
  readonly #socket: WebSocket
  readonly #stream: Stream
  readonly #source: VisitSource
  readonly #viewer: Viewer
  /** Whether prebuilt frames are written past the sender of `ws`, which is correct only without compression. */
  readonly #writesFrames: boolean
  #after: number
  #resuming: boolean
  #behindSince = 0
  #written = 0
  #confirmed = 0
  /** Value of `#written` at the ping whose pong is awaited. */
  #writtenAtPing: number | undefined
  #lastReceivedAt = steadyNow()
  #messages = 0
  #windowEnds = 0
  #receivedBefore: number
  #expiry: NodeJS.Timeout | undefined

  constructor(socket: WebSocket, stream: Stream, viewer: Viewer, source: VisitSource) {
    this.session = viewer.session
    this.rights = viewer.rights
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
    this.expireAt(viewer.session.expiresAt)
    socket.on('close', () => clearTimeout(this.#expiry))
  }

  /**
   * Sets the time at which the connection is closed. It replaces an earlier time.
   * @param time Unix milliseconds
   */
  expireAt(time: number): void {
    clearTimeout(this.#expiry)
    const expiresIn = Math.max(0, time - Date.now())
    this.#expiry = setTimeout(() => this.close(liveClose.sessionEnded, 'token expired'), expiresIn)
    this.#expiry.unref()
  }

  /** Writes at most one batch of new events. Does nothing while the client is behind. */
  pump(): void {
    if (this.#behindSince !== 0 || this.#socket.readyState !== this.#socket.OPEN) return
    if (this.#resuming && this.#after + 1 >= this.#source.first) this.#resuming = false
    const batch = this.#source.next(this.#after, this.#viewer.view(), this.#resuming)
    if (!batch) return
    this.#after = batch.reached
    if (batch.bytes.length > 0) this.#write(batch)
    if (this.#after < this.#source.last) this.#source.wake()
  }

  /** The stream was recreated: everything in it is new. */
  restart(after: number): void {
    this.#after = after
  }

  /** Closes a dead, too slow or flooding client, and pings a quiet one. Called every few seconds. */
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

  /** Sends a text that is not an event and is not repeated. Returns false if the socket is not open. */
  sendText(text: string): boolean {
    const isOpen = this.#socket.readyState === this.#socket.OPEN
    if (isOpen) this.#socket.send(text)
    return isOpen
  }

  /** False once the closing handshake has begun. */
  get isOpen(): boolean {
    return this.#socket.readyState === this.#socket.OPEN
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
    // A probe also pings after little data, so the data written since that ping may be all that is unconfirmed.
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

  /** Returns false if the socket is closing or has sent too many messages. */
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
