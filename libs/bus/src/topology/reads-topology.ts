import type { StreamConfig } from 'nats'
import type { ReadsShare } from '../types.ts'
import { type DurableDefinition, durables } from './streams.ts'

/*
 * READS can be partitioned by store, so that several processes share the work. The server inserts a partition number, a hash
 * of the store's token, into the subject of each stored read, and each partition has its own durable consumer. The default
 * is one partition, in which subjects are stored as published.
 *
 * The partition of a read decides only which process handles it: visits come out the same, since plates are locked and reads
 * are deduplicated by id. So the number of partitions may change at any time. The server then numbers new reads by the new
 * count; the old consumers are removed, and the new ones start at the first read in READS, where reads that are already done
 * are recognised as duplicates. The first partition also consumes reads without a number, or with one that no longer exists.
 */
export const maxReadsPartitions = 16

const unpartitioned = 'recognition-reads'
const publishedPattern = 'recognition.read.*.*'
const { maxAckPending } = durables[unpartitioned]

const storedPattern = (partition: number) => `recognition.read.${partition}.*.*`

/** The subject transform that inserts the partition number; undefined for one partition. */
export const readsTransform = (count: number): StreamConfig['subject_transform'] =>
  count === 1
    ? undefined
    : { src: publishedPattern, dest: `recognition.read.{{partition(${count},1)}}.{{wildcard(1)}}.{{wildcard(2)}}` }

/** Number of partitions of READS. */
export const partitionsOf = ({ subject_transform }: Pick<StreamConfig, 'subject_transform'>): number =>
  Number(/\{\{partition\((\d+),/.exec(subject_transform?.dest ?? '')?.[1] ?? 1)

const range = (from: number, to: number) => Array.from({ length: to - from }, (_, at) => from + at)

/** The durable consumers of all partitions, in order. */
export function readsDurables(count: number): (DurableDefinition & { name: string })[] {
  const of = (name: string, subjects: readonly string[]) => ({
    name,
    stream: 'READS' as const,
    subjects,
    maxAckPending,
  })
  if (count === 1) return [of(unpartitioned, durables[unpartitioned].subjects)]
  const withoutPartition = [publishedPattern, ...range(count, maxReadsPartitions).map(storedPattern)]
  return range(0, count).map((at) =>
    of(`${unpartitioned}-${at}-of-${count}`, at === 0 ? [storedPattern(at), ...withoutPartition] : [storedPattern(at)]),
  )
}

/** True for a consumer that `readsDurables` defines for any number of partitions. */
export const isReadsDurable = (name: string): boolean =>
  name === unpartitioned || /^recognition-reads-\d+-of-\d+$/.test(name)

const storedSubject = /^(recognition\.read\.)\d{1,2}\.([^.]+\.[^.]+)$/
/** The subject that a stored read was published to. */
export const publishedSubject = (subject: string): string => subject.replace(storedSubject, '$1$2')

/**
 * The subject of a group of reads of one partition, which names the partition itself. A group for a partition that no longer exists
 * goes to the first one, as its reads would.
 */
export const readGroupSubject = (partition: number, count: number): string =>
  count === 1 ? groupSubject : `recognition.read.${partition}.group.all`

const groupSubject = 'recognition.read.group.all'

/** True for the stored subject of a group of reads: it has no ids at the places of those of a device. */
export const isReadGroup = (subject: string): boolean => publishedSubject(subject) === groupSubject

/** The partition of a store's reads: nats-server's own hash, FNV-1a of 32 bits, so that a group goes where its reads would. */
export function partitionOf(storeId: string, count: number): number {
  let hash = 0x811c9dc5
  for (const byte of Buffer.from(storeId)) hash = Math.imul(hash ^ byte, 0x01000193)
  return (hash >>> 0) % count
}

const shareForm = /^(\d+)(?:-(\d+))?\/(\d+)$/

/**
 * Parses a share such as `0-3/8` (the first four of eight partitions) or `5/8`.
 * @throws TypeError
 */
export function parseReadsShare(text: string): ReadsShare {
  const [, first = '', last = first, count = ''] = shareForm.exec(text) ?? []
  const [from, to, of] = [Number(first), Number(last), Number(count)]
  if (first === '' || to < from || to >= of || of > maxReadsPartitions)
    throw new TypeError(`${text} is not a share of READS such as 0-3/8, of at most ${maxReadsPartitions} partitions`)
  return { partitions: range(from, to + 1), of }
}
