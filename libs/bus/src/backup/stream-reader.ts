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
import type { ReadsSource } from '../streams/reads-progress.ts'
import { type Durable, durables } from '../topology/streams.ts'
import type { StreamName } from '../types.ts'
import type { MessageRecord } from './message-record.ts'

/** Of one answer of the server: as many messages as it gives at once, and few of the large ones. */
const most = { batch: 1_000, max_bytes: 4 * 2 ** 20 }
/** Milliseconds. */
const patience = 10_000
/** What the server adds to a message that it gives, and what made sense once only. */
const passing =
  /^Nats-(Stream|Subject|Sequence|Time-Stamp|Num-Pending|Last-Sequence|UpTo-Sequence|Batch-.*|Expected-.*|Rollup)$/i

type ApiAnswer = { error?: { code: number; description: string } }

/** What the leader says; undefined where there is no such stream, consumer or message. */
async function ask<T>(connection: NatsConnection, verb: string, question: object = {}): Promise<T | undefined> {
  const reply = await connection.request(`$JS.API.${verb}`, JSON.stringify(question), { timeout: patience })
  const answer = reply.json<T & ApiAnswer>()
  if (answer.error?.code === notFound) return undefined
  if (answer.error) throw new Error(`${verb}: ${answer.error.description}`)
  return answer
}

/** The last sequence that a stream has given. */
export const lastSequenceOf = async (connection: NatsConnection, stream: StreamName): Promise<number> =>
  (await ask<StreamInfo>(connection, `STREAM.INFO.${stream}`))?.state.last_seq ?? 0

/** The sequence up to which a durable has done all. */
export async function doneUpTo(connection: NatsConnection, durable: Durable): Promise<number> {
  const verb = `CONSUMER.INFO.${durables[durable].stream}.${durable}`
  return (await ask<ConsumerInfo>(connection, verb))?.ack_floor.stream_seq ?? 0
}

/** READS as its leaders know it. */
export const readsSource = (connection: NatsConnection): ReadsSource => ({
  stream: () => ask<StreamInfo>(connection, 'STREAM.INFO.READS'),
  consumer: (name) => ask<ConsumerInfo>(connection, `CONSUMER.INFO.READS.${name}`),
  next: async (subject, seq) =>
    (await ask<{ message: StoredMessage }>(connection, 'STREAM.MSG.GET.READS', { seq, next_by_subj: subject }))?.message
      .seq,
})

/** The next messages after a sequence. A server that has none may be behind the leader, which is asked for one then. */
export async function readRecordsAfter(
  connection: NatsConnection,
  stream: StreamName,
  after: number,
): Promise<MessageRecord[]> {
  const found = await readBatch(connection, stream, after)
  if (found.length > 0) return found
  const question = { seq: after + 1, next_by_subj: '>' }
  const answer = await ask<{ message: StoredMessage }>(connection, `STREAM.MSG.GET.${stream}`, question)
  return answer ? [fromLeader(answer.message)] : []
}

/** The same by one direct get. A message may be empty: the status tells the end. */
async function readBatch(connection: NatsConnection, stream: StreamName, after: number): Promise<MessageRecord[]> {
  const inbox = createInbox(inboxPrefixOf('setup'))
  const subscription = connection.subscribe(inbox)
  const timer = setTimeout(() => subscription.unsubscribe(), patience)
  connection.publish(`$JS.API.DIRECT.GET.${stream}`, JSON.stringify({ seq: after + 1, ...most }), { reply: inbox })
  const messages: MessageRecord[] = []
  try {
    for await (const answer of subscription) {
      timer.refresh()
      const status = answer.headers?.code ?? 0
      if (status === 0) messages.push(fromServer(answer))
      else if (status === endOfBatch || status === notFound) return messages
      else break
    }
    throw new Error(`the stream ${stream} could not be read to its end`)
  } finally {
    clearTimeout(timer)
    subscription.unsubscribe()
  }
}

const fromServer = ({ headers, data }: Msg): MessageRecord => ({
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
    passing.test(name) ? [] : values.map((value): [string, string] => [name, value]),
  )
