import { type FileHandle, mkdir, open, rm } from 'node:fs/promises'
import { join } from 'node:path'
import { AcknowledgedMark } from './acknowledged-mark.ts'
import { lockFolder } from './folder-lock.ts'
import { GroupCommit } from './group-commit.ts'
import { type Entry, formatLine, parseLine } from './line.ts'
import { readSegments, type Segment, segmentPath, syncFolder } from './segment.ts'

/*
 * A device's reads on the disk, until they are acknowledged.
 *
 * Reads are numbered and appended, one per line, to files of about 1 MiB that are named after their first read:
 * `0000000000000042.reads`. A line is `<number> <CRC-32 of number and read> <read>`. A read is stored when its line is on the
 * disk (fdatasync); reads that arrive together share one sync. The file `acknowledged` contains the number before which all
 * reads are acknowledged. It may lag, since a read that is sent twice counts once, so it is not synced. A file whose reads are
 * all acknowledged is removed.
 *
 * A damaged line, or one with a number that has occurred before, is skipped and counted; since each line has its own number,
 * the others are not affected. An incomplete line of a process that died while writing also counts as damaged, although its
 * read was never confirmed: the two cannot be distinguished. Each process starts a new file.
 *
 * At the size limit the oldest file is dropped and its reads are counted. One read has to go, and the newest matters more: it
 * is the car at the gate, while the oldest has waited for hours.
 */
export type SpoolOptions = {
  folder: string
  /** Limit of the bytes on the disk; memory use is up to three times as much. */
  limit: number
}

type Waiting = Entry & { segment: Segment }

const maxSegment = 2 ** 20

export class Spool implements AsyncDisposable {
  /** Reads dropped at the size limit. */
  dropped = 0
  /** Damaged lines found at opening; an unacknowledged read in such a line is lost. */
  damaged = 0

  readonly #options: SpoolOptions
  readonly #unlock: () => Promise<void>
  readonly #mark: AcknowledgedMark
  readonly #writes = new GroupCommit<string>((texts) => this.#write(texts))
  /** Unacknowledged reads by number, oldest first. */
  readonly #waiting = new Map<number, Waiting>()
  readonly #segments = new Set<Segment>()
  #active: { file: FileHandle; segment: Segment } | undefined
  /** The number of the next read, and the number below which all reads have been written. */
  #next = 0
  #written = 0

  /**
   * Opens or creates a folder and loads its waiting reads.
   * @throws Error if another process uses it
   */
  static async open(options: SpoolOptions): Promise<Spool> {
    await mkdir(options.folder, { recursive: true, mode: 0o700 })
    const unlock = await lockFolder(options.folder)
    const spool = new Spool(options, unlock, await AcknowledgedMark.open(join(options.folder, 'acknowledged')))
    await spool.#load()
    return spool
  }

  private constructor(options: SpoolOptions, unlock: () => Promise<void>, mark: AcknowledgedMark) {
    this.#options = options
    this.#unlock = unlock
    this.#mark = mark
  }

  get waiting(): number {
    return this.#waiting.size
  }

  /** Stores a text of one line; resolves when it is on the disk, rejects if writing fails. */
  append(text: string): Promise<void> {
    if (text.includes('\n')) throw new RangeError('A read must be one line.')
    return this.#writes.add(text)
  }

  /** The oldest read that satisfies a condition; always the same object for a read. */
  oldest(maySend: (entry: Entry) => boolean): Entry | undefined {
    return this.#waiting.values().find(maySend)
  }

  /** Removes a read; does nothing if it has been dropped. */
  async acknowledge(number: number): Promise<void> {
    const entry = this.#waiting.get(number)
    if (!entry) return
    this.#waiting.delete(number)
    entry.segment.waiting -= 1
    await this.#removeIfDone(entry.segment)
    await this.#updateMark()
  }

  async [Symbol.asyncDispose](): Promise<void> {
    await this.#writes.idle()
    await this.#closeActive()
    await this.#updateMark()
    await this.#mark[Symbol.asyncDispose]()
    await this.#unlock()
  }

  async #load(): Promise<void> {
    for await (const { first, lines, ...segment } of readSegments(this.#options.folder)) {
      for (const line of lines) this.#loadLine(line, segment)
      this.#next = Math.max(this.#next, first + lines.length) // numbers of damaged lines are not reused
      this.#segments.add(segment)
      await this.#removeIfDone(segment)
    }
    this.#next = Math.max(this.#next, this.#mark.value)
    this.#written = this.#next
    await this.#enforceLimit()
  }

  #loadLine(line: string, segment: Segment): void {
    const entry = parseLine(line)
    if (!entry || this.#waiting.has(entry.number)) {
      this.damaged += 1
      return
    }
    this.#next = Math.max(this.#next, entry.number + 1)
    if (entry.number >= this.#mark.value) this.#add(entry, segment)
  }

  #add(entry: Entry, segment: Segment): void {
    this.#waiting.set(entry.number, { ...entry, segment })
    segment.waiting += 1
  }

  async #write(texts: string[]): Promise<void> {
    const { file, segment } = await this.#fileToWrite()
    const first = this.#next
    const entries = texts.map((text, at) => ({ number: first + at, text }))
    const lines = Buffer.from(entries.map(formatLine).join(''))
    this.#next += texts.length // even if writing fails, since some lines may be on the disk
    try {
      await file.appendFile(lines)
      await file.datasync()
    } catch (error) {
      await this.#closeActive() // the end of the file is unknown
      throw error
    }
    segment.bytes += lines.length
    for (const entry of entries) this.#add(entry, segment)
    this.#written = this.#next
    await this.#enforceLimit()
  }

  async #fileToWrite(): Promise<{ file: FileHandle; segment: Segment }> {
    const size = Math.min(maxSegment, this.#options.limit / 4)
    if (this.#active && this.#active.segment.bytes < size) return this.#active
    await this.#closeActive()
    const segment: Segment = { path: segmentPath(this.#options.folder, this.#next), bytes: 0, waiting: 0 }
    const file = await open(segment.path, 'a', 0o600)
    this.#active = { file, segment }
    this.#segments.add(segment)
    await syncFolder(this.#options.folder)
    return this.#active
  }

  async #closeActive(): Promise<void> {
    const active = this.#active
    this.#active = undefined
    if (!active) return
    await active.file.close()
    await this.#removeIfDone(active.segment)
  }

  async #removeIfDone(segment: Segment): Promise<void> {
    if (segment.waiting > 0 || segment === this.#active?.segment || !this.#segments.delete(segment)) return
    await rm(segment.path)
  }

  async #enforceLimit(): Promise<void> {
    const bytes = () => this.#segments.values().reduce((sum, segment) => sum + segment.bytes, 0)
    while (bytes() > this.#options.limit && this.#segments.size > 1) {
      const [oldest] = this.#segments
      if (oldest) await this.#drop(oldest)
    }
  }

  async #drop(segment: Segment): Promise<void> {
    for (const [number, entry] of this.#waiting) {
      if (entry.segment !== segment) break
      this.#waiting.delete(number)
      this.dropped += 1
    }
    segment.waiting = 0
    await this.#removeIfDone(segment)
  }

  #updateMark(): Promise<void> {
    return this.#mark.update(() => this.#waiting.keys().next().value ?? this.#written)
  }
}
