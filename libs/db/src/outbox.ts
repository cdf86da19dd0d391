import {
  DeviceCredential,
  type EventName,
  type EventOf,
  eventSubject,
  events,
  knownSettings,
  type SettingKey,
} from '@kingcar/contract'
import { compiled, currentRequestId } from '@kingcar/runtime'
import Type, { type TSchema } from 'typebox'
import { scopeOf } from './transactions.ts'
import type { Tx } from './types.ts'

const insert = 'insert into outbox (subject, payload, request_id) values ($1, $2::json, $3)'

/** Sends a fact to the outbox in the caller's transaction, which is not waited for: row and event commit together or not at all. */
export async function emit<N extends EventName>(tx: Tx, name: N, payload: EventOf<N>): Promise<void> {
  await write(tx, eventSubject(name), events[name], payload)
}

/** Writes the current value of a known setting to the outbox, for the stream SETTINGS. */
export async function emitSetting(tx: Tx, key: SettingKey, value: unknown): Promise<void> {
  await write(tx, `settings.${key}`, Type.Object({ value: knownSettings[key].schema }), { value })
}

/** Writes to the outbox what lets a device in from now on, for the stream DEVICES. */
export async function emitDevice(tx: Tx, credential: DeviceCredential): Promise<void> {
  await write(tx, `devices.${credential.deviceId}`, DeviceCredential, credential) // the schema bounds the id
}

async function write(tx: Tx, subject: string, schema: TSchema, payload: unknown): Promise<void> {
  // What others rely on is checked where it is made; the failing transaction leaves nothing behind.
  if (!compiled(schema).Check(payload)) throw new TypeError(`the payload of ${subject} does not fit its schema`)
  const scope = scopeOf(tx)
  scope.require(scope.session.run(insert, [subject, JSON.stringify(payload), currentRequestId() ?? null]))
  scope.emitted = true
}
