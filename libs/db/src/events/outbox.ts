import {
  DeviceCredential,
  deviceSubject,
  type EventName,
  type EventOf,
  eventSubject,
  events,
  knownSettings,
  type SettingKey,
  settingSubject,
} from '@kingcar/contract'
import { compiled, currentRequestId, currentTraceparent } from '@kingcar/runtime'
import { Value } from 'typebox/value'
import { scopeOf } from '../connection/transactions.ts'
import type { Tx } from '../types.ts'

const insert = 'insert into outbox (subject, payload, request_id, traceparent) values ($1, $2::json, $3, $4)'

/** Writes an event to the outbox in the caller's transaction, without waiting: rows and event commit together or not at all. */
export async function emit<N extends EventName>(tx: Tx, name: N, payload: EventOf<N>): Promise<void> {
  write(tx, eventSubject(name), payload, compiled(events[name]).Check(payload))
}

/** Writes the current value of a known setting to the outbox, for the stream SETTINGS. */
export async function emitSetting(tx: Tx, key: SettingKey, value: unknown): Promise<void> {
  write(tx, settingSubject(key), { value }, Value.Check(knownSettings[key].schema, value)) // too rare to compile the schema
}

/** Writes a device's new credential to the outbox, for the stream DEVICES. */
export async function emitDevice(tx: Tx, credential: DeviceCredential): Promise<void> {
  write(tx, deviceSubject(credential.deviceId), credential, compiled(DeviceCredential).Check(credential))
}

/** Consumers rely on the schema, so a payload that does not match it fails the transaction here. */
function write(tx: Tx, subject: string, payload: unknown, fits: boolean): void {
  if (!fits) throw new TypeError(`the payload of ${subject} does not fit its schema`)
  const scope = scopeOf(tx)
  const context = [currentRequestId() ?? null, currentTraceparent() ?? null]
  scope.require(scope.session.run(insert, [subject, JSON.stringify(payload), ...context]))
  scope.emitted = true
}
