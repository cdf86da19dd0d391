import type { Static } from 'typebox'
import * as Type from 'typebox'
import { Id, Instant, Nothing, Nullable, Strict, type Typed } from '../model/common-schemas.ts'
import type { Spec } from '../model/operation.ts'
import { Page, pageable } from '../model/paging.ts'

const DeviceName = Type.String({ minLength: 1, maxLength: 50, examples: ['1번 출입구'] })

/** A recognizer of a store. */
export const Device = Type.Object({
  id: Id,
  storeId: Id,
  name: Type.String({ examples: ['1번 출입구'] }),
  online: Type.Boolean(),
  lastSeenAt: Nullable(Instant),
  clockSkewMs: Nullable(
    Type.Integer({ description: "How far the camera's clock is ahead of the server's", examples: [120] }),
  ),
  readsToday: Type.Integer({ examples: [214] }),
  lastError: Nullable(Type.String({ examples: ['field:recognizedAt'] })),
})
export type Device = Static<typeof Device>

/** A device with its secret, which is returned only once; a repetition by `Idempotency-Key` omits it. */
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
 * Credentials of a device in the stream DEVICES. `version` grows with every new secret and with the removal, after which
 * there is no secret.
 */
export const DeviceCredential = Type.Object({
  deviceId: Id,
  storeId: Id,
  secretHash: Nullable(Type.String({ pattern: '^[0-9a-f]{64}$', description: 'SHA-256 of the secret, hex' })),
  version: Type.Integer({ minimum: 1 }),
  /** Blocked until then, because it exceeded its rate. */
  pausedUntil: Type.Optional(Instant),
})
export type DeviceCredential = Typed<typeof DeviceCredential>

export const deviceOperations = {
  createDevice: {
    http: 'POST /admin/api/devices',
    audits: '장치 등록',
    access: 'admin',
    summary: 'Register a recognizer; its secret is shown this once',
    description: `The recognizer signs in to NATS, MQTT and HTTP with its id and this secret, which is in this answer
      only: a repetition by \`Idempotency-Key\` names the device without it. It can sign in at once, and stands in the
      audit log.`,
    input: Strict({ storeId: Id, name: DeviceName }),
    result: DeviceWithSecret,
    status: 201,
    idempotent: true,
    errors: {
      STORE_NOT_FOUND: '`storeId` is of no store, or of one that was closed for good.',
      VALIDATION_FAILED: '`name` is nothing but spaces.',
    },
  },
  listDevices: {
    http: 'GET /admin/api/devices',
    access: 'admin',
    summary: 'List recognizers with their condition',
    description: `A page of recognizers, by name unless \`sort\` says otherwise. Offline is who was not heard of for
      three minutes; \`lastError\` is of the last 24 hours, and \`readsToday\` counts from midnight in Asia/Seoul.`,
    input: Strict({ ...pageable('name', 'lastSeenAt') }),
    result: Page(Device),
  },
  rotateDeviceSecret: {
    http: 'POST /admin/api/devices/{id}/rotate',
    resource: 'device',
    audits: '장치 자격 증명 재발급',
    access: 'admin',
    summary: 'Give a recognizer a new secret; the old one and its connections end at once',
    description: `The new secret is in this answer only, and good at once; sent again, it makes another one. It stands
      in the audit log, without the secret.`,
    input: Strict({ id: Id }),
    result: DeviceWithSecret,
    errors: {
      DEVICE_NOT_FOUND: 'No recognizer has this id, or it was removed.',
    },
  },
  deleteDevice: {
    http: 'DELETE /admin/api/devices/{id}',
    resource: 'device',
    audits: '장치 삭제',
    access: 'admin',
    summary: 'Remove a recognizer; its connections end at once, its reads stay',
    description: 'It cannot sign in any more, by whichever protocol; visits keep its id. It stands in the audit log.',
    input: Strict({ id: Id }),
    result: Nothing,
    versioned: true,
    errors: {
      DEVICE_NOT_FOUND: 'No recognizer has this id, or it was removed.',
    },
  },
  testDevice: {
    http: 'POST /admin/api/devices/{id}/test',
    resource: 'device',
    audits: null,
    access: 'admin',
    summary: 'Send a test read of plate 00가0000: shown as a test, counted nowhere',
    description: `The read goes the whole way that the recognizer's own take, so that live screens show it if all is
      well. It is no visit, uses no product, and is in no statistic.`,
    input: Strict({ id: Id }),
    result: Nothing,
    errors: {
      DEVICE_NOT_FOUND: 'No recognizer has this id, or it was removed.',
    },
  },
} as const satisfies Record<string, Spec>
