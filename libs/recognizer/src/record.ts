import { createReadStream } from 'node:fs'
import { type FileHandle, open } from 'node:fs/promises'
import { createInterface } from 'node:readline'
import type { ReadMessage } from './message.ts'
import { UsageError } from './usage-error.ts'

/** A read as it was sent: a line of a recording. */
export type Recorded = { at: string; deviceId: string; read: ReadMessage }

/** A file of what was sent. */
export class Recording implements AsyncDisposable {
  readonly #file: FileHandle
  #writing: Promise<unknown> = Promise.resolve()

  /** @throws UsageError when the file exists */
  static async create(path: string): Promise<Recording> {
    try {
      return new Recording(await open(path, 'ax', 0o600))
    } catch (error) {
      if (!(error instanceof Error && 'code' in error && error.code === 'EEXIST')) throw error
      throw new UsageError(`The file ${path} of --record exists: name another.`)
    }
  }

  private constructor(file: FileHandle) {
    this.#file = file
  }

  /** Appends a line; lines keep their order. */
  async write(recorded: Recorded): Promise<void> {
    const written = this.#writing.then(() => this.#file.appendFile(`${JSON.stringify(recorded)}\n`))
    this.#writing = written.catch(() => undefined) // told to who asked for it
    await written
  }

  async [Symbol.asyncDispose](): Promise<void> {
    await this.#writing
    await this.#file.close()
  }
}

/** The lines of a recording, in their order. @throws UsageError where one is no recorded read */
export async function* readRecording(path: string): AsyncGenerator<Recorded> {
  let line = 0
  for await (const text of createInterface({ input: createReadStream(path) })) {
    line += 1
    const recorded = parse(text)
    if (!recorded) throw new UsageError(`Line ${line} of ${path} is no recorded read.`)
    yield recorded
  }
}

function parse(text: string): Recorded | undefined {
  try {
    const value = JSON.parse(text) as Partial<Recorded> | null
    const { at, deviceId, read } = value ?? {}
    const times = [at, read?.recognizedAt].map((time) => Date.parse(time ?? ''))
    const isRead = typeof read?.readId === 'string' && read.readId !== ''
    return at && deviceId && isRead && !times.some(Number.isNaN) ? { at, deviceId, read } : undefined
  } catch {
    return undefined // told with its line
  }
}
