import { type ConsumerConfig, type ConsumerInfo, type JetStreamManager, NatsError } from 'nats'
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
  /** Seconds for which streams keep a message. */
  maxAge?: Partial<Record<StreamName, number>>
  /** Replicas of each stream: 1, or 3 in a cluster. */
  replicas?: number
  /** Partitions of READS, from 1 to `maxReadsPartitions`. */
  readsPartitions?: number
}

/** A setting that the streams cannot have; its message describes the fix. */
export class ProvisionError extends Error {
  override name = 'ProvisionError'
}

/** Error code of nats-server: JSStorageResourcesExceededErr. */
const storageExceeded = 10047

/**
 * Creates the streams and durable consumers of `topology/streams.ts`, or updates them to their definitions. Idempotent. The
 * only removals are the consumers of another number of partitions of READS. Needs a user with these permissions.
 * @throws ProvisionError, before any change, for a size that is smaller than what a stream must keep; or for a size for
 * which nats-server has no room
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
  { maxBytes = {}, maxAge = {}, replicas = 1, readsPartitions = 1 }: ProvisionOptions,
): Promise<void> {
  const existing = new Set(await streamNames(manager))
  const all = (Object.entries(streams) as [StreamName, StreamDefinition][]).map(
    ([name, { maxBytes: usualBytes, maxAge: usualAge, ...definition }]) =>
      [name, { ...definition, maxBytes: maxBytes[name] ?? usualBytes, maxAge: maxAge[name] ?? usualAge }] satisfies [
        StreamName,
        StreamDefinition,
      ],
  )
  const growth = new Map<StreamName, number>()
  for (const [name, definition] of all)
    growth.set(name, existing.has(name) ? await growthOf(manager, name, definition) : definition.maxBytes)
  // those that become smaller first: until then nats-server may have no room for the others
  for (const [name, definition] of all.toSorted(([a], [b]) => (growth.get(a) ?? 0) - (growth.get(b) ?? 0))) {
    const wanted = {
      ...streamConfig(name, { maxBytes: definition.maxBytes, replicas }, definition),
      ...(name === 'READS' && { subject_transform: readsTransform(readsPartitions) }),
    } as StreamSettings & { name: string }
    const change = () => (existing.has(name) ? manager.streams.update(name, wanted) : manager.streams.add(wanted))
    await ensure(`stream ${name}`, wanted, () =>
      change().catch((cause) => Promise.reject(explained(cause, name, wanted))),
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

/**
 * The bytes by which a stream becomes larger.
 * @throws ProvisionError for a stream that must not lose messages: nats-server would delete the oldest to make it smaller
 */
async function growthOf(
  manager: JetStreamManager,
  name: StreamName,
  { whenFull, maxBytes }: StreamDefinition,
): Promise<number> {
  const { state, config } = await retryManagement(() => manager.streams.info(name))
  if (whenFull === 'refuseNew' && state.bytes > maxBytes)
    throw new ProvisionError(
      `The stream ${name} holds ${mebibytes(state.bytes)} MiB, which a smaller stream would lose. Set ${sizeVariable(name)} to more.`,
    )
  return maxBytes - config.max_bytes
}

/** Describes what to do if nats-server has no room for the size of a stream. */
function explained(cause: unknown, name: StreamName, { max_bytes = 0 }: StreamSettings): unknown {
  if (!(cause instanceof NatsError && cause.api_error?.err_code === storageExceeded)) return cause
  return new ProvisionError(
    `nats-server has no room for the stream ${name} of ${mebibytes(max_bytes)} MiB. Set ${sizeVariable(name)} to less, or NATS_FILE_STORE of nats-server to more than all streams together, and restart nats-server.`,
    { cause },
  )
}

const mebibytes = (bytes: number) => Math.ceil(bytes / 2 ** 20)
/** The variable in which an operator sets the size of a stream. */
const sizeVariable = (name: StreamName) => `STREAM_${name.replace('OBJ_', '').toUpperCase()}_MIB`

/**
 * Removes the consumers of another number of partitions. They are not needed any more: those of the current number have
 * started at the first read.
 */
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
    if (cause instanceof ProvisionError) throw cause
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

/**
 * The start of a consumer cannot be changed: a consumer that a restore made keeps its start after the messages that
 * were done before.
 */
const startOf = ({ deliver_policy, opt_start_seq }: ConsumerConfig) => ({
  deliver_policy,
  ...(opt_start_seq && { opt_start_seq }),
})
