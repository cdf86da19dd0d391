import { quantile } from '@kingcar/testing/statistics'

/** The quantile in whole milliseconds; infinite if there are none, so that a claim about speed fails. */
export const latencyAt = (latencies: readonly number[], part: number): number =>
  latencies.length === 0 ? Number.POSITIVE_INFINITY : Math.ceil(quantile(latencies, part))
