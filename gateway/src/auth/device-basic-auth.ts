import { type Caller, type Devices, isPaused } from '@kingcar/bus'
import { AppError, type DeviceCredential, isUuid, namesDevice, type Operation } from '@kingcar/contract'
import type { FastifyRequest, onRequestAsyncHookHandler } from 'fastify'

export type AuthenticatedDevice = NonNullable<Caller['device']> & {
  /** Arrival angle of the device's credential; credentials of earlier versions lack it. */
  arrivalAngle?: DeviceCredential['arrivalAngle'] | undefined
}

/** Cameras send their secret only after a 401 with exactly this challenge. */
export const deviceChallenge = 'Basic realm="kingcar"'

/**
 * Returns an onRequest hook that authenticates a device by HTTP Basic, before the body is read. It throws
 * UNAUTHENTICATED, RATE_LIMITED while the device is paused, or FORBIDDEN if the path names another device.
 */
export function authenticateDevice(op: Operation, devices: Pick<Devices, 'authenticate'>): onRequestAsyncHookHandler {
  const named = namesDevice(op)
  return async (request) => {
    const { id, secret } = credentialsOf(request)
    const device = isUuid(id) ? await devices.authenticate(id, secret) : undefined
    if (!device) throw new AppError('UNAUTHENTICATED')
    if (isPaused(device)) throw new AppError('RATE_LIMITED', { retryAfter: secondsUntil(device.pausedUntil) })
    const { storeId, arrivalAngle } = device
    request.device = { id, storeId, arrivalAngle }
    if (named && isDifferentDevice((request.params as { deviceId: string }).deviceId, id))
      throw new AppError('FORBIDDEN')
  }
}

const secondsUntil = (instant = '') => Math.ceil((Date.parse(instant) - Date.now()) / 1_000)

/** A device with a malformed id is rejected by the schema, not here. */
function isDifferentDevice(given: string, id: string): boolean {
  const named = given.toLowerCase()
  return isUuid(named) && named !== id
}

/** Parses `Basic base64(id:secret)` (RFC 7617); the id is empty if the header is missing or malformed. */
function credentialsOf({ headers }: FastifyRequest): { id: string; secret: string } {
  const encoded = /^Basic +([A-Za-z0-9+/]+=*) *$/i.exec(headers.authorization ?? '')?.[1] ?? ''
  const [, id = '', secret = ''] = /^([^:]*):(.*)$/.exec(Buffer.from(encoded, 'base64').toString()) ?? []
  return { id: id.toLowerCase(), secret }
}
