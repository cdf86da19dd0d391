import type { Static } from 'typebox'
import * as Type from 'typebox'
import { Id, Instant, Nothing, Nullable, Strict, type Typed } from '../common.ts'
import type { Spec } from '../operation.ts'
import { Page, pageable } from '../paging.ts'

const DeviceName = Type.String({ minLength: 1, maxLength: 50 })

/** A recognizer of a store. */
export const Device = Type.Object({
  id: Id,
  storeId: Id,
  name: Type.String(),
  online: Type.Boolean(),
  lastSeenAt: Nullable(Instant),
  clockSkewMs: Nullable(Type.Integer({ description: "How far the camera's clock is ahead of the server's" })),
  readsToday: Type.Integer(),
  lastError: Nullable(Type.String()),
})
export type Device = Static<typeof Device>

/** A device with its secret, which is shown this once; a repetition by `Idempotency-Key` comes without it. */
export const DeviceWithSecret = Type.Object({
  id: Id,
  storeId: Id,
  name: Type.String(),
  secret: Type.Optional(Type.String({ description: '32 random bytes' })),
})
export type DeviceWithSecret = Static<typeof DeviceWithSecret>

/**
 * What lets a device in, as the stream DEVICES keeps it. `version` grows with every new secret and with the removal, after
 * which there is no secret.
 */
export const DeviceCredential = Type.Object({
  deviceId: Id,
  storeId: Id,
  secretHash: Nullable(Type.String({ pattern: '^[0-9a-f]{64}$', description: 'SHA-256 of the secret, hex' })),
  version: Type.Integer({ minimum: 1 }),
  /** It sent too much and is kept out until then. */
  pausedUntil: Type.Optional(Instant),
})
export type DeviceCredential = Typed<typeof DeviceCredential>

export const deviceOperations = {
  createDevice: {
    http: 'POST /admin/api/devices',
    access: 'admin',
    summary: 'Register a recognizer; its secret is shown this once',
    input: Strict({ storeId: Id, name: DeviceName }),
    result: DeviceWithSecret,
    status: 201,
    idempotent: true,
    errors: ['STORE_NOT_FOUND'],
  },
  listDevices: {
    http: 'GET /admin/api/devices',
    access: 'admin',
    summary: 'List recognizers with their condition',
    input: Strict({ ...pageable('name', 'lastSeenAt') }),
    result: Page(Device),
  },
  rotateDeviceSecret: {
    http: 'POST /admin/api/devices/{id}/rotate',
    access: 'admin',
    summary: 'Give a recognizer a new secret; the old one and its connections end at once',
    input: Strict({ id: Id }),
    result: DeviceWithSecret,
    errors: ['DEVICE_NOT_FOUND'],
  },
  deleteDevice: {
    http: 'DELETE /admin/api/devices/{id}',
    access: 'admin',
    summary: 'Remove a recognizer; its connections end at once, its reads stay',
    input: Strict({ id: Id }),
    result: Nothing,
    versioned: true,
    errors: ['DEVICE_NOT_FOUND'],
  },
  testDevice: {
    http: 'POST /admin/api/devices/{id}/test',
    access: 'admin',
    summary: 'Send a test read of plate 00가0000: shown as a test, counted nowhere',
    input: Strict({ id: Id }),
    result: Nothing,
    errors: ['DEVICE_NOT_FOUND'],
  },
} as const satisfies Record<string, Spec>
