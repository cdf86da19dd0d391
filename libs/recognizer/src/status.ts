import type { Device } from './device.ts'

/** Between two lines, in ms: on a terminal one line is written anew, elsewhere each is a line of its own. */
const onTerminal = 1_000
const elsewhere = 5_000

/** Tells on a stream how the devices fare, and what happens. */
export class Status implements Disposable {
  readonly #devices: readonly Device[]
  readonly #stream: NodeJS.WriteStream
  readonly #timer: NodeJS.Timeout

  constructor(devices: readonly Device[], stream: NodeJS.WriteStream) {
    this.#devices = devices
    this.#stream = stream
    this.#timer = setInterval(() => this.#show(), stream.isTTY ? onTerminal : elsewhere)
  }

  /** Writes a line of its own. */
  tell(line: string): void {
    this.#stream.write(`${this.#stream.isTTY ? '\r\x1b[2K' : ''}${line}\n`)
  }

  [Symbol.dispose](): void {
    clearInterval(this.#timer)
    this.tell(this.#line())
  }

  #show(): void {
    if (this.#stream.isTTY) this.#stream.write(`\r\x1b[2K${this.#line()}`)
    else this.tell(this.#line())
  }

  #line(): string {
    const sum = (of: (device: Device) => number) => this.#devices.reduce((total, device) => total + of(device), 0)
    const online = sum(({ state }) => (state === 'online' ? 1 : 0))
    const parts = [
      `online ${online} of ${this.#devices.length}`,
      `sent ${sum(({ sent }) => sent)}`,
      `acknowledged ${sum(({ acknowledged }) => acknowledged)}`,
      `waiting ${sum(({ waiting }) => waiting)}`,
      `reconnects ${sum(({ connections }) => Math.max(0, connections - 1))}`,
    ]
    const dropped = sum((device) => device.dropped)
    if (dropped > 0) parts.push(`given up ${dropped}`)
    const failure = this.#devices.find(({ lastFailure }) => lastFailure !== '')?.lastFailure
    return `${parts.join(' · ')}${failure ? ` · ${failure}` : ''}`
  }
}
