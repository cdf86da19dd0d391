import type { StreamConfig } from 'nats'
import type { ReadsShare } from '../types.ts'
import { type DurableDefinition, durables } from './streams.ts'

/*
 * READS may be split by store. The server stores each read under a subject that holds the partition of its store, a number
 * that it makes of the store's token, and each partition has a durable consumer of its own, so that processes can divide
 * the stores among themselves. One partition is the default: subjects are stored as they are published then.
 *
 * Which partition a read is in decides nothing but who works on it: visits come out the same, since plates are locked and
 * reads are known by their ids. So the number of partitions may change at any time. The server numbers what comes from then
 * on anew; the consumers of the new number begin at the first read that READS holds, which may be done, and is known then;
 * those of the old number go. The first partition also takes what was stored under no number, or one that there is no more.
 */
export const maxReadsPartitions = 16

const whole = 'recognition-reads'
const published = 'recognition.read.*.*'
const { maxAckPending } = durables[whole]

const stored = (partition: number) => `recognition.read.${partition}.*.*`

/** How the server is told to number reads; nothing where they are not split. */
export const readsTransform = (count: number): StreamConfig['subject_transform'] =>
  count === 1
    ? undefined
    : { src: published, dest: `recognition.read.{{partition(${count},1)}}.{{wildcard(1)}}.{{wildcard(2)}}` }

/** Into how many partitions READS is split. */
export const partitionsOf = ({ subject_transform }: Pick<StreamConfig, 'subject_transform'>): number =>
  Number(/\{\{partition\((\d+),/.exec(subject_transform?.dest ?? '')?.[1] ?? 1)

const numbers = (from: number, to: number) => Array.from({ length: to - from }, (_, at) => from + at)

/** The durable consumer of each partition, in their order. */
export function readsDurables(count: number): (DurableDefinition & { name: string })[] {
  const of = (name: string, subjects: readonly string[]) => ({
    name,
    stream: 'READS' as const,
    subjects,
    maxAckPending,
  })
  if (count === 1) return [of(whole, durables[whole].subjects)]
  const others = [published, ...numbers(count, maxReadsPartitions).map(stored)]
  return numbers(0, count).map((at) =>
    of(`${whole}-${at}-of-${count}`, at === 0 ? [stored(at), ...others] : [stored(at)]),
  )
}

/** Whether a consumer of READS is one of these, of whichever number of partitions. */
export const isReadsDurable = (name: string): boolean => name === whole || /^recognition-reads-\d+-of-\d+$/.test(name)

const storedSubject = /^(recognition\.read\.)\d{1,2}\.([^.]+\.[^.]+)$/
/** The subject under which a read was published. */
export const publishedSubject = (subject: string): string => subject.replace(storedSubject, '$1$2')

const shareForm = /^(\d+)(?:-(\d+))?\/(\d+)$/

/**
 * Reads a share such as `0-3/8`, the first four of eight partitions, or `5/8`.
 * @throws TypeError for what is none
 */
export function parseReadsShare(text: string): ReadsShare {
  const [, first = '', last = first, count = ''] = shareForm.exec(text) ?? []
  const [from, to, of] = [Number(first), Number(last), Number(count)]
  if (first === '' || to < from || to >= of || of > maxReadsPartitions)
    throw new TypeError(`${text} is no share of READS: such as 0-3/8, of at most ${maxReadsPartitions}`)
  return { partitions: numbers(from, to + 1), of }
}
