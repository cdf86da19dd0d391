import { Counter, type Registry } from 'prom-client'

export type Metrics = ReturnType<typeof createMetrics>

/**
 * Figures of codes by SMS. Many that are sent and few that come back right are the mark of somebody who earns by our
 * messages, or of a carrier that does not deliver: the share of right ones of those sent is worth an alarm.
 */
export const createMetrics = (register: Registry) => ({
  codes: new Counter({
    name: 'kingcar_member_codes_total',
    help: 'Codes by SMS: asked for, refused by a limit, sent (the provider took it), failed (one try did)',
    labelNames: ['outcome'],
    registers: [register],
  }),
  checks: new Counter({
    name: 'kingcar_member_code_checks_total',
    help: 'Codes that were typed: right, or by the error that they were answered',
    labelNames: ['outcome'],
    registers: [register],
  }),
})
