import { AppError } from '@kingcar/contract'
import { type Msg, RequestStrategy } from 'nats'
import type { Link } from '../connection/link.ts'
import type { StreamMessage, StreamName } from '../types.ts'

/** Time limit of the whole response, in ms. */
const timeout = 1_500
/** Statuses of a direct get (ADR-31): end of the batch, and no message. */
export const endOfBatch = 204
export const notFound = 404

/**
 * Reads the messages after a sequence by one direct get, which any replica of the stream serves without a consumer.
 * @throws AppError UNAVAILABLE if the response is incomplete
 */
export async function readAfter(
  { connection, connected }: Link,
  stream: StreamName,
  after: number,
  max: { messages: number; bytes: number },
): Promise<StreamMessage[]> {
  if (!connected) throw new AppError('UNAVAILABLE')
  const request = JSON.stringify({ seq: after + 1, batch: max.messages, max_bytes: max.bytes })
  const replies = await connection.requestMany(`$JS.API.DIRECT.GET.${stream}`, request, {
    strategy: RequestStrategy.SentinelMsg, // the final status has no data
    maxWait: timeout,
  })
  const messages: StreamMessage[] = []
  let status: number | undefined
  for await (const reply of replies) {
    if (reply.data.length > 0) messages.push(toMessage(reply))
    else status = reply.headers?.code
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
