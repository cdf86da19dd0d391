import { createReadStream } from 'node:fs'
import { type FileHandle, open } from 'node:fs/promises'
import { createInterface } from 'node:readline'
import type { ReadMessage } from '../link/message.ts'
import { UsageError } from '../usage-error.ts'

/** A line of a recording: a read, its time of sending, and its device. */
export type RecordedRead = { at: string; deviceId: string; read: ReadMessage }

/** Writes a recording. */
export class Recording implements AsyncDisposable {
  readonly #file: FileHandle
  #writing: Promise<unknown> = Promise.resolve()

  /** @throws UsageError if the file exists */
  static async create(path: string): Promise<Recording> {
    try {
      return new Recording(await open(path, 'ax', 0o600))
    } catch (error) {
      if (!(error instanceof Error && 'code' in error && error.code === 'EEXIST')) throw error
      throw new UsageError(`The file ${path} of --record exists already: choose another.`)
    }
  }

  private constructor(file: FileHandle) {
    this.#file = file
  }

  /** Appends a line; lines keep their order. */
  async write(recorded: RecordedRead): Promise<void> {
    const written = this.#writing.then(() => this.#file.appendFile(`${JSON.stringify(recorded)}\n`))
    this.#writing = written.catch(() => undefined) // `written` reports the error
    await written
  }

  async [Symbol.asyncDispose](): Promise<void> {
    await this.#writing
    await this.#file.close()
  }
}

/** Reads the lines of a recording in order. @throws UsageError for an invalid line */
export async function* readRecording(path: string): AsyncGenerator<RecordedRead> {
  let line = 0
  for await (const text of createInterface({ input: createReadStream(path) })) {
    line += 1
    const recorded = parse(text)
    if (!recorded) throw new UsageError(`Line ${line} of ${path} is not a recorded read.`)
    yield recorded
  }
}

function parse(text: string): RecordedRead | undefined {
  try {
    const value = JSON.parse(text) as Partial<RecordedRead> | null
    const { at, deviceId, read } = value ?? {}
    const times = [at, read?.recognizedAt].map((time) => Date.parse(time ?? ''))
    const isRead = typeof read?.readId === 'string' && read.readId !== ''
    return at && deviceId && isRead && !times.some(Number.isNaN) ? { at, deviceId, read } : undefined
  } catch {
    return undefined // the caller reports the line
  }
}
