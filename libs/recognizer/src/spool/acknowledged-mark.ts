import { type FileHandle, open, readFile } from 'node:fs/promises'
import { checksumOf } from './checksum.ts'

const digits = 16

function format(value: number): string {
  const number = String(value).padStart(digits, '0')
  return `${number} ${checksumOf(number)}\n`
}

/** A number and its checksum in a file, overwritten in place. It is not synced: after a power loss the file may contain an older number, or none. */
export class AcknowledgedMark implements AsyncDisposable {
  readonly #file: FileHandle
  /** The number in the file. */
  value: number
  #writing: Promise<void> | undefined

  /** Opens or creates the file; the value is 0 if its content is invalid. */
  static async open(path: string): Promise<AcknowledgedMark> {
    await (await open(path, 'a', 0o600)).close()
    const text = await readFile(path, 'utf8')
    const value = Number(text.slice(0, digits))
    return new AcknowledgedMark(await open(path, 'r+'), text === format(value) ? value : 0)
  }

  private constructor(file: FileHandle, value: number) {
    this.#file = file
    this.value = value
  }

  /** Writes until the file contains the current number; calls during a write share it. */
  update(current: () => number): Promise<void> {
    this.#writing ??= this.#write(current).finally(() => {
      this.#writing = undefined
    })
    return this.#writing
  }

  async [Symbol.asyncDispose](): Promise<void> {
    await this.#writing
    await this.#file.close()
  }

  async #write(current: () => number): Promise<void> {
    for (let value = current(); value !== this.value; value = current()) {
      await this.#file.write(format(value), 0)
      this.value = value
    }
  }
}
