import { messageChannels } from '@kingcar/contract'
import type { Reader } from '@kingcar/db'
import { registerLazyGauges } from '@kingcar/runtime'
import { and, eq, inArray, sql } from 'drizzle-orm'
import { Counter, Gauge, type Registry } from 'prom-client'
import { messages, tasks, webhookDeliveries, webhookEndpoints } from './tables.ts'

export type Metrics = ReturnType<typeof createMetrics>

/**
 * Counters of SMS codes. A low share of right codes among the sent ones means SMS pumping, or a carrier that does not
 * deliver: alert on it.
 */
export const createMetrics = (register: Registry) => {
  const metrics = countersOf(register)
  for (const channel of messageChannels)
    for (const outcome of ['sent', 'failed']) metrics.messages.inc({ channel, outcome }, 0) // a rate needs a sample before the first event
  return metrics
}

const countersOf = (register: Registry) => ({
  codes: new Counter({
    name: 'kingcar_member_codes_total',
    help: 'SMS codes: asked (requested), refused (by a limit), sent (accepted by the provider), failed (one attempt failed)',
    labelNames: ['outcome'],
    registers: [register],
  }),
  messages: new Counter({
    name: 'kingcar_member_messages_total',
    help: 'Messages to members by channel: sent (accepted by the provider), failed (refused or given up), dropped (outdated or unwanted), retry (one attempt failed), postponed (until the morning)',
    labelNames: ['channel', 'outcome'],
    registers: [register],
  }),
  checks: new Counter({
    name: 'kingcar_member_code_checks_total',
    help: 'Codes that users entered, by outcome: right, or the error code of the response',
    labelNames: ['outcome'],
    registers: [register],
  }),
})

const gauges = {
  tasks: {
    name: 'kingcar_member_tasks',
    help: 'Tasks in the queue: codes that have to be sent, grants that have to be revoked',
  },
  taskAge: {
    name: 'kingcar_member_oldest_task_seconds',
    help: 'Seconds since the oldest due task became due; 0 if none is due',
  },
  messagesWaiting: { name: 'kingcar_member_messages_waiting', help: 'Messages to members that wait' },
  messageAge: {
    name: 'kingcar_member_oldest_message_seconds',
    help: 'Seconds since the oldest event of which members have not been notified yet; 0 if there is none',
  },
  webhooksWaiting: { name: 'kingcar_member_webhooks_waiting', help: 'Webhook deliveries that are not finished' },
  webhooksDisabled: {
    name: 'kingcar_member_webhooks_disabled',
    help: 'Endpoints of partners that were disabled after three days of failures',
  },
}

/** Exposes the length of the task queue, the state of webhooks, and the number of codes that may be sent in an hour. */
export function registerGauges(register: Registry, read: Reader, hourlyBudget: number): void {
  new Gauge({
    name: 'kingcar_member_codes_hourly_budget',
    help: 'Limit of SMS codes in an hour, for all numbers together',
    registers: [register],
  }).set(hourlyBudget)
  registerLazyGauges(register, gauges, async () => {
    const [row] = await read
      .select({
        tasks: sql<number>`count(*)::int`,
        taskAge: sql<number>`greatest(0, coalesce(extract(epoch from now() - min(${tasks.runAt})), 0))::float8`,
      })
      .from(tasks)
    const ofEndpoint = inArray(
      webhookDeliveries.endpointId,
      read.select({ id: webhookEndpoints.id }).from(webhookEndpoints),
    )
    const isWaiting = and(eq(webhookDeliveries.state, 'waiting'), ofEndpoint) // deliveries of deleted endpoints are not sent, only deleted
    const webhooksWaiting = await read.$count(webhookDeliveries, isWaiting)
    const webhooksDisabled = await read.$count(webhookEndpoints, eq(webhookEndpoints.disabledReason, 'failing'))
    const [waiting] = await read
      .select({
        count: sql<number>`count(*)::int`,
        age: sql<number>`coalesce(extract(epoch from now() - min(${messages.createdAt})), 0)::float8`,
      })
      .from(messages)
      .where(eq(messages.state, 'waiting'))
    const { count: messagesWaiting = 0, age: messageAge = 0 } = waiting ?? {}
    return {
      messagesWaiting,
      messageAge,
      tasks: row?.tasks ?? 0,
      taskAge: row?.taskAge ?? 0,
      webhooksWaiting,
      webhooksDisabled,
    }
  })
}
