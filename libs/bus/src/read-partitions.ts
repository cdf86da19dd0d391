import { isTracing, parentAndLinks, traced } from '@kingcar/runtime'
import { type Consuming, consumeLanes, type Running } from './consume.ts'
import { JetStreamError, patiently } from './jetstream.ts'
import type { Link } from './link.ts'
import {
  partitionsOf,
  publishedSubject,
  type ReadsShare,
  type ReadsState,
  readsDurables,
  stateOfReads,
} from './reads.ts'
import type { Lanes } from './types.ts'
import { traceHeader } from './wire.ts'

/**
 * Takes reads of all partitions, or of a share.
 * @throws Error where READS is split into another number than the share says
 */
export async function consumeReads<T>(
  consuming: Consuming,
  share: ReadsShare | undefined,
  lanes: Lanes<T>,
): Promise<{ partitions: number; running: Running }> {
  const partitions = partitionsOf((await patiently(() => consuming.link.jetstream.stream('READS'))).config)
  if (share && share.of !== partitions) throw new Error(`READS is split into ${partitions}, not into ${share.of}`)
  const names = readsDurables(partitions).map(({ name }) => name)
  const own = share ? names.filter((_, at) => share.partitions.includes(at)) : names
  const asPublished: Lanes<T> = {
    ...lanes,
    sort(delivery) {
      const subject = publishedSubject(delivery.subject)
      return lanes.sort(subject === delivery.subject ? delivery : { ...delivery, subject })
    },
  }
  const running = isTracing()
    ? await consumeLanes(consuming, 'READS', own, tracedReads(asPublished))
    : await consumeLanes(consuming, 'READS', own, asPublished)
  return { partitions, running }
}

/** Each batch within a span, which is kept as we say, since devices write headers of their own; those reads that came over HTTP are parts of the traces of their requests. */
function tracedReads<T>(lanes: Lanes<T>): Lanes<{ item: T; trace: string | undefined }> {
  return {
    ...lanes,
    sort(delivery) {
      const { lane, item } = lanes.sort(delivery)
      return { lane, item: { item, trace: delivery.header(traceHeader) } }
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

/** Removes from READS what every partition has done. */
export async function forgetReads({ jetstream }: Link): Promise<ReadsState> {
  const state = await stateOfReads({
    stream: () => jetstream.stream('READS'),
    consumer: (name) => jetstream.consumer('READS', name).catch(unlessMissing),
    next: async (subject, seq) => (await jetstream.message('READS', { next_by_subj: subject, seq }))?.seq,
  })
  if (state.done > 0) await jetstream.purgeBefore('READS', state.done + 1)
  return state
}

/** READS is being split anew: nothing is known to be done then. */
function unlessMissing(cause: unknown): undefined {
  if (cause instanceof JetStreamError && cause.status === 404) return undefined
  throw cause
}
