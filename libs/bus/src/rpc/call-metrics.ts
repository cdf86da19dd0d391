import { Histogram, type Registry } from 'prom-client'

export type CallMetrics = {
  /** `outcome` is `OK` or the error code. */
  observe(operation: string, outcome: string, ms: number): void
}

/** Duration of operations, by name and outcome. */
export function createCallMetrics(registry: Registry): CallMetrics {
  const histogram = new Histogram({
    name: 'kingcar_operation_duration_seconds',
    help: 'Duration of an operation in the service, from the request to its reply',
    labelNames: ['operation', 'outcome'],
    buckets: [0.001, 0.0025, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5],
    registers: [registry],
  })
  return { observe: (operation, outcome, ms) => histogram.observe({ operation, outcome }, ms / 1_000) }
}
