import { type Msg, nanos } from 'nats'
import type { Delivery, StreamMessage } from '../types.ts'

/** A message that a consumer delivered, with what the server says of it in its reply subject. */
export type RawDelivery = {
  readonly message: Msg
  readonly sequence: number
  /** The consumer numbers its deliveries from 1, without a gap. */
  readonly number: number
  /** How often it was delivered, this time included. */
  readonly times: number
  readonly storedAt: number
  /** Answers the server, once. `+WPI` (work in progress) may be sent before. */
  settle(answer: '+ACK' | `-NAK${string}`): void
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
