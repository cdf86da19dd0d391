import { fileURLToPath } from 'node:url'
import { compile, compilerVersion } from '../compile-native.ts'
import { type Program, startProgram } from '../line-program.ts'

/** What the sockets received since the last report. Times in milliseconds. */
export type Reading = {
  deliveries: number
  payloadBytes: number
  reads: number
  p50: number
  p99: number
  max: number
}

/** A separate process that opens sockets and reads them: `native/reader.c`, or the slower JavaScript version. */
export type Reader = {
  readonly pid: number
  /** Resolves when each socket has received this many events since the last report. */
  seen(events: number): Promise<void>
  /** Resolves when the first socket has received this many events. */
  first(events: number): Promise<void>
  /** Until the next report, the age of each event is recorded. */
  timed(): Promise<void>
  report(): Promise<Reading>
}

export type Readers = {
  /** The compiler, or what was used instead. */
  name: string
  /**
   * Opens one socket per handshake.
   * @param greeting the text that a client has to send first, if any
   */
  open(url: string, handshakes: readonly string[], greeting?: string): Promise<Reader>
}

/** The reader for all variants: in C if there is a compiler, else in JavaScript, which takes several times the CPU. */
export function findReaders(stack: AsyncDisposableStack): Readers {
  const compiler = compilerVersion()
  const program = compiler ? compile('reader') : process.execPath
  const args = compiler ? [] : [fileURLToPath(new URL('./node-reader.ts', import.meta.url))]
  return {
    name: compiler ?? 'Node.js, since there is no C compiler',
    async open(url, handshakes, greeting = '') {
      const { port } = new URL(url)
      const reader = stack.use(startProgram(program, [...args, port, String(handshakes.length), greeting]))
      reader.feed(handshakes.join(''))
      await expectAnswer(reader.next(), 'open')
      return toReader(reader)
    },
  }
}

const toReader = (program: Program): Reader => ({
  pid: program.pid,
  seen: (events) => expectAnswer(program.order(`seen ${events}`), 'seen'),
  first: (events) => expectAnswer(program.order(`first ${events}`), 'first'),
  timed: () => expectAnswer(program.order('timed'), 'timed'),
  report: async () => JSON.parse(await program.order('report')) as Reading,
})

async function expectAnswer(answer: Promise<string>, expected: string): Promise<void> {
  const said = await answer
  if (said !== expected) throw new Error(`the reader replied "${said}" instead of "${expected}"`)
}
