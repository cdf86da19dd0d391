import type { Ctx } from '../context.ts'
import type { Acceptance } from '../read/read.ts'

/** What decides about the reads of a device now. */
export function acceptanceOf({ devices, settings }: Pick<Ctx, 'devices' | 'settings'>, deviceId: string): Acceptance {
  const device = devices.find(deviceId)
  return {
    minimumConfidence: device?.minimumConfidence ?? settings.get('recognition.minimumConfidence'),
    role: device?.role ?? 'both',
  }
}
