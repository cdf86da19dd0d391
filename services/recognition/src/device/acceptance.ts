import type { Ctx } from '../context.ts'
import { type JudgedRead, type Read, rejectionOf } from '../read/read.ts'

/** Judges a read by the current settings, also those of its device. */
export function judge({ devices, settings }: Pick<Ctx, 'devices' | 'settings'>, read: Read): JudgedRead {
  const device = devices.find(read.deviceId)
  const rejected = rejectionOf(read, {
    minimumConfidence: device?.minimumConfidence ?? settings.get('recognition.minimumConfidence'),
    role: device?.role ?? 'both',
  })
  const seconds = device?.revisitSeconds ?? null
  return { read: seconds === null ? read : { ...read, ownWindowMs: seconds * 1000 }, rejected }
}

/** Whether the time of a device's reads is the time of their arrival. */
export const isTimedByArrival =
  ({ devices }: Pick<Ctx, 'devices'>) =>
  (deviceId: string): boolean =>
    devices.find(deviceId)?.timeSource === 'arrival'
