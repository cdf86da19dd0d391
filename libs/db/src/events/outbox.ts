import { type EventName, type EventOf, eventSubject, events } from '@kingcar/contract'
import { compiled, currentRequestId, currentTraceparent } from '@kingcar/runtime'
import type { TSchema } from 'typebox'
import { Value } from 'typebox/value'
import { scopeOf } from '../connection/transactions.ts'
import type { Tx } from '../types.ts'

const insert = 'insert into outbox (subject, payload, request_id, traceparent) values ($1, $2::json, $3, $4)'

/** Writes an event to the outbox in the caller's transaction, without waiting: rows and event commit together or not at all. */
export async function emit<N extends EventName>(tx: Tx, name: N, payload: EventOf<N>): Promise<void> {
  write(tx, eventSubject(name), payload, compiled(events[name]).Check(payload))
}

/**
 * Writes a message for another stream than EVENTS to the outbox, such as the current state of a thing under its own subject.
 * @param subject built by the contract
 */
export async function emitTo(tx: Tx, subject: string, schema: TSchema, payload: unknown): Promise<void> {
  write(tx, subject, payload, Value.Check(schema, payload)) // too rare to compile the schema
}

/** Consumers rely on the schema, so a payload that does not match it fails the transaction here. */
function write(tx: Tx, subject: string, payload: unknown, fits: boolean): void {
  if (!fits) throw new TypeError(`the payload of ${subject} does not fit its schema`)
  const scope = scopeOf(tx)
  const context = [currentRequestId() ?? null, currentTraceparent() ?? null]
  scope.require(scope.session.run(insert, [subject, JSON.stringify(payload), ...context]))
  scope.emitted = true
}
