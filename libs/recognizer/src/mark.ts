import { type FileHandle, open, readFile } from 'node:fs/promises'
import { checksumOf } from './checksum.ts'

const digits = 16

function contentOf(value: number): string {
  const number = String(value).padStart(digits, '0')
  return `${number} ${checksumOf(number)}\n`
}

/** A number and its checksum in a file, overwritten in place. It is not synced: after a power cut an older one may stand there, or none. */
export class Mark implements AsyncDisposable {
  readonly #file: FileHandle
  /** What stands in the file. */
  value: number
  #writing: Promise<void> | undefined

  /** Opens the file, 0 where there is none or it holds something else. */
  static async open(path: string): Promise<Mark> {
    await (await open(path, 'a', 0o600)).close()
    const text = await readFile(path, 'utf8')
    const value = Number(text.slice(0, digits))
    return new Mark(await open(path, 'r+'), text === contentOf(value) ? value : 0)
  }

  private constructor(file: FileHandle, value: number) {
    this.#file = file
    this.value = value
  }

  /** Writes until the file holds what `current` says; calls that come meanwhile share the writing. */
  follow(current: () => number): Promise<void> {
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
      await this.#file.write(contentOf(value), 0)
      this.value = value
    }
  }
}
