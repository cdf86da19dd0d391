import { quantile } from '@kingcar/testing/statistics'

/** Whole milliseconds that this part of them did not exceed; infinite where there are none, so that no claim of speed holds. */
export const latencyAt = (latencies: readonly number[], part: number): number =>
  latencies.length === 0 ? Number.POSITIVE_INFINITY : Math.ceil(quantile(latencies, part))
