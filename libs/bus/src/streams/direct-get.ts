import { AppError } from '@kingcar/contract'
import { type Msg, RequestStrategy } from 'nats'
import type { Link } from '../connection/link.ts'
import type { StreamMessage, StreamName } from '../types.ts'

/** Milliseconds. */
const patience = 1_500
/** Statuses of the server (ADR-31): the end of what was asked for, and nothing there. */
export const endOfBatch = 204
export const notFound = 404

/**
 * Reads what a stream holds after a sequence by one direct get, which any server that keeps the stream answers without a
 * consumer. Fails with UNAVAILABLE where the answer does not come whole.
 */
export async function readAfter(
  { connection, connected }: Link,
  stream: StreamName,
  after: number,
  most: { messages: number; bytes: number },
): Promise<StreamMessage[]> {
  if (!connected) throw new AppError('UNAVAILABLE')
  const question = JSON.stringify({ seq: after + 1, batch: most.messages, max_bytes: most.bytes })
  const answers = await connection.requestMany(`$JS.API.DIRECT.GET.${stream}`, question, {
    strategy: RequestStrategy.SentinelMsg, // a status has no data, and ends the answer
    maxWait: patience,
  })
  const messages: StreamMessage[] = []
  let status: number | undefined
  for await (const answer of answers) {
    if (answer.data.length > 0) messages.push(toMessage(answer))
    else status = answer.headers?.code
  }
  if (status !== endOfBatch && status !== notFound) {
    throw new AppError('UNAVAILABLE', { cause: new Error(`direct get of ${stream} ended with ${status}`) })
  }
  return messages
}

const toMessage = ({ headers, data }: Msg): StreamMessage => ({
  subject: headers?.get('Nats-Subject') ?? '',
  sequence: Number(headers?.get('Nats-Sequence')),
  storedAt: Date.parse(headers?.get('Nats-Time-Stamp') ?? ''),
  data,
  header: (name) => headers?.get(name) || undefined,
  redelivered: 0,
})
