// Preloaded into a process: its clock is off by this many milliseconds, as on another machine.
const off = Number(process.env.CLOCK_OFF_MILLISECONDS)
const Right = Date
globalThis.Date = class extends Right {
  constructor(...given) {
    if (given.length === 0) super(Right.now() + off)
    else super(...given)
  }

  static now() {
    return Right.now() + off
  }
}
Object.defineProperty(performance, 'timeOrigin', { value: performance.timeOrigin + off })
