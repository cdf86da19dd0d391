import { randomUUID } from 'node:crypto'
import {
  adminPrefix,
  devicePrefix,
  type EventName,
  type EventOf,
  eventSubject,
  events,
  isRevocation,
} from '@kingcar/contract'
import { type Account, compiled, currentRequestId, currentTraceparent } from '@kingcar/runtime'
import type { TSchema } from 'typebox'
import { Value } from 'typebox/value'
import { scopeOf } from '../connection/transactions.ts'
import type { Tx } from '../types.ts'
import { isLane } from './lanes.ts'

const insert = 'insert into outbox (subject, payload, request_id, traceparent) values ($1, $2::json, $3, $4)'
const insertAll = `insert into outbox (subject, payload, request_id, traceparent)
  select $1, payload, $3, $4 from json_array_elements($2::json) with ordinality as p (payload, place) order by place`

/**
 * Writes an event to the outbox in the caller's transaction, without waiting: rows and event commit together or not at
 * all. An event that withdraws rights is published right before the commit instead, which fails with UNAVAILABLE if the
 * event is not stored.
 */
export async function emit<N extends EventName>(tx: Tx, name: N, payload: EventOf<N>): Promise<void> {
  const subject = eventSubject(name)
  const fits = compiled(events[name]).Check(payload)
  if (isRevocation(name)) publishBeforeCommit(tx, subject, payload, fits)
  else write(tx, subject, payload, fits)
}

/** Like `emit` for each of the payloads, in their order and in one statement. */
export async function emitAll<N extends EventName>(tx: Tx, name: N, payloads: readonly EventOf<N>[]): Promise<void> {
  const [first] = payloads
  if (first === undefined) return
  if (payloads.length === 1 || isRevocation(name))
    return void (await Promise.all(payloads.map((each) => emit(tx, name, each))))
  const schema = compiled(events[name])
  const subject = eventSubject(name)
  for (const payload of payloads) assertFits(subject, schema.Check(payload))
  writeRows(tx, insertAll, subject, payloads, payloads.length)
}

const beforeCommit = [devicePrefix, adminPrefix]

/**
 * Writes a message for another stream than EVENTS to the outbox, such as the current state of an entity under its own
 * subject. The credential of a device and the rights of an administrator are published right before the commit instead,
 * like a revocation, because the change may withdraw rights.
 * @param subject built by the contract
 */
export async function emitTo(tx: Tx, subject: string, schema: TSchema, payload: unknown): Promise<void> {
  const fits = Value.Check(schema, payload) // such messages are too rare for a compiled schema
  if (beforeCommit.some((prefix) => subject.startsWith(prefix))) publishBeforeCommit(tx, subject, payload, fits)
  else write(tx, subject, payload, fits)
}

/**
 * Counts an event for an account that another process publishes because of this transaction. The account may differ
 * from the caller.
 */
export function chargeEvent(tx: Tx, account: Account): void {
  const scope = scopeOf(tx)
  scope.account = account
  scope.charged += 1
}

function publishBeforeCommit(tx: Tx, subject: string, payload: unknown, fits: boolean): void {
  assertFits(subject, fits)
  const [requestId, traceparent] = [currentRequestId(), currentTraceparent()]
  scopeOf(tx).beforeCommit.push({
    ...{ id: randomUUID(), subject, payload },
    ...(requestId !== undefined && { requestId }),
    ...(traceparent !== undefined && { traceparent }),
  })
}

/** Consumers rely on the schema, so a payload that does not match it fails the transaction here. */
function assertFits(subject: string, fits: boolean): void {
  if (!fits) throw new TypeError(`the payload of ${subject} does not fit its schema`)
}

function write(tx: Tx, subject: string, payload: unknown, fits: boolean): void {
  assertFits(subject, fits)
  writeRows(tx, insert, subject, payload, 1)
}

function writeRows(tx: Tx, statement: string, subject: string, content: unknown, count: number): void {
  if (!isLane(subject)) throw new TypeError(`no relay publishes ${subject}`)
  const scope = scopeOf(tx)
  const context = [currentRequestId() ?? null, currentTraceparent() ?? null]
  scope.require(scope.session.run(statement, [subject, JSON.stringify(content), ...context]))
  scope.emitted = true
  scope.charged += count
}
