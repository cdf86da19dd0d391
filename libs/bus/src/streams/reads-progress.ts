import type { ConsumerInfo, StreamInfo } from 'nats'
import { partitionsOf, readsDurables } from '../topology/reads-topology.ts'
import type { ReadsProgress } from '../types.ts'

/** Requests to the leaders of READS and its consumers; undefined if the stream, consumer or message does not exist. */
export type ReadsSource = {
  stream(): Promise<Pick<StreamInfo, 'config' | 'state'> | undefined>
  consumer(
    name: string,
  ): Promise<
    Pick<ConsumerInfo, 'ack_floor' | 'delivered' | 'num_ack_pending' | 'num_pending' | 'num_waiting'> | undefined
  >
  /** Sequence of the first message of a subject at or after `seq`. */
  next(subject: string, seq: number): Promise<number | undefined>
}

/**
 * Determines up to which sequence all reads are done. A consumer's acknowledgement floor counts its own partition only.
 * For a partition without open reads, the stream is asked for the partition's next read. The result is at most the end
 * of READS at the beginning of this check, so that a read that has arrived since does not count as done.
 */
export async function readsProgress(view: ReadsSource): Promise<ReadsProgress> {
  const stream = await view.stream()
  const partitions = stream ? partitionsOf(stream.config) : 1
  const last = stream?.state.last_seq ?? 0
  const unclaimed = new Map<number, number>()
  let done = Number.POSITIVE_INFINITY
  for (const [partition, { name, subjects }] of readsDurables(partitions).entries()) {
    const consumer = await view.consumer(name)
    const floor = consumer?.ack_floor.stream_seq ?? 0
    const isIdle = consumer?.num_pending === 0 && consumer.num_ack_pending === 0
    if (consumer && consumer.num_pending > 0 && consumer.num_waiting === 0)
      unclaimed.set(partition, consumer.delivered.consumer_seq)
    done = Math.min(done, partitions > 1 && isIdle ? await beforeNext(view, subjects, floor, last) : floor)
  }
  return { partitions, done, last, unclaimed }
}

/** The sequence before the next message of these subjects; the end of the stream if there is none. */
async function beforeNext(
  view: ReadsSource,
  subjects: readonly string[],
  floor: number,
  last: number,
): Promise<number> {
  let before = Math.max(floor, last)
  for (const subject of subjects) {
    if (before <= floor) return floor
    before = Math.min(before, ((await view.next(subject, floor + 1)) ?? before + 1) - 1)
  }
  return before
}
