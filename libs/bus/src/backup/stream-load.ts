import { type ConsumerConfig, DeliverPolicy, type JetStreamManager, nanos, type StreamInfo } from 'nats'
import { retryManagement } from '../provision/manager.ts'
import { consumerConfig, type StreamSettings, streamConfig } from '../provision/stream-config.ts'
import type { MessageRecord, MessageRecordReader } from '../streams/message-record.ts'
import { type Durable, durables, streams } from '../topology/streams.ts'
import type { StreamName } from '../types.ts'
import type { StreamState } from './stream-copy.ts'

/** A stream that is being restored. `age` is the age of the copy in seconds. */
export type StreamLoad = {
  reader: MessageRecordReader
  add(message: MessageRecord): Promise<void>
  end(state: StreamState, age: number): Promise<void>
}

/** Settings during the restore: no limits, and the shortest deduplication window, since an id may occur twice. */
export const withoutLimits = { max_bytes: -1, max_age: 0, duplicate_window: nanos(100), allow_atomic: true }

/** Creates a stream; retries while the server is still deleting the former stream of that name. */
export const addStream = (
  { streams }: { streams: Pick<JetStreamManager['streams'], 'add'> },
  config: StreamSettings & { name: string },
): Promise<StreamInfo> => retryManagement(() => streams.add(config))

/** The normal settings of a stream, with one replica. */
export const definitionOf = (name: StreamName) =>
  streamConfig(name, { maxBytes: streams[name].maxBytes, replicas: 1 }, streams[name])

/** Creates a durable consumer that starts at a sequence. */
export const addDurable = (manager: JetStreamManager, stream: StreamName, durable: Durable, startSequence: number) =>
  manager.consumers.add(stream, {
    ...consumerConfig(durable, durables[durable]),
    deliver_policy: DeliverPolicy.StartSequence,
    opt_start_seq: startSequence,
  } satisfies Partial<ConsumerConfig>)
