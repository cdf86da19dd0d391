import { setTimeout as wait } from 'node:timers/promises'
import type { BusStreams, StreamMessage } from '@kingcar/bus'
import { AppError } from '@kingcar/contract'
import type { Logger } from '@kingcar/runtime'
import { toEntry } from './event.ts'
import { type Chunks, createChunks } from './frame-batches.ts'
import { createRing, type Ring } from './ring.ts'

/**
 * What the stream VISITS holds and the ring no longer does, for viewers who resume from long ago. Pages are read when they
 * are asked for, a few at a time in the order of asking, and shared by all who stand within them; a viewer holds none. So a
 * thousand who come back together cost a bounded memory, and each gets its turn.
 */
export type Archive = Chunks & {
  /** Drops the pages that nobody used since it was called last. */
  tidy(): void
}

type Page = { from: number; ring: Ring; chunks: Chunks; used: boolean }

export type ArchiveOptions = {
  bus: Pick<BusStreams, 'readAfter' | 'range'>
  log: Logger
  /** The ring takes over from its first. */
  live: Pick<Ring, 'first'>
  /** Called when `next` may have more to give. */
  wake: () => void
}

/** 300 bytes each or so: a page is as long as two writes. */
const pageSize = { messages: 256, bytes: 128 * 1024 }
const mostPages = 32
const mostReads = 2
/** Milliseconds until another try where the stream cannot be read. */
const pause = 500
const unlimited = { events: Number.POSITIVE_INFINITY, bytes: Number.POSITIVE_INFINITY }

export function createArchive({ bus, log, live, wake }: ArchiveOptions): Archive {
  /** The newest stands last. */
  let pages: Page[] = []
  /** Places from which viewers want to go on, those who asked first first. */
  const wanted = new Set<number>()
  const reading = new Set<number>()
  let failing = false

  /** Where the stream goes on after a place behind which nothing was found; what lies between is gone for good. */
  async function firstAfter(place: number): Promise<number> {
    const { first } = await bus.range('VISITS')
    return Math.max(place + 1, Math.min(first, live.first))
  }

  async function readPage(after: number): Promise<Page> {
    const messages = await bus.readAfter('VISITS', after, pageSize)
    const [next] = messages
    const first = next ? Math.min(next.sequence, live.first) : await firstAfter(after)
    const earlier = withoutHoles(messages, first).filter(({ sequence }) => sequence < live.first)
    // A server of a cluster that is behind the others has nothing to say of what they hold.
    if (earlier.length === 0 && first === after + 1 && first < live.first) throw new AppError('UNAVAILABLE')
    const ring = createRing(unlimited, first - 1)
    for (const message of earlier) take(ring, message, log)
    return { from: after, ring, chunks: createChunks(ring), used: true }
  }

  async function load(after: number): Promise<void> {
    wanted.delete(after)
    reading.add(after)
    try {
      pages = [...pages, await readPage(after)].slice(-mostPages)
      failing = false
    } catch (err) {
      if (!failing) log.warn({ err }, 'earlier visits cannot be read')
      failing = true
      await wait(pause)
    }
    reading.delete(after)
    wake()
    loadNext()
  }

  function loadNext(): void {
    for (const place of wanted) {
      if (reading.size >= mostReads) return
      if (pageAt(place)) wanted.delete(place)
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
        wanted.add(after)
        loadNext()
      }
      return page?.chunks.next(after, view)
    },
    endTurn() {
      for (const { chunks } of pages) chunks.endTurn()
    },
    tidy() {
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
export function take(ring: Ring, { data, sequence }: StreamMessage, log: Logger): void {
  try {
    ring.push(toEntry(data, sequence))
  } catch (err) {
    ring.skip(sequence)
    log.error({ err, sequence }, 'unreadable visit')
  }
}
