import { setTimeout as wait } from 'node:timers/promises'
import type { BusStreams, StreamMessage } from '@kingcar/bus'
import { AppError } from '@kingcar/contract'
import type { Logger } from '@kingcar/runtime'
import { toRingEntry } from './event.ts'
import { createFrameBatches, type FrameBatches } from './frame-batches.ts'
import { createRing, type Ring } from './ring.ts'

/**
 * Reads older visits from the stream VISITS, for viewers that resume from before the ring. Pages are read on demand, a few
 * at a time and first come, first served. Viewers share pages and own none, so a thousand viewers that reconnect together
 * need bounded memory, and each one makes progress.
 */
export type Archive = FrameBatches & {
  /** Evicts the pages that no viewer used since the last call. */
  evictUnused(): void
}

type Page = { from: number; ring: Ring; batches: FrameBatches; used: boolean }

export type ArchiveOptions = {
  bus: Pick<BusStreams, 'readAfter' | 'range'>
  log: Logger
  /** Only visits before its `first` are read. */
  ring: Pick<Ring, 'first'>
  /** Called when `next` may return more. */
  wake: () => void
}

/** A visit has about 300 bytes, so a page has the size of two writes. */
const pageSize = { messages: 256, bytes: 128 * 1024 }
const maxPages = 32
const maxConcurrentReads = 2
const retryMilliseconds = 500
const unlimited = { events: Number.POSITIVE_INFINITY, bytes: Number.POSITIVE_INFINITY }

export function createArchive({ bus, log, ring, wake }: ArchiveOptions): Archive {
  /** Newest last. */
  let pages: Page[] = []
  /** Sequences after which viewers want to continue, in the order of their requests. */
  const requested = new Set<number>()
  const reading = new Set<number>()
  let failing = false

  /**
   * The sequence of the first existing message after a sequence without messages; the messages between were deleted.
   */
  async function firstAfter(sequence: number): Promise<number> {
    const { first } = await bus.range('VISITS')
    return Math.max(sequence + 1, Math.min(first, ring.first))
  }

  async function readPage(after: number): Promise<Page> {
    const messages = await bus.readAfter('VISITS', after, pageSize)
    const [next] = messages
    const first = next ? Math.min(next.sequence, ring.first) : await firstAfter(after)
    const earlier = contiguousFrom(messages, first).filter(({ sequence }) => sequence < ring.first)
    // A lagging server of a NATS cluster does not know what the others hold, so its empty reply proves nothing.
    if (earlier.length === 0 && first === after + 1 && first < ring.first) throw new AppError('UNAVAILABLE')
    const pageRing = createRing(unlimited, first - 1)
    for (const message of earlier) pushVisit(pageRing, message, log)
    return { from: after, ring: pageRing, batches: createFrameBatches(pageRing), used: true }
  }

  async function load(after: number): Promise<void> {
    requested.delete(after)
    reading.add(after)
    try {
      pages = [...pages, await readPage(after)].slice(-maxPages)
      failing = false
    } catch (err) {
      if (!failing) log.warn({ err }, 'VISITS stream read failed, retrying')
      failing = true
      await wait(retryMilliseconds)
    }
    reading.delete(after)
    wake()
    loadNext()
  }

  function loadNext(): void {
    for (const sequence of requested) {
      if (reading.size >= maxConcurrentReads) return
      if (pageAt(sequence)) requested.delete(sequence)
      else void load(sequence)
    }
  }

  function pageAt(after: number): Page | undefined {
    const page = pages.find(({ from, ring }) => from <= after && after < ring.last)
    if (page) page.used = true
    return page
  }

  return {
    next(after, view) {
      const page = pageAt(after)
      if (!page && !reading.has(after)) {
        requested.add(after)
        loadNext()
      }
      return page?.batches.next(after, view)
    },
    endTick() {
      for (const { batches } of pages) batches.endTick()
    },
    evictUnused() {
      pages = pages.filter(({ used }) => used)
      for (const page of pages) page.used = false
    },
  }
}

/** The messages from `first` on, up to the first missing sequence. */
function contiguousFrom(messages: readonly StreamMessage[], first: number): StreamMessage[] {
  const from = messages.findIndex(({ sequence }) => sequence === first)
  if (from < 0) return []
  return messages.slice(from).filter(({ sequence }, at) => sequence === first + at)
}

/** Adds a message of VISITS to a ring. An invalid message is logged and skipped. */
export function pushVisit(ring: Ring, { data, sequence }: StreamMessage, log: Logger): void {
  try {
    ring.push(toRingEntry(data, sequence))
  } catch (err) {
    ring.skip(sequence)
    log.error({ err, sequence }, 'invalid visit skipped')
  }
}
