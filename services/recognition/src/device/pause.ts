import { deviceSubject } from '@kingcar/bus'
import type { DeviceCredential } from '@kingcar/contract'
import type { Ctx } from '../context.ts'
import { pause } from './rates.ts'

/**
 * Keeps a device out for a while: its connections end, and it is not let in until then. What it sent counts; what it has
 * not sent yet it keeps, as it does while the network is away.
 */
export async function pauseDevice(
  { bus, devices, presence, log }: Pick<Ctx, 'bus' | 'devices' | 'presence' | 'log'>,
  deviceId: string,
): Promise<void> {
  const device = devices.find(deviceId)
  if (!device) return
  log.warn({ deviceId }, 'a device sends too much and is kept out for a while')
  presence.note(deviceId, { seenAt: Date.now(), error: 'rate' })
  const until = Date.now() + pause
  const paused: DeviceCredential = { ...device, pausedUntil: new Date(until).toISOString() }
  const message = { subject: deviceSubject(deviceId), id: `${deviceId}:${device.version}:${until}` }
  await bus.append([{ ...message, data: JSON.stringify(paused) }])
}
