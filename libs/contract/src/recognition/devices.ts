import type { Static } from 'typebox'
import * as Type from 'typebox'
import { Id, Instant, Nothing, Nullable, Strict, Subset, type Typed } from '../model/common-schemas.ts'
import type { Spec } from '../model/operation.ts'
import { Page, pageable } from '../model/paging.ts'
import { deviceRoles, timeSources } from './values.ts'

const DeviceName = Type.String({ minLength: 1, maxLength: 50, examples: ['1번 출입구'] })

/** What an administrator sets for a recognizer. */
const settings = {
  storeId: Id,
  name: DeviceName,
  laneName: Nullable(Type.String({ minLength: 1, maxLength: 50, examples: ['2차로'] })),
  role: Type.Enum([...deviceRoles], {
    description:
      'A read at an `exit`, or with the direction `out`, ends the visit of its plate and begins none; the next read that is neither at an `exit` nor has the direction `out` begins a new visit',
    examples: ['entry'],
  }),
  minimumConfidence: Nullable(
    Type.Number({
      minimum: 0,
      maximum: 1,
      description: 'Null: the setting `recognition.minimumConfidence` applies',
      examples: [0.85],
    }),
  ),
  revisitSeconds: Nullable(
    Type.Integer({
      minimum: 1,
      maximum: 86_400,
      description: `Reads at the store that are at most this many seconds after a read of this recognizer belong to the
        same visit, until the car leaves; null: the setting \`recognition.revisitSeconds\` applies`,
      examples: [7_200],
    }),
  ),
  timeSource: Type.Enum([...timeSources], {
    description:
      '`arrival`: the time of a read is the time of its arrival at the server; for cameras whose clock is not set',
    examples: ['device'],
  }),
  gateOutput: Type.Boolean({
    description: `The recognizer opens a gate: it receives a decision for each car. Only with the role \`entry\``,
    examples: [false],
  }),
  gateShowsMember: Type.Boolean({
    description: `Whether decisions contain the member's masked name, the product and its remaining uses, for a display at the gate`,
    examples: [false],
  }),
  arrivalAngle: Nullable(
    Type.Integer({
      minimum: 0,
      maximum: 359,
      description: `The direction in which cars arrive in the picture, as the vendor's angle. A car within 90 degrees
        of it has the direction \`in\`, any other car \`out\`; null: angles are ignored`,
      examples: [270],
    }),
  ),
}
export const DeviceSettings = Type.Object({ id: Id, ...settings })
export type DeviceSettings = Static<typeof DeviceSettings>

/** A recognizer of a store. */
export const Device = Type.Object({
  id: Id,
  storeId: Id,
  name: Type.String({ examples: ['1번 출입구'] }),
  laneName: Nullable(Type.String({ examples: ['2차로'] })),
  role: settings.role,
  minimumConfidence: settings.minimumConfidence,
  revisitSeconds: settings.revisitSeconds,
  timeSource: settings.timeSource,
  arrivalAngle: settings.arrivalAngle,
  gateOutput: settings.gateOutput,
  gateShowsMember: settings.gateShowsMember,
  online: Type.Boolean(),
  lastSeenAt: Nullable(Instant),
  clockSkewMs: Nullable(
    Type.Integer({
      description:
        "Milliseconds by which the camera's clock is ahead of the server's: from its last heartbeat, or from its last reads if all of them arrive with the same delay",
      examples: [120],
    }),
  ),
  queueDepth: Nullable(
    Type.Integer({
      description: 'Number of reads that wait on the recognizer to be sent, at its last heartbeat',
      examples: [0],
    }),
  ),
  cameraOk: Nullable(Type.Boolean({ description: 'Whether the camera worked at the last heartbeat' })),
  firmware: Nullable(Type.String({ examples: ['2.4.1'] })),
  readsToday: Type.Integer({ examples: [214] }),
  refusedToday: Type.Integer({
    description: 'Number of rejected messages: dead letters, and webhook calls with status 400, 403, 413 or 415',
    examples: [0],
  }),
  lastError: Nullable(
    Type.String({
      description:
        'Reason of a dead letter, `field:` with the field of a webhook call or its error code, `heartbeat`, `rate` or `listening`',
      examples: ['field:recognizedAt'],
    }),
  ),
  lastErrorAt: Nullable(Instant),
})
export type Device = Static<typeof Device>

/** The store of a wall screen, and the state of its recognizers as far as customers may see it. */
export const ScreenStore = Type.Object({
  storeId: Id,
  storeName: Nullable(Type.String({ examples: ['강남점'], description: 'Null until the service has received it' })),
  recognizers: Type.Array(
    Type.Object({ online: Device.properties.online, clockSkewMs: Device.properties.clockSkewMs }),
  ),
})
export type ScreenStore = Static<typeof ScreenStore>

/** A device with its secret, which is returned only once: not to a repetition with the same `Idempotency-Key`. */
export const DeviceWithSecret = Type.Object({
  id: Id,
  storeId: Id,
  name: Type.String({ examples: ['1번 출입구'] }),
  secret: Type.Optional(
    Type.String({ description: '32 random bytes', examples: ['c2VjcmV0LW9mLWEtcmVjb2duaXplci1zaG93bi1vbmNl'] }),
  ),
})
export type DeviceWithSecret = Static<typeof DeviceWithSecret>

/**
 * A device's credential, as the stream DEVICES. `version` grows with every new secret and with the deletion, after which
 * there is no secret.
 */
export const DeviceCredential = Type.Object({
  deviceId: Id,
  storeId: Id,
  secretHash: Nullable(Type.String({ pattern: '^[0-9a-f]{64}$', description: 'SHA-256 of the secret, hex' })),
  version: Type.Integer({ minimum: 1 }),
  /** Present if the device has exceeded its rate: its messages are rejected until then. */
  pausedUntil: Type.Optional(Instant),
  /** Missing in credentials of earlier versions. */
  role: Type.Optional(Type.Enum([...deviceRoles])),
  minimumConfidence: Type.Optional(Nullable(Type.Number())),
  revisitSeconds: Type.Optional(Nullable(Type.Integer())),
  timeSource: Type.Optional(Type.Enum([...timeSources])),
  arrivalAngle: Type.Optional(Nullable(Type.Integer())),
  gateOutput: Type.Optional(Type.Boolean()),
})
export type DeviceCredential = Typed<typeof DeviceCredential>

export const deviceOperations = {
  createDevice: {
    http: 'POST /admin/api/devices',
    audits: '장치 등록',
    access: 'admin',
    permission: 'devices.manage',
    scope: 'stores',
    summary: 'Register a recognizer; its secret is returned only once',
    description: `The recognizer signs in to NATS, MQTT and HTTP with its id and this secret, immediately. A
      repetition with the same \`Idempotency-Key\` returns the recognizer without the secret. Settings that are absent
      have their defaults. The change is recorded in the audit log.`,
    input: Strict({ ...Subset(settings), storeId: Id, name: DeviceName }),
    result: DeviceWithSecret,
    status: 201,
    idempotent: true,
    errors: {
      STORE_NOT_FOUND: '`storeId` belongs to no store or to a permanently closed one.',
      VALIDATION_FAILED: '`name` or `laneName` is blank, or `gateOutput` is true for another role than `entry`.',
    },
  },
  listDevices: {
    http: 'GET /admin/api/devices',
    access: 'admin',
    permission: 'devices.read',
    scope: 'stores',
    summary: 'List recognizers with their state',
    description: `Returns a page, sorted by name unless \`sort\` is given; \`storeId\` selects one store. A recognizer is offline
      when its connection has been broken for a few seconds. With heartbeats it also is after three minutes without a message, otherwise
      when it is silent for longer than usual, at most a day; \`lastError\` covers the last 24 hours, and \`readsToday\` and
      \`refusedToday\` count from midnight in Asia/Seoul.`,
    input: Strict({ ...pageable('name', 'lastSeenAt'), storeId: Type.Optional(Id) }),
    result: Page(Device),
  },
  getScreenStore: {
    http: 'GET /admin/api/screens/own/store',
    access: 'screen',
    summary: 'Get the store of this wall screen and the state of its recognizers',
    description: `A wall screen calls it every minute, to show when no recognizer can read cars. The result has no
      names and ids of recognizers.`,
    input: Strict({}),
    result: ScreenStore,
    errors: {
      FORBIDDEN: 'The session belongs to no wall screen.',
    },
  },
  updateDevice: {
    http: 'PATCH /admin/api/devices/{id}',
    resource: 'device',
    audits: '장치 수정',
    access: 'admin',
    permission: 'devices.manage',
    scope: 'stores',
    summary: 'Change a recognizer, or move it to another store',
    description: `Fields that are absent keep their value. A new \`storeId\` ends the connections of the recognizer,
      which then publishes for the new store; earlier reads count for the old store. Reads are judged by the settings
      in force when they are processed. The change is recorded in the audit log.`,
    input: Strict({ id: Id, ...Subset(settings) }),
    result: DeviceSettings,
    errors: {
      DEVICE_NOT_FOUND: 'No recognizer has this id, or it was deleted.',
      STORE_NOT_FOUND: '`storeId` belongs to no store or to a permanently closed one.',
      VALIDATION_FAILED: '`name` or `laneName` is blank, or `gateOutput` is true for another role than `entry`.',
    },
  },
  rotateDeviceSecret: {
    http: 'POST /admin/api/devices/{id}/rotate',
    resource: 'device',
    audits: '장치 자격 증명 재발급',
    access: 'admin',
    permission: 'devices.manage',
    scope: 'stores',
    summary: 'Give a recognizer a new secret; the old one and its connections end immediately',
    description: `The new secret is in this response only and valid immediately; a repetition creates another one. The
      change is recorded in the audit log, without the secret.`,
    input: Strict({ id: Id }),
    result: DeviceWithSecret,
    errors: {
      DEVICE_NOT_FOUND: 'No recognizer has this id, or it was deleted.',
    },
  },
  deleteDevice: {
    http: 'DELETE /admin/api/devices/{id}',
    resource: 'device',
    audits: '장치 삭제',
    access: 'admin',
    permission: 'devices.manage',
    scope: 'stores',
    summary: 'Delete a recognizer; its connections end immediately, its reads are kept',
    description: `It can no longer sign in by any protocol; visits keep its id. The change is recorded in the audit
      log.`,
    input: Strict({ id: Id }),
    result: Nothing,
    versioned: true,
    errors: {
      DEVICE_NOT_FOUND: 'No recognizer has this id, or it was deleted.',
    },
  },
  testDevice: {
    http: 'POST /admin/api/devices/{id}/test',
    resource: 'device',
    audits: null,
    access: 'admin',
    permission: 'devices.manage',
    scope: 'stores',
    summary: 'Send a test read of plate 00가0000',
    description: `The read takes the same path as those of the recognizer, and live screens show it as a test if
      everything works. It is not a visit, uses no product, and is not counted in statistics.`,
    input: Strict({ id: Id }),
    result: Nothing,
    errors: {
      DEVICE_NOT_FOUND: 'No recognizer has this id, or it was deleted.',
    },
  },
} as const satisfies Record<string, Spec>
