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

/** Sends a fact to the outbox in the caller's transaction, which is not waited for: row and event commit together or not at all. */
export async function emit<N extends EventName>(tx: Tx, name: N, payload: EventOf<N>): Promise<void> {
  write(tx, eventSubject(name), payload, compiled(events[name]).Check(payload))
}

/** Writes the current value of a known setting to the outbox, for the stream SETTINGS. */
export async function emitSetting(tx: Tx, key: SettingKey, value: unknown): Promise<void> {
  write(tx, settingSubject(key), { value }, Value.Check(knownSettings[key].schema, value)) // too rare to be compiled
}

/** Writes to the outbox what lets a device in from now on, for the stream DEVICES. */
export async function emitDevice(tx: Tx, credential: DeviceCredential): Promise<void> {
  write(tx, deviceSubject(credential.deviceId), credential, compiled(DeviceCredential).Check(credential))
}

/** What others rely on is checked where it is made; the failing transaction leaves nothing behind. */
function write(tx: Tx, subject: string, payload: unknown, fits: boolean): void {
  if (!fits) throw new TypeError(`the payload of ${subject} does not fit its schema`)
  const scope = scopeOf(tx)
  const behalf = [currentRequestId() ?? null, currentTraceparent() ?? null]
  scope.require(scope.session.run(insert, [subject, JSON.stringify(payload), ...behalf]))
  scope.emitted = true
}
