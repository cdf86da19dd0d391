import { setTimeout as wait } from 'node:timers/promises'
import type { Bus, StreamMessage } from '@kingcar/bus'
import { AppError } from '@kingcar/contract'
import type { Logger } from '@kingcar/runtime'
import { toRingEntry } from './event.ts'
import { createFrameBatches, type FrameBatches } from './frame-batches.ts'
import { createRing, type Ring } from './ring.ts'

/**
 * What the stream VISITS holds and the ring no longer does, for viewers who resume from long ago. Pages are read when they
 * are asked for, a few at a time in the order of asking, and shared by all who stand within them; a viewer holds none. So a
 * thousand who come back together cost a bounded memory, and each gets its turn.
 */
export type Archive = FrameBatches & {
  /** Drops the pages that nobody used since it was called last. */
  evictUnused(): void
}

type Page = { from: number; ring: Ring; batches: FrameBatches; used: boolean }

export type ArchiveOptions = {
  bus: Pick<Bus, 'read' | 'range'>
  log: Logger
  /** The ring takes over from its first. */
  ring: Pick<Ring, 'first'>
  /** Called when `next` may have more to give. */
  wake: () => void
}

/** 300 bytes each or so: a page is as long as two writes. */
const pageSize = { messages: 256, bytes: 128 * 1024 }
const maxPages = 32
const maxConcurrentReads = 2
/** Milliseconds until another try where the stream cannot be read. */
const retryMilliseconds = 500
const unlimited = { events: Number.POSITIVE_INFINITY, bytes: Number.POSITIVE_INFINITY }

export function createArchive({ bus, log, ring, wake }: ArchiveOptions): Archive {
  /** The newest stands last. */
  let pages: Page[] = []
  /** Places from which viewers want to go on, those who asked first first. */
  const requested = new Set<number>()
  const reading = new Set<number>()
  let failing = false

  /** Where the stream goes on after a place behind which nothing was found; what lies between is gone for good. */
  async function firstAfter(place: number): Promise<number> {
    const { first } = await bus.range('VISITS')
    return Math.max(place + 1, Math.min(first, ring.first))
  }

  async function readPage(after: number): Promise<Page> {
    const messages = await bus.read('VISITS', after, pageSize)
    const [next] = messages
    const first = next ? Math.min(next.sequence, ring.first) : await firstAfter(after)
    const earlier = withoutHoles(messages, first).filter(({ sequence }) => sequence < ring.first)
    // A server of a cluster that is behind the others has nothing to say of what they hold.
    if (earlier.length === 0 && first === after + 1 && first < ring.first) throw new AppError('UNAVAILABLE')
    const page = createRing(unlimited, first - 1)
    for (const message of earlier) pushVisit(page, message, log)
    return { from: after, ring: page, batches: createFrameBatches(page), used: true }
  }

  async function load(after: number): Promise<void> {
    requested.delete(after)
    reading.add(after)
    try {
      pages = [...pages, await readPage(after)].slice(-maxPages)
      failing = false
    } catch (err) {
      if (!failing) log.warn({ err }, 'earlier visits cannot be read')
      failing = true
      await wait(retryMilliseconds)
    }
    reading.delete(after)
    wake()
    loadNext()
  }

  function loadNext(): void {
    for (const place of requested) {
      if (reading.size >= maxConcurrentReads) return
      if (pageAt(place)) requested.delete(place)
      else void load(place)
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

/** The messages from this sequence on, as far as none is missing between them. */
function withoutHoles(messages: readonly StreamMessage[], first: number): StreamMessage[] {
  const from = messages.findIndex(({ sequence }) => sequence === first)
  if (from < 0) return []
  return messages.slice(from).filter(({ sequence }, at) => sequence === first + at)
}

/** Puts a message of VISITS into a ring; one that is no visit is logged and passed over. */
export function pushVisit(ring: Ring, { data, sequence }: StreamMessage, log: Logger): void {
  try {
    ring.push(toRingEntry(data, sequence))
  } catch (err) {
    ring.skip(sequence)
    log.error({ err, sequence }, 'unreadable visit')
  }
}
