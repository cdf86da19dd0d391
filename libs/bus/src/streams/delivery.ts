import { type Msg, nanos } from 'nats'
import type { Delivery, StreamMessage } from '../types.ts'

/** A message of a consumer, with the metadata of its reply subject. */
export type RawDelivery = {
  readonly message: Pick<Msg, 'subject' | 'data'> & { readonly headers?: Msg['headers'] | undefined }
  readonly sequence: number
  /** Position among the consumer's deliveries: from 1, without gaps. */
  readonly number: number
  /** How often the message was delivered, including this time. */
  readonly times: number
  readonly storedAt: number
  /** Acknowledges or rejects the delivery; further calls do nothing. */
  settle(answer: '+ACK' | `-NAK${string}`): void
  /** Restarts the acknowledgement wait (`+WPI`, work in progress). */
  prolong(): void
}

/** `$JS.ACK.[<domain>.<account>.]<stream>.<consumer>.<times>.<sequence>.<number>.<stored at, ns>.<pending>[.<random>]` */
export function parseDelivery(message: Msg): RawDelivery {
  const tokens = (message.reply ?? '').split('.')
  const [times = 0, sequence = 0, number = 0, stored = 0] = tokens.slice(tokens.length === 9 ? 4 : 6).map(Number)
  let settled = false
  return {
    message,
    sequence,
    number,
    times,
    storedAt: Math.floor(stored / 1_000_000),
    settle(answer) {
      if (!settled) message.respond(answer)
      settled = true
    },
    prolong() {
      if (!settled) message.respond('+WPI')
    },
  }
}

export const toMessage = ({ message, sequence, storedAt, times }: RawDelivery): StreamMessage => ({
  subject: message.subject,
  sequence,
  storedAt,
  data: message.data,
  header: (name) => message.headers?.get(name) || undefined,
  redelivered: times - 1,
})

export const toDelivery = (delivered: RawDelivery): Delivery => ({
  ...toMessage(delivered),
  ack: () => delivered.settle('+ACK'),
  retry: (delayMs) => delivered.settle(delayMs > 0 ? `-NAK {"delay":${nanos(delayMs)}}` : '-NAK'),
})
