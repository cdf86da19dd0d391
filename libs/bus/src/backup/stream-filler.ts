import { setTimeout as wait } from 'node:timers/promises'
import { headers, type NatsConnection, nuid, type PubAck } from 'nats'
import type { ApiError } from '../connection/jetstream.ts'
import type { MessageRecord } from '../streams/message-record.ts'

/** Publishes records in order, in atomic batches: each is one write to the server's disk. */
export type StreamFiller = {
  add(message: MessageRecord): Promise<void>
  /** Publishes the remaining records; resolves when all are stored. */
  flush(): Promise<void>
}

/** Size of a batch: the server accepts 1,000 messages, and holds a batch in memory. */
const maxBatch = { messages: 1_000, bytes: 4 * 2 ** 20 }
/** Time limit of a response, in ms. */
const timeout = 30_000
/** In ms, longer than the deduplication window during a restore: a stream may contain an id twice, and so will the copy. */
const duplicateDelay = 150

type Ack = PubAck & { error?: ApiError }

export function createStreamFiller(connection: NatsConnection): StreamFiller {
  let waiting: MessageRecord[] = []
  let bytes = 0

  async function publish({ subject, headers: own, data }: MessageRecord, more: Record<string, string>): Promise<Ack> {
    const request = { headers: withHeaders(own, more), timeout }
    return (await connection.request(subject, data, request)).json<Ack>()
  }

  async function sendBatch(batch: readonly MessageRecord[]): Promise<boolean> {
    const id = nuid.next()
    const position = (at: number) => ({ 'Nats-Batch-Id': id, 'Nats-Batch-Sequence': String(at + 1) })
    const last = batch.length - 1
    for (const [at, { subject, headers: own, data }] of batch.slice(0, last).entries())
      connection.publish(subject, data, { headers: withHeaders(own, position(at)) })
    const { error } = await publish(batch[last] as MessageRecord, { ...position(last), 'Nats-Batch-Commit': '1' })
    return error === undefined
  }

  async function sendOne(message: MessageRecord): Promise<void> {
    for (;;) {
      const { error, duplicate } = await publish(message, {})
      if (error) throw new Error(`message of ${message.subject} was not stored: ${error.description}`)
      if (!duplicate) return
      await wait(duplicateDelay)
    }
  }

  async function flush(): Promise<void> {
    const batch = waiting
    waiting = []
    bytes = 0
    if (batch.length > 1 && (await sendBatch(batch))) return
    for (const message of batch) await sendOne(message) // the batch was rejected: one message is invalid, or a duplicate id
  }

  return {
    async add(message) {
      waiting.push(message)
      bytes += message.data.length
      if (waiting.length >= maxBatch.messages || bytes >= maxBatch.bytes) await flush()
    },
    flush,
  }
}

function withHeaders(own: MessageRecord['headers'], more: Record<string, string>) {
  const all = headers()
  for (const [name, value] of own) all.append(name, value)
  for (const [name, value] of Object.entries(more)) all.set(name, value)
  return all
}
