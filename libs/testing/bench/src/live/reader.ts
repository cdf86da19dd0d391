import { fileURLToPath } from 'node:url'
import { compile, compilerVersion } from '../compile-native.ts'
import { type Program, startProgram } from '../line-program.ts'

/** What the sockets got since the last report. Times in milliseconds. */
export type Reading = {
  deliveries: number
  payloadBytes: number
  reads: number
  p50: number
  p99: number
  max: number
}

/** A process of its own that opens sockets and reads them: `native/reader.c`, or a slower one in its place. */
export type Reader = {
  readonly pid: number
  /** Resolves when each socket has got so many events since the last report. */
  seen(events: number): Promise<void>
  /** Resolves when one of them has. */
  first(events: number): Promise<void>
  /** From now to the report the age of each event is noted. */
  timed(): Promise<void>
  report(): Promise<Reading>
}

export type Readers = {
  /** What it was built with. */
  name: string
  /**
   * Opens a socket with each of these handshakes.
   * @param greeting the text that a client has to send first, where there is one
   */
  open(url: string, handshakes: readonly string[], greeting?: string): Promise<Reader>
}

/** The reader for all: written in C where there is a compiler, else in JavaScript, which takes several times the CPU. */
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
  if (said !== expected) throw new Error(`the reader said "${said}" instead of "${expected}"`)
}
