import { type FileHandle, mkdir, open, rm } from 'node:fs/promises'
import { join } from 'node:path'
import { lockFolder } from './folder-lock.ts'
import { GroupCommit } from './group-commit.ts'
import { type Entry, entryOf, lineOf } from './line.ts'
import { Mark } from './mark.ts'
import { readSegments, type Segment, segmentPath, syncFolder } from './segment.ts'

/*
 * A device's reads on the disk, until they are acknowledged.
 *
 * Reads are numbered and appended, a line each, to files of about 1 MiB that are named after their first read:
 * `0000000000000042.reads`. A line is `<number> <CRC-32 of number and read> <read>`. A read counts as kept when its line is
 * on the disk (fdatasync); reads that come together share one. The file `acknowledged` holds the number before which all are
 * acknowledged. It may lag behind, since a read that is sent twice counts once, so it is not synced. A file whose reads are
 * all acknowledged is removed.
 *
 * A line that is not as it was written, or whose number was there already, is passed over and counted; since each has its
 * own number, that moves no other. The same goes for what a process leaves that dies in the middle of a line, though that
 * read was never told to be kept: nobody can tell the two apart. Each process begins a new file.
 *
 * At the bound the oldest file goes, counted. Cars do not come again because a disk is full, so one read has to go: the
 * oldest waited for hours and greets nobody any more, the newest is the car at the gate.
 */
export type SpoolOptions = {
  folder: string
  /** Bytes on the disk, and up to three times as many in memory. */
  limit: number
}

type Waiting = Entry & { segment: Segment }

const largestSegment = 2 ** 20

export class Spool implements AsyncDisposable {
  /** Reads that were given up at the bound. */
  dropped = 0
  /** Lines that were not as they had been written when it was opened; a read in one that was not acknowledged is lost. */
  damaged = 0

  readonly #options: SpoolOptions
  readonly #unlock: () => Promise<void>
  readonly #mark: Mark
  readonly #writes = new GroupCommit<string>((texts) => this.#write(texts))
  /** What is not acknowledged, by number: the oldest first. */
  readonly #waiting = new Map<number, Waiting>()
  readonly #segments = new Set<Segment>()
  #active: { file: FileHandle; segment: Segment } | undefined
  /** The number of the next read to be written, and the one below which reads were written. */
  #next = 0
  #written = 0

  /**
   * Opens a folder, makes it where there is none, and finds what is waiting in it.
   * @throws Error when another process uses it
   */
  static async open(options: SpoolOptions): Promise<Spool> {
    await mkdir(options.folder, { recursive: true, mode: 0o700 })
    const unlock = await lockFolder(options.folder)
    const spool = new Spool(options, unlock, await Mark.open(join(options.folder, 'acknowledged')))
    await spool.#load()
    return spool
  }

  private constructor(options: SpoolOptions, unlock: () => Promise<void>, mark: Mark) {
    this.#options = options
    this.#unlock = unlock
    this.#mark = mark
  }

  get waiting(): number {
    return this.#waiting.size
  }

  /** Resolves when the text, one line, is on the disk; rejects when the disk does not take it. */
  keep(text: string): Promise<void> {
    if (text.includes('\n')) throw new RangeError('A read is one line.')
    return this.#writes.add(text)
  }

  /** The oldest read that may be sent; the same object each time. */
  oldest(maySend: (entry: Entry) => boolean): Entry | undefined {
    return this.#waiting.values().find(maySend)
  }

  /** Lets go of a read. One that was given up meanwhile is no error. */
  async acknowledge(number: number): Promise<void> {
    const entry = this.#waiting.get(number)
    if (!entry) return
    this.#waiting.delete(number)
    entry.segment.waiting -= 1
    await this.#removeIfDone(entry.segment)
    await this.#noteAcknowledged()
  }

  async [Symbol.asyncDispose](): Promise<void> {
    await this.#writes.idle()
    await this.#closeActive()
    await this.#noteAcknowledged()
    await this.#mark[Symbol.asyncDispose]()
    await this.#unlock()
  }

  async #load(): Promise<void> {
    for await (const { first, lines, ...segment } of readSegments(this.#options.folder)) {
      for (const line of lines) this.#read(line, segment)
      this.#next = Math.max(this.#next, first + lines.length) // the numbers of damaged lines are not given again
      this.#segments.add(segment)
      await this.#removeIfDone(segment)
    }
    this.#next = Math.max(this.#next, this.#mark.value)
    this.#written = this.#next
    await this.#keepBound()
  }

  #read(line: string, segment: Segment): void {
    const entry = entryOf(line)
    if (!entry || this.#waiting.has(entry.number)) {
      this.damaged += 1
      return
    }
    this.#next = Math.max(this.#next, entry.number + 1)
    if (entry.number >= this.#mark.value) this.#enter(entry, segment)
  }

  #enter(entry: Entry, segment: Segment): void {
    this.#waiting.set(entry.number, { ...entry, segment })
    segment.waiting += 1
  }

  async #write(texts: string[]): Promise<void> {
    const { file, segment } = await this.#fileToWrite()
    const first = this.#next
    const entries = texts.map((text, at) => ({ number: first + at, text }))
    const lines = Buffer.from(entries.map(lineOf).join(''))
    this.#next += texts.length // also where it fails, since some lines may have reached the disk
    try {
      await file.appendFile(lines)
      await file.datasync()
    } catch (error) {
      await this.#closeActive() // nobody knows what stands at its end
      throw error
    }
    segment.bytes += lines.length
    for (const entry of entries) this.#enter(entry, segment)
    this.#written = this.#next
    await this.#keepBound()
  }

  async #fileToWrite(): Promise<{ file: FileHandle; segment: Segment }> {
    const size = Math.min(largestSegment, this.#options.limit / 4)
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

  async #keepBound(): Promise<void> {
    const bytes = () => this.#segments.values().reduce((sum, segment) => sum + segment.bytes, 0)
    while (bytes() > this.#options.limit && this.#segments.size > 1) {
      const [oldest] = this.#segments
      if (oldest) await this.#giveUp(oldest)
    }
  }

  async #giveUp(segment: Segment): Promise<void> {
    for (const [number, entry] of this.#waiting) {
      if (entry.segment !== segment) break
      this.#waiting.delete(number)
      this.dropped += 1
    }
    segment.waiting = 0
    await this.#removeIfDone(segment)
  }

  #noteAcknowledged(): Promise<void> {
    return this.#mark.follow(() => this.#waiting.keys().next().value ?? this.#written)
  }
}
