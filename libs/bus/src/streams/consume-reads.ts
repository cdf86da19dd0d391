import { isTracing, parentAndLinks, traced } from '@kingcar/runtime'
import { JetStreamError, retryTransient } from '../connection/jetstream.ts'
import type { Link } from '../connection/link.ts'
import { partitionsOf, publishedSubject, readsDurables } from '../topology/reads-topology.ts'
import type { Lanes, ReadsProgress, ReadsShare } from '../types.ts'
import { type ConsumerContext, consumeLanes, type Stoppable } from './consume-lanes.ts'
import { traceHeader } from './headers.ts'
import { readsProgress } from './reads-progress.ts'

/**
 * Consumes the reads of all partitions, or of a share.
 * @throws Error if READS has another number of partitions than the share names
 */
export async function consumeReads<T>(
  consuming: ConsumerContext,
  share: ReadsShare | undefined,
  lanes: Lanes<T>,
): Promise<{ partitions: number; running: Stoppable }> {
  const partitions = partitionsOf((await retryTransient(() => consuming.link.jetstream.stream('READS'))).config)
  if (share && share.of !== partitions)
    throw new Error(`READS has ${partitions} partitions, and the share is of ${share.of}`)
  const names = readsDurables(partitions).map(({ name }) => name)
  const own = share ? names.filter((_, at) => share.partitions.includes(at)) : names
  const asPublished: Lanes<T> = {
    ...lanes,
    prepare(delivery) {
      const subject = publishedSubject(delivery.subject)
      return lanes.prepare(subject === delivery.subject ? delivery : { ...delivery, subject })
    },
  }
  const running = isTracing()
    ? await consumeLanes(consuming, 'READS', own, tracedReads(asPublished))
    : await consumeLanes(consuming, 'READS', own, asPublished)
  return { partitions, running }
}

/**
 * Runs each batch in a span. It is a root span that KingCar samples itself, since devices control the headers of their
 * messages. Reads that arrived over HTTP link it to the traces of their requests.
 */
function tracedReads<T>(lanes: Lanes<T>): Lanes<{ item: T; trace: string | undefined }> {
  return {
    ...lanes,
    prepare(delivery) {
      const { item, ...rest } = lanes.prepare(delivery)
      return { ...rest, item: { item, trace: delivery.header(traceHeader) } }
    },
    handle(batch) {
      const own = parentAndLinks(batch.map(({ trace }) => trace))
      const attributes = {
        'messaging.system': 'nats',
        'messaging.destination.name': 'READS',
        'messaging.batch.message_count': batch.length,
      }
      return traced('reads', { kind: 'consumer', root: true, foreign: true, ...own, attributes }, () =>
        lanes.handle(batch.map(({ item }) => item)),
      )
    },
  }
}

/**
 * Removes the reads from READS that all partitions have done. The first remaining read shows since when reads have
 * waited.
 */
export async function purgeDoneReads({ jetstream }: Link): Promise<ReadsProgress & { doneUntil: number }> {
  const began = Date.now()
  const stream = await jetstream.stream('READS')
  const { messages, last_seq: last } = stream.state
  if (messages === 0)
    return { partitions: partitionsOf(stream.config), done: last, last, unclaimed: new Map(), doneUntil: began }
  const state = await readsProgress({
    stream: async () => stream,
    consumer: (name) => jetstream.consumer('READS', name).catch(unlessMissing),
    next: async (subject, seq) => (await jetstream.message('READS', { next_by_subj: subject, seq }))?.seq,
  })
  if (state.done > 0) await jetstream.purgeBefore('READS', state.done + 1)
  const waiting =
    state.done < state.last ? await jetstream.message('READS', { next_by_subj: '>', seq: state.done + 1 }) : undefined
  return { ...state, doneUntil: waiting ? Math.min(began, Date.parse(waiting.time)) : began }
}

/** A missing consumer means that READS is being repartitioned: its progress is unknown. */
function unlessMissing(cause: unknown): undefined {
  if (cause instanceof JetStreamError && cause.status === 404) return undefined
  throw cause
}
