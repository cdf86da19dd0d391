import { type ConsumerConfig, DeliverPolicy, type JetStreamManager, nanos, type StreamInfo } from 'nats'
import { retryManagement } from '../provision/manager.ts'
import { consumerConfig, type StreamSettings, streamConfig } from '../provision/stream-config.ts'
import { type Durable, durables, streams } from '../topology/streams.ts'
import type { StreamName } from '../types.ts'
import type { MessageRecord, MessageRecordReader } from './message-record.ts'
import type { StreamState } from './stream-copy.ts'

/** A stream that is being filled. */
export type StreamLoad = {
  reader: MessageRecordReader
  add(message: MessageRecord): Promise<void>
  end(state: StreamState, age: number): Promise<void>
}

/** Whatever its limits, a stream takes what it held before; it forgets as few ids as it may, since one may be there twice. */
export const withoutLimits = { max_bytes: -1, max_age: 0, duplicate_window: nanos(100), allow_atomic: true }

/** Makes a stream, as soon as one of its name that was deleted has left its place. */
export const addStream = (
  { streams }: { streams: Pick<JetStreamManager['streams'], 'add'> },
  config: StreamSettings & { name: string },
): Promise<StreamInfo> => retryManagement(() => streams.add(config))

export const definitionOf = (name: StreamName) =>
  streamConfig(name, { maxBytes: streams[name].maxBytes, replicas: 1 }, streams[name])

/** Makes a durable consumer that begins at a sequence. */
export const addDurable = (manager: JetStreamManager, stream: StreamName, durable: Durable, begins: number) =>
  manager.consumers.add(stream, {
    ...consumerConfig(durable, durables[durable]),
    deliver_policy: DeliverPolicy.StartSequence,
    opt_start_seq: begins,
  } satisfies Partial<ConsumerConfig>)
