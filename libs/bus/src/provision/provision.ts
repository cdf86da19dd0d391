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
  /** Bytes that a stream may hold, where the disk is smaller or larger than usual. */
  maxBytes?: Partial<Record<StreamName, number>>
  /** Servers that keep each stream: 1, or 3 in a cluster. */
  replicas?: number
  /** Into how many READS is split by store; 1 where it is not. At most `mostPartitions`. */
  readsPartitions?: number
}

/**
 * Makes streams and durable consumers as `streams.ts` says, or brings them to that; safe to repeat, removes nothing but the
 * consumers of another number of partitions of READS.
 * For a user that may do so.
 * @throws Error naming a stream or consumer that cannot be brought to its definition
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
    await bring(`stream ${name}`, wanted, () =>
      existing.has(name) ? manager.streams.update(name, wanted) : manager.streams.add(wanted),
    )
  }
  const usual = (Object.keys(durables) as Durable[]).map((name) => ({ name, ...durables[name] }))
  const others: (DurableDefinition & { name: string })[] = usual.filter(({ stream }) => stream !== 'READS')
  const ofReads = readsDurables(readsPartitions)
  for (const { name, ...definition } of [...others, ...ofReads]) {
    const { stream } = definition
    const found = (await consumersOf(manager, stream)).find((consumer) => consumer.name === name)
    const wanted = { ...consumerConfig(name, definition), ...(found && beginningOf(found.config)) }
    await bring(`consumer ${name}`, wanted, () =>
      found ? manager.consumers.update(stream, name, wanted) : manager.consumers.add(stream, wanted),
    )
  }
  await removeReadsDurables(
    manager,
    ofReads.map(({ name }) => name),
  )
}

/** Removes those of another number of partitions. Those that are kept have begun at the first read. */
async function removeReadsDurables(manager: JetStreamManager, kept: readonly string[]): Promise<void> {
  const outdated = (await consumersOf(manager, 'READS')).filter(
    ({ name }) => isReadsDurable(name) && !kept.includes(name),
  )
  for (const { name } of outdated) await unlessMissing(consumerNotFound, () => manager.consumers.delete('READS', name))
}

/** Makes or changes something, and sees whether it is what was asked for: an old server ignores what it does not know. */
async function bring(what: string, wanted: object, change: () => Promise<{ config: object }>): Promise<void> {
  try {
    const { config } = await retryManagement(change)
    const refused = differences(wanted, config)
    if (refused.length > 0) throw new Error(`does not take ${refused.join(', ')}`)
  } catch (cause) {
    throw new Error(`${what}: ${cause instanceof Error ? cause.message : String(cause)}`, { cause })
  }
}

/** The fields of `wanted` that are not so in `actual`, which leaves out what is off. */
export function differences(wanted: object, actual: object): string[] {
  const isSame = ([field, value]: [string, unknown]) =>
    JSON.stringify(Reflect.get(actual, field) ?? (value === false ? false : undefined)) === JSON.stringify(value)
  return Object.entries(wanted).flatMap((entry) => (isSame(entry) ? [] : [entry[0]]))
}

const consumersOf = (manager: JetStreamManager, stream: StreamName): Promise<ConsumerInfo[]> =>
  retryManagement(() => Array.fromAsync(manager.consumers.list(stream)))

/** Where a consumer has begun cannot be changed; one that a restore made begins behind what was done before. */
const beginningOf = ({ deliver_policy, opt_start_seq }: ConsumerConfig) => ({
  deliver_policy,
  ...(opt_start_seq && { opt_start_seq }),
})
