import { setTimeout as wait } from 'node:timers/promises'
import { headers, type NatsConnection, nuid, type PubAck } from 'nats'
import type { ApiError } from '../connection/jetstream.ts'
import type { MessageRecord } from './message-record.ts'

/** Publishes kept messages in order, many in one atomic batch: one write to the server's disk. */
export type StreamFiller = {
  add(message: MessageRecord): Promise<void>
  /** Resolves when all are stored. */
  flush(): Promise<void>
}

/** Of a batch: the server takes 1,000 messages, and holds it in memory. */
const most = { messages: 1_000, bytes: 4 * 2 ** 20 }
/** Milliseconds. */
const patience = 30_000
/** Longer than ids are remembered while streams are filled: one that was stored twice, long apart, is there twice. */
const pause = 150

type Answer = PubAck & { error?: ApiError }

export function createStreamFiller(connection: NatsConnection): StreamFiller {
  let waiting: MessageRecord[] = []
  let bytes = 0

  async function publish(
    { subject, headers: own, data }: MessageRecord,
    more: Record<string, string>,
  ): Promise<Answer> {
    const request = { headers: withHeaders(own, more), timeout: patience }
    return (await connection.request(subject, data, request)).json<Answer>()
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
      if (error) throw new Error(`${message.subject} is not stored: ${error.description}`)
      if (!duplicate) return
      await wait(pause)
    }
  }

  async function flush(): Promise<void> {
    const batch = waiting
    waiting = []
    bytes = 0
    if (batch.length > 1 && (await sendBatch(batch))) return
    for (const message of batch) await sendOne(message) // one of them alone is refused, or is there twice
  }

  return {
    async add(message) {
      waiting.push(message)
      bytes += message.data.length
      if (waiting.length >= most.messages || bytes >= most.bytes) await flush()
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
