import { setTimeout as wait } from 'node:timers/promises'
import { type ConsumerConfig, DeliverPolicy, type JetStreamManager, NatsError, nanos, type StreamInfo } from 'nats'
import type { KeptMessage, MessageReader } from './kept-message.ts'
import { consumerConfig, type StreamSettings, streamConfig } from './provision.ts'
import type { StreamState } from './stream-copy.ts'
import { type Durable, streams } from './streams.ts'
import type { StreamName } from './types.ts'

/** A stream that is being filled. */
export type Load = {
  reader: MessageReader
  add(message: KeptMessage): Promise<void>
  end(state: StreamState, age: number): Promise<void>
}

/** Whatever its limits, a stream takes what it held before; it forgets as few ids as it may, since one may be there twice. */
export const loose = { max_bytes: -1, max_age: 0, duplicate_window: nanos(100), allow_atomic: true }

/** nats-server's number for a store that it could not make (errors.json: JSStreamCreateErrF). */
const notMade = 10049
/** Milliseconds. */
const patience = 10_000
const pause = 100

/** Makes a stream. What one of its name held may still be being removed when that has been deleted, so it is tried for 10 s. */
export async function addStream(
  { streams }: { streams: Pick<JetStreamManager['streams'], 'add'> },
  config: StreamSettings & { name: string },
): Promise<StreamInfo> {
  for (const until = performance.now() + patience; ; await wait(pause)) {
    try {
      return await streams.add(config)
    } catch (cause) {
      const mayPass = cause instanceof NatsError && cause.api_error?.err_code === notMade
      if (!mayPass || performance.now() > until) throw cause
    }
  }
}

export const definitionOf = (name: StreamName) =>
  streamConfig(name, { maxBytes: streams[name].maxBytes, replicas: 1 }, streams[name])

/** Makes a durable consumer that begins at a sequence. */
export const addDurable = (manager: JetStreamManager, stream: StreamName, durable: Durable, begins: number) =>
  manager.consumers.add(stream, {
    ...consumerConfig(durable),
    deliver_policy: DeliverPolicy.StartSequence,
    opt_start_seq: begins,
  } satisfies Partial<ConsumerConfig>)
