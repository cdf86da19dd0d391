import {
  AckPolicy,
  type ConsumerConfig,
  type ConsumerInfo,
  DeliverPolicy,
  DiscardPolicy,
  ErrorCode,
  type JetStreamManager,
  type NatsConnection,
  NatsError,
  nanos,
  ReplayPolicy,
  RetentionPolicy,
  StorageType,
  type StreamConfig,
} from 'nats'
import { openConnection } from './connection.ts'
import { patiently } from './jetstream.ts'
import { isReadsDurable, readsDurables, readsTransform } from './reads.ts'
import {
  acknowledgementWait,
  type Durable,
  type DurableDefinition,
  durables,
  type StreamDefinition,
  streams,
} from './streams.ts'
import type { StreamName } from './types.ts'

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

/** `nats` 2.29 does not know of atomic batches, which the server has had since 2.12. */
type Config = StreamConfig & { allow_atomic: boolean }
/** What is said of a stream where it is made or changed. */
export type StreamSettings = Partial<Config>

const seconds = (count: number) => nanos(count * 1_000)

/**
 * Makes streams and durable consumers as `streams.ts` says, or brings them to that; safe to repeat, removes nothing but the
 * consumers of another number of partitions of READS.
 * For a user that may do so.
 * @throws Error naming a stream or consumer that cannot be brought to its definition
 */
export async function provisionStreams(options: ProvisionOptions): Promise<void> {
  const connection = await openConnection({ ...options, name: 'setup' })
  try {
    const manager = await openManager(connection, answerWithin)
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

/**
 * nats-server's numbers for what may pass (errors.json): servers of a cluster have not heard of each other yet
 * (JSClusterNoPeersErrF, JSClusterNotAvailErr), or what a stream of that name held is still being removed (JSStreamCreateErrF).
 */
const passing = [10005, 10008, 10049]

/** Milliseconds for one answer, and after which no other try is begun. */
export const answerWithin = 10_000
const askWithin = 30_000

/**
 * Asks for a stream or a consumer, or its change, for 30 s while the server says what may pass, or nothing: a cluster that is
 * just choosing who decides leaves requests unanswered. To ask for the same twice is to ask for it once.
 */
export const whenItCan = <T>(ask: () => Promise<T>): Promise<T> =>
  patiently(ask, (cause) => cause instanceof NatsError && mayPass(cause), askWithin)

/**
 * The manager of streams and consumers. The library would ask for the account first, and give up where that stays unanswered.
 * @param timeout milliseconds for one answer
 */
export const openManager = (connection: NatsConnection, timeout: number): Promise<JetStreamManager> =>
  connection.jetstreamManager({ timeout, checkAPI: false })

/** Every stream that there is. */
export const streamNames = (manager: JetStreamManager): Promise<string[]> =>
  whenItCan(() => Array.fromAsync(manager.streams.names()))

/** nats-server's numbers for a stream and a consumer that are not there (JSStreamNotFoundErr, JSConsumerNotFoundErr). */
const streamNotFound = 10059
const consumerNotFound = 10014

/** Removes a stream, if it is there: who asked and was not answered may have removed it. */
export const removeStream = (manager: JetStreamManager, name: string): Promise<void> =>
  unlessMissing(streamNotFound, () => manager.streams.delete(name))

async function unlessMissing(missing: number, remove: () => Promise<unknown>): Promise<void> {
  try {
    await whenItCan(remove)
  } catch (cause) {
    if (!(cause instanceof NatsError && cause.api_error?.err_code === missing)) throw cause
  }
}

const mayPass = ({ code, api_error }: NatsError): boolean =>
  code === ErrorCode.Timeout || passing.includes(api_error?.err_code ?? 0)

/** Makes or changes something, and sees whether it is what was asked for: an old server ignores what it does not know. */
async function bring(what: string, wanted: object, change: () => Promise<{ config: object }>): Promise<void> {
  try {
    const { config } = await whenItCan(change)
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
  whenItCan(() => Array.fromAsync(manager.consumers.list(stream)))

/** Where a consumer has begun cannot be changed; one that a restore made begins behind what was done before. */
const beginningOf = ({ deliver_policy, opt_start_seq }: ConsumerConfig) => ({
  deliver_policy,
  ...(opt_start_seq && { opt_start_seq }),
})

/** What a stream is to be. */
export function streamConfig(
  name: StreamName,
  { maxBytes, replicas }: { maxBytes: number; replicas: number },
  { subjects, maxAge, full, duplicates, newestPerSubject, rollup, oneByOne }: StreamDefinition,
) {
  return {
    name,
    subjects: [...subjects],
    storage: StorageType.File,
    retention: RetentionPolicy.Limits,
    num_replicas: replicas,
    discard: full === 'refuseNew' ? DiscardPolicy.New : DiscardPolicy.Old,
    max_age: seconds(maxAge),
    max_bytes: maxBytes,
    max_msgs_per_subject: newestPerSubject ? 1 : -1,
    duplicate_window: seconds(duplicates),
    allow_rollup_hdrs: rollup === true,
    allow_direct: true,
    allow_atomic: oneByOne !== true,
  } satisfies StreamSettings
}

/** What a durable consumer is to be. */
export function consumerConfig(name: string, { subjects, inFlight }: DurableDefinition) {
  return {
    name,
    durable_name: name,
    deliver_policy: DeliverPolicy.All,
    replay_policy: ReplayPolicy.Instant,
    ack_policy: AckPolicy.Explicit,
    ack_wait: seconds(acknowledgementWait),
    max_deliver: -1,
    max_ack_pending: inFlight,
    filter_subjects: [...subjects],
  } satisfies Partial<ConsumerConfig>
}
