/** The durable consumer of this service's events. */
export const durable = 'orders-events'
export const consumedEvents = [
  'member.changed',
  'member.carChanged',
  'member.left',
  'catalog.productChanged',
  'catalog.storeChanged',
] as const
