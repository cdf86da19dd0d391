import { Counter, type Registry } from 'prom-client'

export type Metrics = ReturnType<typeof createMetrics>

/** Figures of what moves money. */
export const createMetrics = (register: Registry) => ({
  webhooks: new Counter({
    name: 'kingcar_orders_webhooks_total',
    help: "The payment provider's notices: stored, known (a copy), tooMany of one order, notOurs",
    labelNames: ['outcome'],
    registers: [register],
  }),
  intents: new Counter({
    name: 'kingcar_orders_intents_total',
    help: 'Charges and cancellations by how they ended: done, refused, lost, or open (the outcome is not known yet)',
    labelNames: ['kind', 'state'],
    registers: [register],
  }),
})
