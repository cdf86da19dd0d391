import type { ConsumerConfig, ConsumerInfo, JetStreamManager } from 'nats'
import { openConnection } from '../connection/connection.ts'
import { isReadsDurable, readsDurables, readsTransform } from '../topology/reads-topology.ts'
import { type Durable, type DurableDefinition, durables, type StreamDefinition, streams } from '../topology/streams.ts'
import type { StreamName } from '../types.ts'
import {
  consumerNotFound,
  openManager,
  responseTimeout,
  retryManagement,
  streamNames,
  unlessMissing,
} from './manager.ts'
import { consumerConfig, type StreamSettings, streamConfig } from './stream-config.ts'

export type ProvisionOptions = {
  url: string
  user: string
  password: string
  /** Size limits of streams in bytes, if the disk is smaller or larger than usual. */
  maxBytes?: Partial<Record<StreamName, number>>
  /** Replicas of each stream: 1, or 3 in a cluster. */
  replicas?: number
  /** Partitions of READS, from 1 to `maxReadsPartitions`. */
  readsPartitions?: number
}

/**
 * Creates the streams and durable consumers of `topology/streams.ts`, or updates them to their definitions. Idempotent. The
 * only removals are the consumers of another number of partitions of READS. Needs a user with these permissions.
 * @throws Error naming a stream or consumer that cannot be updated to its definition
 */
export async function provisionStreams(options: ProvisionOptions): Promise<void> {
  const connection = await openConnection({ ...options, name: 'setup' })
  try {
    const manager = await openManager(connection, responseTimeout)
    await provision(manager, options)
  } finally {
    await connection.close()
  }
}

async function provision(
  manager: JetStreamManager,
  { maxBytes = {}, replicas = 1, readsPartitions = 1 }: ProvisionOptions,
): Promise<void> {
  const existing = new Set(await streamNames(manager))
  for (const [name, definition] of Object.entries(streams) as [StreamName, StreamDefinition][]) {
    const wanted = {
      ...streamConfig(name, { maxBytes: maxBytes[name] ?? definition.maxBytes, replicas }, definition),
      ...(name === 'READS' && { subject_transform: readsTransform(readsPartitions) }),
    } as StreamSettings & { name: string }
    await ensure(`stream ${name}`, wanted, () =>
      existing.has(name) ? manager.streams.update(name, wanted) : manager.streams.add(wanted),
    )
  }
  const usual = (Object.keys(durables) as Durable[]).map((name) => ({ name, ...durables[name] }))
  const others: (DurableDefinition & { name: string })[] = usual.filter(({ stream }) => stream !== 'READS')
  const ofReads = readsDurables(readsPartitions)
  for (const { name, ...definition } of [...others, ...ofReads]) {
    const { stream } = definition
    const found = (await consumersOf(manager, stream)).find((consumer) => consumer.name === name)
    const wanted = { ...consumerConfig(name, definition), ...(found && startOf(found.config)) }
    await ensure(`consumer ${name}`, wanted, () =>
      found ? manager.consumers.update(stream, name, wanted) : manager.consumers.add(stream, wanted),
    )
  }
  await removeReadsDurables(
    manager,
    ofReads.map(({ name }) => name),
  )
}

/** Removes the consumers of another number of partitions; those of the current number have started at the first read. */
async function removeReadsDurables(manager: JetStreamManager, kept: readonly string[]): Promise<void> {
  const outdated = (await consumersOf(manager, 'READS')).filter(
    ({ name }) => isReadsDurable(name) && !kept.includes(name),
  )
  for (const { name } of outdated) await unlessMissing(consumerNotFound, () => manager.consumers.delete('READS', name))
}

/** Creates or updates an entity and compares the result: an old server silently ignores settings that it does not know. */
async function ensure(what: string, wanted: object, change: () => Promise<{ config: object }>): Promise<void> {
  try {
    const { config } = await retryManagement(change)
    const ignored = differences(wanted, config)
    if (ignored.length > 0) throw new Error(`the server ignored ${ignored.join(', ')}`)
  } catch (cause) {
    throw new Error(`${what}: ${cause instanceof Error ? cause.message : String(cause)}`, { cause })
  }
}

/** The fields of `wanted` that differ in `actual`, in which a missing field means false. Lists of subjects have no order. */
export function differences(wanted: object, actual: object): string[] {
  const textOf = (value: unknown) => JSON.stringify(Array.isArray(value) ? value.toSorted() : value)
  const isSame = ([field, value]: [string, unknown]) =>
    textOf(Reflect.get(actual, field) ?? (value === false ? false : undefined)) === textOf(value)
  return Object.entries(wanted).flatMap((entry) => (isSame(entry) ? [] : [entry[0]]))
}

const consumersOf = (manager: JetStreamManager, stream: StreamName): Promise<ConsumerInfo[]> =>
  retryManagement(() => Array.fromAsync(manager.consumers.list(stream)))

/** A consumer's start cannot be changed; a consumer made by a restore starts after the messages that were done before. */
const startOf = ({ deliver_policy, opt_start_seq }: ConsumerConfig) => ({
  deliver_policy,
  ...(opt_start_seq && { opt_start_seq }),
})
