import type { BusStreams } from '@kingcar/bus'
import { eventSubject } from '@kingcar/contract'
import type { Logger } from '@kingcar/runtime'

/** Reports that an API key was used. @param at Unix milliseconds */
export type ReportApiKeyUse = (keyId: string, at: number) => void

/** Uses of a key within this time are reported once (milliseconds). */
const interval = 10 * 60_000

/** Publishes uses of API keys, without delaying the call. A failed publication is repeated with the next use. */
export function createApiKeyUseReporter(bus: Pick<BusStreams, 'publish'>, log: Logger): ReportApiKeyUse {
  /** Time of the last report of each key. It grows only with the number of keys used since the start. */
  const reported = new Map<string, number>()
  return (keyId, at) => {
    if (at - (reported.get(keyId) ?? 0) < interval) return
    reported.set(keyId, at)
    const payload = { keyId, usedAt: new Date(at).toISOString() }
    const id = `${keyId}:${Math.floor(at / interval)}`
    bus.publish([{ id, subject: eventSubject('gateway.apiKeyUsed'), payload }]).catch((err: unknown) => {
      reported.delete(keyId)
      log.warn({ err }, 'API key use publish failed')
    })
  }
}
