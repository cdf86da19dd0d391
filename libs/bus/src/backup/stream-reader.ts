import {
  type ConsumerInfo,
  createInbox,
  type Msg,
  type MsgHdrs,
  MsgHdrsImpl,
  type NatsConnection,
  type StreamInfo,
} from 'nats'
import { inboxPrefixOf } from '../connection/connection.ts'
import type { StoredMessage } from '../connection/jetstream.ts'
import { endOfBatch, notFound } from '../streams/direct-get.ts'
import type { MessageRecord } from '../streams/message-record.ts'
import type { ReadsSource } from '../streams/reads-progress.ts'
import { type Durable, durables } from '../topology/streams.ts'
import type { StreamName } from '../types.ts'

/** Size of one batch: the server's maximum of messages, and a byte limit for large ones. */
const maxBatch = { batch: 1_000, max_bytes: 4 * 2 ** 20 }
/** Time limit of a response, or of the next message of a batch, in ms. */
const timeout = 10_000
/** Headers that the server adds on reading, and headers that applied to the original publication only. */
const omittedHeaders =
  /^Nats-(Stream|Subject|Sequence|Time-Stamp|Num-Pending|Last-Sequence|UpTo-Sequence|Batch-.*|Expected-.*|Rollup)$/i

type ApiResponse = { error?: { code: number; description: string } }

/** Sends a request to JetStream's leader; undefined if the stream, consumer or message does not exist. */
async function request<T>(connection: NatsConnection, verb: string, input: object = {}): Promise<T | undefined> {
  const reply = await connection.request(`$JS.API.${verb}`, JSON.stringify(input), { timeout })
  const response = reply.json<T & ApiResponse>()
  if (response.error?.code === notFound) return undefined
  if (response.error) throw new Error(`${verb}: ${response.error.description}`)
  return response
}

/** The last sequence of a stream. */
export const lastSequenceOf = async (connection: NatsConnection, stream: StreamName): Promise<number> =>
  (await request<StreamInfo>(connection, `STREAM.INFO.${stream}`))?.state.last_seq ?? 0

/** The acknowledgement floor of a durable consumer: all messages up to it are done. */
export async function doneUpTo(connection: NatsConnection, durable: Durable): Promise<number> {
  const verb = `CONSUMER.INFO.${durables[durable].stream}.${durable}`
  return (await request<ConsumerInfo>(connection, verb))?.ack_floor.stream_seq ?? 0
}

/** READS, as its leaders report it. */
export const readsSource = (connection: NatsConnection): ReadsSource => ({
  stream: () => request<StreamInfo>(connection, 'STREAM.INFO.READS'),
  consumer: (name) => request<ConsumerInfo>(connection, `CONSUMER.INFO.READS.${name}`),
  next: async (subject, seq) =>
    (await request<{ message: StoredMessage }>(connection, 'STREAM.MSG.GET.READS', { seq, next_by_subj: subject }))
      ?.message.seq,
})

/** Reads the next messages after a sequence. A replica without such messages may lag, so the leader is asked then. */
export async function readRecordsAfter(
  connection: NatsConnection,
  stream: StreamName,
  after: number,
): Promise<MessageRecord[]> {
  const found = await readBatch(connection, stream, after)
  if (found.length > 0) return found
  const next = { seq: after + 1, next_by_subj: '>' }
  const response = await request<{ message: StoredMessage }>(connection, `STREAM.MSG.GET.${stream}`, next)
  return response ? [fromLeader(response.message)] : []
}

/** Reads a batch by one direct get. A message may be empty, so the status marks the end. */
async function readBatch(connection: NatsConnection, stream: StreamName, after: number): Promise<MessageRecord[]> {
  const inbox = createInbox(inboxPrefixOf('setup'))
  const subscription = connection.subscribe(inbox)
  const timer = setTimeout(() => subscription.unsubscribe(), timeout)
  connection.publish(`$JS.API.DIRECT.GET.${stream}`, JSON.stringify({ seq: after + 1, ...maxBatch }), { reply: inbox })
  const messages: MessageRecord[] = []
  try {
    for await (const reply of subscription) {
      timer.refresh()
      const status = reply.headers?.code ?? 0
      if (status === 0) messages.push(fromReplica(reply))
      else if (status === endOfBatch || status === notFound) return messages
      else break
    }
    throw new Error(`the batch of stream ${stream} is incomplete`)
  } finally {
    clearTimeout(timer)
    subscription.unsubscribe()
  }
}

const fromReplica = ({ headers, data }: Msg): MessageRecord => ({
  sequence: Number(headers?.get('Nats-Sequence')),
  subject: headers?.get('Nats-Subject') ?? '',
  storedAt: headers?.get('Nats-Time-Stamp') ?? '',
  headers: headersOf(headers),
  data,
})

const fromLeader = ({ subject, seq, time, hdrs, data = '' }: StoredMessage): MessageRecord => ({
  sequence: seq,
  subject,
  storedAt: time,
  headers: headersOf(hdrs ? MsgHdrsImpl.decode(Buffer.from(hdrs, 'base64')) : undefined),
  data: Buffer.from(data, 'base64'),
})

const headersOf = (all: MsgHdrs | undefined): MessageRecord['headers'] =>
  [...(all ?? [])].flatMap(([name, values]) =>
    omittedHeaders.test(name) ? [] : values.map((value): [string, string] => [name, value]),
  )
