import { AsyncLocalStorage } from 'node:async_hooks'
import { AppError, isUuid } from '@kingcar/contract'
import { currentRequestId, currentTraceparent, steadyNow } from '@kingcar/runtime'
import { type Msg, nuid } from 'nats'
import { unavailable } from '../connection/failures.ts'
import type { Link } from '../connection/link.ts'
import { partitionOf, partitionsOf, readGroupSubject } from '../topology/reads-topology.ts'
import { everyIngest, readSubject, storedSubject } from '../topology/subjects.ts'
import type { Stoppable } from './consume-lanes.ts'
import { requestIdHeader, traceHeader } from './headers.ts'
import { append } from './publish.ts'
import { type ArrivedRead, encodeGroup, maxGroup } from './read-groups.ts'

/*
 * Group commit. While one message is being written to READS, the arriving reads wait and become the next message
 * together: so the sync of the disk sets the pace, and a read that arrives while the disk is idle does not wait. The
 * reply to each read follows the acknowledgement of its message, so that it means the same as the stream's own reply. A
 * read that is alone is stored as its device would store it.
 */

/** The queue group of the processes that store reads. */
const queue = 'ingest'
/**
 * Milliseconds for which a read may wait for its group, and which storing the group may take. Their sum is less than
 * five seconds, after which recognizers send a read without a reply again: an old copy would only delay the new one.
 */
const limits = { wait: 2_500, append: 2_000 }
/**
 * Largest number of bytes that wait in one process, of all recognizers and of one: a burst of 1,000 reads of the usual
 * size.
 */
const maxWaiting = { all: 32 * 2 ** 20, device: 2 ** 20 }
/**
 * Largest number of reads that wait in one process, of all recognizers and of one, which may send 1,000 after a pause.
 */
const maxReads = { all: 16_384, device: 1_000 }
/** Milliseconds after which the number of partitions is read again. A stale one is harmless: see `reads-topology.ts`. */
const topologyAge = 5_000

type Waiting = ArrivedRead & { arrivedAt: number; stored: PromiseWithResolvers<number> }
type Load = { reads: number; bytes: number }

export type Ingest = {
  /**
   * Stores a message of a device; resolves with its sequence in READS, which it shares with its group. It belongs to the current
   * request and trace.
   * @throws AppError UNAVAILABLE: it may be stored
   */
  store(storeId: string, deviceId: string, data: Uint8Array): Promise<number>
  /** Reads the number of partitions now; later it is read automatically. */
  readTopology(): Promise<void>
}

/** Stores reads in groups. */
export function createIngest(link: Link): Ingest {
  const lanes = new Map<number, { waiting: Waiting[]; busy: boolean }>()
  const loads = new Map<string, Load>()
  const total: Load = { reads: 0, bytes: 0 }
  /** Runs the work for a group outside the request context of any read in it. */
  const outside = AsyncLocalStorage.snapshot()
  let count = 1
  let countedAt = Number.NEGATIVE_INFINITY

  async function readTopology(): Promise<void> {
    countedAt = steadyNow()
    try {
      count = partitionsOf((await link.jetstream.stream('READS')).config)
    } catch (err) {
      link.log.debug({ err }, 'number of READS partitions unknown')
    }
  }

  async function work(partition: number, lane: { waiting: Waiting[]; busy: boolean }): Promise<void> {
    lane.busy = true
    await undefined // reads that arrived in one piece share a group
    while (lane.waiting.length > 0) {
      const group = takeGroup(lane.waiting)
      try {
        const sequence = await storeGroup(link, group, partition, count)
        for (const { stored } of group) stored.resolve(sequence)
      } catch (cause) {
        for (const { stored } of group) stored.reject(cause)
      }
    }
    lane.busy = false
  }

  return {
    readTopology,
    async store(storeId, deviceId, data) {
      const subject = readSubject(storeId, deviceId)
      const load = loads.get(deviceId) ?? { reads: 0, bytes: 0 }
      if (isFull(total, data, maxReads.all, maxWaiting.all) || isFull(load, data, maxReads.device, maxWaiting.device))
        throw unavailable()
      if (steadyNow() - countedAt > topologyAge) void outside(readTopology)
      loads.set(deviceId, load)
      for (const each of [load, total]) add(each, 1, data.length)
      const partition = partitionOf(storeId, count)
      const lane = lanes.get(partition) ?? { waiting: [], busy: false }
      lanes.set(partition, lane)
      const stored = Promise.withResolvers<number>()
      lane.waiting.push({ subject, data, headers: ownHeaders(), arrivedAt: steadyNow(), stored })
      if (!lane.busy) void outside(() => work(partition, lane))
      try {
        return await stored.promise
      } finally {
        for (const each of [load, total]) add(each, -1, -data.length)
        if (load.reads === 0) loads.delete(deviceId)
      }
    },
  }
}

function ownHeaders(): Record<string, string> {
  const requestId = currentRequestId()
  const traceparent = currentTraceparent()
  return { ...(requestId && { [requestIdHeader]: requestId }), ...(traceparent && { [traceHeader]: traceparent }) }
}

const isFull = (load: Load, { length }: Uint8Array, reads: number, bytes: number) =>
  load.reads >= reads || load.bytes + length > bytes

function add(load: Load, reads: number, bytes: number): void {
  load.reads += reads
  load.bytes += bytes
}

/** Removes the reads of the next group; those that have waited too long are rejected. */
function takeGroup(waiting: Waiting[]): Waiting[] {
  const now = steadyNow()
  const group: Waiting[] = []
  let bytes = 0
  let taken = 0
  for (const read of waiting) {
    if (group.length >= maxGroup.reads || (group.length > 0 && bytes + read.data.length > maxGroup.bytes)) break
    taken += 1
    if (now - read.arrivedAt > limits.wait) read.stored.reject(unavailable())
    else {
      group.push(read)
      bytes += read.data.length
    }
  }
  waiting.splice(0, taken)
  return group
}

async function storeGroup(link: Link, group: readonly Waiting[], partition: number, count: number): Promise<number> {
  const [first] = group
  if (!first) return 0
  const message =
    group.length === 1
      ? { subject: first.subject, data: first.data, headers: first.headers ?? {} }
      : { subject: readGroupSubject(partition, count), data: encodeGroup(group) }
  const [sequence = 0] = await append(link, [{ ...message, id: nuid.next() }], limits.append)
  return sequence
}

/**
 * Stores the reads that recognizers send on the ingest subjects, and replies. It shares the work with the other
 * processes that do.
 */
export async function answerIngest({ connection, log }: Link, { store, readTopology }: Ingest): Promise<Stoppable> {
  await readTopology()
  const inFlight = new Set<Promise<void>>()

  async function answer(message: Msg): Promise<void> {
    const [, , storeId = '', deviceId = '', readId] = message.subject.split('.')
    const reply = await store(storeId, deviceId, message.data).then(
      (seq) => ({ stream: 'READS', seq }),
      (cause) => ({ error: { code: 503, description: AppError.from(cause).message } }),
    )
    if (connection.isClosed()) return
    if (readId === undefined) message.respond(JSON.stringify(reply))
    else if (isUuid(readId)) connection.publish(`${storedSubject(storeId, deviceId)}.${readId}`, JSON.stringify(reply))
  }

  const subscription = connection.subscribe(everyIngest, {
    queue,
    callback(error, message) {
      if (error) return log.error({ err: error }, 'subscription to reads ended, recognizers get no replies')
      const work = answer(message)
        .catch((err) => log.error({ err }, 'read not ingested'))
        .finally(() => inFlight.delete(work))
      inFlight.add(work)
    },
  })
  return {
    async stop() {
      if (!subscription.isClosed()) await subscription.drain()
      await Promise.all(inFlight)
    },
  }
}
