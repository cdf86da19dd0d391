import type { Device } from '../device/device.ts'

/** Interval of the status lines, in ms. A terminal shows one line that is overwritten; other outputs get a line each time. */
const onTerminal = 1_000
const elsewhere = 5_000

/** Prints events and the status of all devices. */
export class Status implements Disposable {
  readonly #devices: readonly Device[]
  readonly #stream: NodeJS.WriteStream
  readonly #timer: NodeJS.Timeout

  constructor(devices: readonly Device[], stream: NodeJS.WriteStream) {
    this.#devices = devices
    this.#stream = stream
    this.#timer = setInterval(() => this.#update(), stream.isTTY ? onTerminal : elsewhere)
  }

  /** Prints a line. */
  print(line: string): void {
    this.#stream.write(`${this.#stream.isTTY ? '\r\x1b[2K' : ''}${line}\n`)
  }

  [Symbol.dispose](): void {
    clearInterval(this.#timer)
    this.print(this.#line())
  }

  #update(): void {
    if (this.#stream.isTTY) this.#stream.write(`\r\x1b[2K${this.#line()}`)
    else this.print(this.#line())
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
    if (dropped > 0) parts.push(`dropped ${dropped}`)
    const failure = this.#devices.find(({ lastFailure }) => lastFailure !== '')?.lastFailure
    return `${parts.join(' · ')}${failure ? ` · ${failure}` : ''}`
  }
}
