import type { Logger } from '@kingcar/runtime'
import type { Metrics } from '../metrics.ts'

/**
 * Used share of READS from which on an error is logged: reads are not being consumed, and the stream is full within
 * hours.
 */
const alertRatio = 0.7

/** Returns a callback for the fill ratio of READS that sets the gauge, and logs when the ratio crosses the limit. */
export function createReadsCapacityAlert(
  metrics: Pick<Metrics, 'readsFillRatio'>,
  log: Logger,
): (share: number) => void {
  let alerted = false
  return (share) => {
    metrics.readsFillRatio.set(share)
    if (share >= alertRatio === alerted) return
    alerted = !alerted
    if (alerted) log.error({ share }, 'READS nearly full, devices are rejected from 0.95 on')
    else log.info({ share }, 'READS below its alert level again')
  }
}
