import { setTimeout as wait } from 'node:timers/promises'
import { backOff } from './back-off.ts'
import type { Entry } from './line.ts'
import { acknowledgementPatience, type Link, type LinkOptions, type LinkState, reasonOf } from './link.ts'
import { type Heartbeat, type ReadMessage, sizeLimit } from './message.ts'
import type { Spool } from './spool.ts'
import { TokenBucket } from './token-bucket.ts'
import { Turns } from './turns.ts'

const heartbeatInterval = 60_000
/** Reads on their way at once; as many as a burst has. */
const window = 1_000
const firmware = 'kingcar-recognizer 0.1.0'

export type DeviceOptions = {
  spool: Spool
  openLink: (onState: LinkOptions['onState']) => Link
  /** Told when the connection comes or goes. */
  onState?: LinkOptions['onState']
}

/**
 * A recognizer without its camera. A read goes to the disk, then to the server, the oldest first and no faster than is
 * allowed, and leaves the disk when it is acknowledged. What is not is sent again, with growing pauses, for ever; others go
 * first meanwhile.
 */
export class Device implements AsyncDisposable {
  /** Messages sent, repetitions included, and reads acknowledged. */
  sent = 0
  acknowledged = 0
  connections = 0
  state: LinkState = 'away'
  /** Why the last message or connection failed; empty when it did not. */
  lastFailure = ''

  readonly #spool: Spool
  readonly #options: DeviceOptions
  readonly #stopping = new AbortController()
  readonly #bucket = new TokenBucket()
  readonly #onTheirWay = new Set<number>()
  readonly #turns = new Turns(() => this.#changed())
  readonly #pump: Promise<void>
  readonly #heartbeats: NodeJS.Timeout
  #link: Link | undefined
  #failures = 0
  #resting = false
  #change = Promise.withResolvers<void>()

  constructor(options: DeviceOptions) {
    this.#options = options
    this.#spool = options.spool
    this.connect()
    this.#heartbeats = setInterval(() => void this.#beat(), heartbeatInterval)
    this.#pump = this.#sendAll()
  }

  /** Reads on the disk that are not acknowledged. */
  get waiting(): number {
    return this.#spool.waiting
  }

  /** Reads that were given up for newer ones, because the disk's share was full. */
  get dropped(): number {
    return this.#spool.dropped
  }

  /**
   * Takes a read; on the disk when it resolves.
   * @throws when the disk does not take it, or it is over 16 KiB
   */
  async take(read: ReadMessage): Promise<void> {
    const text = JSON.stringify(read)
    if (Buffer.byteLength(text) > sizeLimit) throw new RangeError('A read of over 16 KiB is refused by the server.')
    await this.#spool.keep(text)
    this.#changed()
  }

  /** Resolves when a condition holds that taking, sending or acknowledging may change, or the device stops. */
  async until(condition: () => boolean): Promise<void> {
    while (!condition() && !this.#stopping.signal.aborted) await this.#change.promise
  }

  /** Comes back after `disconnect`. */
  connect(): void {
    this.#link ??= this.#options.openLink((state, reason) => this.#onState(state, reason))
  }

  /** Goes offline, as a broken line does; reads are kept. */
  async disconnect(): Promise<void> {
    const link = this.#link
    this.#link = undefined
    await link?.close()
    this.#onState('away', 'Disconnected.')
  }

  /** Waits a moment for what is on its way; the rest stays on the disk for the next start. */
  async [Symbol.asyncDispose](): Promise<void> {
    clearInterval(this.#heartbeats)
    this.#stopping.abort()
    this.#changed()
    await this.#pump
    const settled = this.#settled().then(() => true)
    await Promise.race([settled, wait(acknowledgementPatience, undefined, { ref: false })])
    await this.disconnect()
    await settled
  }

  async #settled(): Promise<void> {
    while (this.#onTheirWay.size > 0) await this.#change.promise
  }

  async #sendAll(): Promise<void> {
    const { signal } = this.#stopping
    while (!signal.aborted) {
      if (!this.#next()) await this.#change.promise
      else if (await this.#bucket.take(signal)) {
        const entry = this.#next() // the connection may be gone by now, or the read given up
        if (entry) void this.#send(entry)
      }
    }
  }

  /** The read to send now; none while we may not or need not. */
  #next(): Entry | undefined {
    if (this.state !== 'online' || this.#resting) return undefined
    const underway = this.#onTheirWay.size
    if (underway >= (this.#turns.probing ? 1 : window)) return undefined
    const next = this.#spool.oldest((entry) => !this.#onTheirWay.has(entry.number) && this.#turns.has(entry))
    if (next || underway > 0) return next
    const failed = this.#spool.oldest((entry) => !this.#turns.pauses(entry))
    if (failed) this.#turns.beginAnew()
    return failed
  }

  async #send(entry: Entry): Promise<void> {
    const { number, text } = entry
    this.#onTheirWay.add(number)
    this.sent += 1
    try {
      const { readId } = JSON.parse(text) as ReadMessage
      if (!this.#link) throw new Error('There is no connection.')
      await this.#link.sendRead(readId, text)
      this.acknowledged += 1
      this.#turns.arrived()
      this.lastFailure = ''
      this.#failures = 0
      await this.#spool.acknowledge(number)
    } catch (error) {
      this.lastFailure = reasonOf(error)
      if (!this.#turns.failed(entry)) this.#rest()
    }
    this.#onTheirWay.delete(number)
    this.#changed()
  }

  /** Many that fail together are one failure. */
  #rest(): void {
    if (this.#resting || this.state !== 'online') return
    this.#resting = true
    this.#failures += 1
    const end = () => {
      this.#resting = false
      this.#changed()
    }
    setTimeout(end, backOff(this.#failures)).unref()
  }

  async #beat(): Promise<void> {
    if (this.state !== 'online' || !(await this.#bucket.take(this.#stopping.signal))) return
    const heartbeat: Heartbeat = {
      sentAt: new Date().toISOString(),
      queueDepth: this.#spool.waiting,
      cameraOk: true,
      firmware,
    }
    this.#link?.sendHeartbeat(JSON.stringify(heartbeat))
  }

  #onState(state: LinkState, reason: string): void {
    if (state === this.state && reason === this.lastFailure) return
    this.state = state
    this.lastFailure = reason
    this.#options.onState?.(state, reason)
    if (state === 'online') {
      this.connections += 1
      void this.#beat()
    }
    this.#changed()
  }

  #changed(): void {
    this.#change.resolve()
    this.#change = Promise.withResolvers()
  }
}
