import type { Reader } from '@kingcar/db'
import { registerLazyGauges } from '@kingcar/runtime'
import { sql } from 'drizzle-orm'
import { Counter, Gauge, type Registry } from 'prom-client'
import { tasks } from './tables.ts'

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

const waiting = {
  tasks: { name: 'kingcar_member_tasks', help: 'Work at providers that waits: codes to send, grants to end' },
  taskAge: {
    name: 'kingcar_member_oldest_task_seconds',
    help: 'How long the longest overdue of it has been due; 0 where none is',
  },
}

/** Exposes what waits, and how many codes an hour may be sent. */
export function exposeWaiting(register: Registry, read: Reader, hourlyBudget: number): void {
  new Gauge({
    name: 'kingcar_member_codes_hourly_budget',
    help: 'Codes by SMS that may be sent in an hour in all',
    registers: [register],
  }).set(hourlyBudget)
  registerLazyGauges(register, waiting, async () => {
    const [row] = await read
      .select({
        tasks: sql<number>`count(*)::int`,
        taskAge: sql<number>`greatest(0, coalesce(extract(epoch from now() - min(${tasks.runAt})), 0))::float8`,
      })
      .from(tasks)
    return { tasks: row?.tasks ?? 0, taskAge: row?.taskAge ?? 0 }
  })
}
