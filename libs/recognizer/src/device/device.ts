import { setTimeout as wait } from 'node:timers/promises'
import type { Gate } from '../gate/gate.ts'
import { backOff } from '../link/back-off.ts'
import { acknowledgementTimeout, type Link, type LinkOptions, type LinkState, reasonOf } from '../link/link.ts'
import { type Heartbeat, type ReadMessage, sizeLimit } from '../link/message.ts'
import type { Entry } from '../spool/line.ts'
import type { Spool } from '../spool/spool.ts'
import { SendOrder } from './send-order.ts'
import { TokenBucket } from './token-bucket.ts'

const heartbeatInterval = 60_000
/** Largest number of reads in flight; as many as a burst has. */
const maxInFlight = 1_000
const firmware = 'kingcar-recognizer 0.3.0'

export type DeviceOptions = {
  spool: Spool
  openLink: (onState: LinkOptions['onState'], gate: LinkOptions['gate']) => Link
  /** Decides about each enqueued read, if the device opens a gate. */
  gate?: Gate | undefined
  /** Called when the connection state changes. */
  onState?: LinkOptions['onState']
}

/**
 * A recognizer without its camera. It stores each read on the disk, sends the oldest first within the rate limit, and
 * removes a read from the disk when the read is acknowledged. Reads without acknowledgement are sent again without
 * limit, with growing pauses; other reads are sent in the meantime.
 */
export class Device implements AsyncDisposable {
  /** Number of messages sent, including repetitions; and of reads acknowledged. */
  sent = 0
  acknowledged = 0
  connections = 0
  state: LinkState = 'offline'
  /** Reason of the last failure of a message or the connection; empty after a success. */
  lastFailure = ''

  readonly #spool: Spool
  readonly #options: DeviceOptions
  readonly #stopping = new AbortController()
  readonly #bucket = new TokenBucket()
  readonly #inFlight = new Set<number>()
  readonly #order = new SendOrder(() => this.#changed())
  readonly #sending: Promise<void>
  readonly #heartbeats: NodeJS.Timeout
  #link: Link | undefined
  #failures = 0
  #paused = false
  #change = Promise.withResolvers<void>()

  constructor(options: DeviceOptions) {
    this.#options = options
    this.#spool = options.spool
    this.connect()
    this.#heartbeats = setInterval(() => void this.#sendHeartbeat(), heartbeatInterval)
    this.#sending = this.#sendAll()
  }

  /** Unacknowledged reads on the disk. */
  get waiting(): number {
    return this.#spool.waiting
  }

  /** Reads that were dropped for newer ones at the limit of the disk space. */
  get dropped(): number {
    return this.#spool.dropped
  }

  /**
   * Stores a read for sending; it is on the disk when this resolves.
   * @throws if writing fails, or RangeError if the read is over 16 KiB
   */
  async enqueue(read: ReadMessage): Promise<void> {
    const text = JSON.stringify(read)
    if (Buffer.byteLength(text) > sizeLimit) throw new RangeError('The server rejects a read of over 16 KiB.')
    await this.#spool.append(text)
    this.#options.gate?.expect(read, () => this.state === 'online')
    this.#changed()
  }

  /** Resolves when a condition on the device's reads and connection holds, or the device stops. */
  async until(condition: () => boolean): Promise<void> {
    while (!condition() && !this.#stopping.signal.aborted) await this.#change.promise
  }

  /** Connects again after `disconnect`. */
  connect(): void {
    const { gate } = this.#options
    this.#link ??= this.#options.openLink((state, reason) => this.#onState(state, reason), gate)
  }

  /** Simulates a lost connection; reads stay on the disk. */
  async disconnect(): Promise<void> {
    const link = this.#link
    this.#link = undefined
    await link?.close()
    this.#onState('offline', 'Disconnected.')
  }

  /** Waits up to 5 s for acknowledgements of the reads in flight; the rest stays on the disk for the next start. */
  async [Symbol.asyncDispose](): Promise<void> {
    clearInterval(this.#heartbeats)
    this.#stopping.abort()
    this.#changed()
    await this.#sending
    const idle = this.#idle().then(() => true)
    await Promise.race([idle, wait(acknowledgementTimeout, undefined, { ref: false })])
    await this.disconnect()
    await idle
  }

  async #idle(): Promise<void> {
    while (this.#inFlight.size > 0) await this.#change.promise
  }

  async #sendAll(): Promise<void> {
    const { signal } = this.#stopping
    while (!signal.aborted) {
      if (!this.#next()) await this.#change.promise
      else if (await this.#bucket.take(signal)) {
        const entry = this.#next() // by now the connection may be lost, or the read dropped
        if (entry) void this.#send(entry)
      }
    }
  }

  /** The next read to send; undefined if none may be sent now. */
  #next(): Entry | undefined {
    if (this.state !== 'online' || this.#paused) return undefined
    const inFlight = this.#inFlight.size
    if (inFlight >= (this.#order.probing ? 1 : maxInFlight)) return undefined
    const next = this.#spool.oldest((entry) => !this.#inFlight.has(entry.number) && this.#order.maySend(entry))
    if (next || inFlight > 0) return next
    const failed = this.#spool.oldest((entry) => !this.#order.isPausing(entry))
    if (failed) this.#order.startRound()
    return failed
  }

  async #send(entry: Entry): Promise<void> {
    const { number, text } = entry
    this.#inFlight.add(number)
    this.sent += 1
    try {
      const { readId } = JSON.parse(text) as ReadMessage
      if (!this.#link) throw new Error('Not connected.')
      await this.#link.sendRead(readId, text)
      this.acknowledged += 1
      this.#order.acknowledged()
      this.lastFailure = ''
      this.#failures = 0
      await this.#spool.acknowledge(number)
    } catch (error) {
      this.lastFailure = reasonOf(error)
      if (!this.#order.failed(entry)) this.#pause()
    }
    this.#inFlight.delete(number)
    this.#changed()
  }

  /** Pauses sending after a failure; failures during the pause do not lengthen it. */
  #pause(): void {
    if (this.#paused || this.state !== 'online') return
    this.#paused = true
    this.#failures += 1
    const end = () => {
      this.#paused = false
      this.#changed()
    }
    setTimeout(end, backOff(this.#failures)).unref()
  }

  async #sendHeartbeat(): Promise<void> {
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
      void this.#sendHeartbeat()
    }
    this.#changed()
  }

  #changed(): void {
    this.#change.resolve()
    this.#change = Promise.withResolvers()
  }
}
