import type { Logger } from '@kingcar/runtime'
import type { Metrics } from '../metrics.ts'

/** Share of what READS may hold from which on operators are told: reads are not worked off, and what is left is hours. */
const alertRatio = 0.7

/** Makes the function that hears how full READS is, and tells operators when that passes the alarm in either direction. */
export function createReadsCapacityAlert(
  metrics: Pick<Metrics, 'readsFillRatio'>,
  log: Logger,
): (share: number) => void {
  let alarmed = false
  return (share) => {
    metrics.readsFillRatio.set(share)
    if (share >= alertRatio === alarmed) return
    alarmed = !alarmed
    if (alarmed) log.error({ share }, 'READS fills up: at 0.95 no device is let in')
    else log.info({ share }, 'READS has room again')
  }
}
