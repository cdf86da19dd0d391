import {
  AckPolicy,
  type ConsumerConfig,
  DeliverPolicy,
  DiscardPolicy,
  nanos,
  ReplayPolicy,
  RetentionPolicy,
  StorageType,
  type StreamConfig,
} from 'nats'
import { acknowledgementWait, type DurableDefinition, type StreamDefinition } from '../topology/streams.ts'
import type { StreamName } from '../types.ts'

/** `nats` 2.29 has no type for atomic batches, which nats-server supports since 2.12. */
type Config = StreamConfig & { allow_atomic: boolean }
/** Settings of a stream that is created or updated. */
export type StreamSettings = Partial<Config>

const seconds = (count: number) => nanos(count * 1_000)

/** The configuration of a stream from its definition. */
export function streamConfig(
  name: StreamName,
  { maxBytes, replicas }: { maxBytes: number; replicas: number },
  { subjects, maxAge, whenFull, deduplicationWindow, newestPerSubject, rollup, noBatches }: StreamDefinition,
) {
  return {
    name,
    subjects: [...subjects],
    storage: StorageType.File,
    retention: RetentionPolicy.Limits,
    num_replicas: replicas,
    discard: whenFull === 'refuseNew' ? DiscardPolicy.New : DiscardPolicy.Old,
    max_age: seconds(maxAge),
    max_bytes: maxBytes,
    max_msgs_per_subject: newestPerSubject ? 1 : -1,
    duplicate_window: seconds(deduplicationWindow),
    allow_rollup_hdrs: rollup === true,
    allow_direct: true,
    allow_atomic: noBatches !== true,
  } satisfies StreamSettings
}

/** The configuration of a durable consumer from its definition. */
export function consumerConfig(name: string, { subjects, maxAckPending }: DurableDefinition) {
  return {
    name,
    durable_name: name,
    deliver_policy: DeliverPolicy.All,
    replay_policy: ReplayPolicy.Instant,
    ack_policy: AckPolicy.Explicit,
    ack_wait: seconds(acknowledgementWait),
    max_deliver: -1,
    max_ack_pending: maxAckPending,
    filter_subjects: [...subjects],
  } satisfies Partial<ConsumerConfig>
}
