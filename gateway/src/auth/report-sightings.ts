import { randomUUID } from 'node:crypto'
import { type BusSignals, deviceSightingsSubject } from '@kingcar/bus'
import type { DeviceSightings } from '@kingcar/contract'
import type { Logger } from '@kingcar/runtime'

/** Notes that a device has sent a message now, and why it was refused, if it was. */
export type NoteSighting = (deviceId: string, refusal?: string) => void

export type SightingReporter = AsyncDisposable & { note: NoteSighting }

type Sighting = DeviceSightings['devices'][number]

/** Delay from the first sighting to the report: all sightings of a busy device in this time are reported as one. */
const everyMilliseconds = 2_000
/** Devices of one report: about 100 kB. */
const maxDevices = 500

/**
 * Reports to the recognition service which devices have called this gateway. A read in READS is a sign of life too, but
 * a vendor's heartbeat, an ignored event and a refused event leave none there. A report is repeated under its id until
 * the service has stored it, so that a restart of the service loses none; sightings in the meantime are merged into one
 * for each device. A gateway that is killed loses its unreported sightings.
 */
export function openSightingReporter(bus: Pick<BusSignals, 'request'>, log: Logger): SightingReporter {
  const noted = new Map<string, Sighting>()
  let report: DeviceSightings | undefined
  let sending: Promise<void> = Promise.resolve()

  async function send(): Promise<void> {
    while (report || noted.size > 0) {
      report ??= { id: randomUUID(), devices: take() }
      const outcome = await bus.request(deviceSightingsSubject, report)
      if (outcome !== 'delivered') {
        log.debug({ outcome, devices: report.devices.length }, 'device sightings not delivered, retrying')
        return
      }
      report = undefined
    }
  }

  function take(): Sighting[] {
    const devices = [...noted.values()].slice(0, maxDevices)
    for (const { deviceId } of devices) noted.delete(deviceId)
    return devices
  }

  const flush = () => {
    sending = sending.then(send)
    return sending
  }
  let timer: NodeJS.Timeout | undefined
  const flushLater = () => {
    timer ??= setTimeout(async () => {
      await flush()
      timer = undefined
      if (report || noted.size > 0) flushLater() // not delivered
    }, everyMilliseconds).unref()
  }

  return {
    note(deviceId, reason) {
      const at = new Date().toISOString()
      const { refused = 0, refusal } = noted.get(deviceId) ?? {}
      const latest = reason === undefined ? refusal : { reason, at }
      noted.set(deviceId, {
        deviceId,
        seenAt: at,
        refused: refused + (reason === undefined ? 0 : 1),
        ...(latest && { refusal: latest }),
      })
      flushLater()
    },
    async [Symbol.asyncDispose]() {
      clearTimeout(timer)
      await flush()
    },
  }
}
