/** The name of the durable consumer and the events that it consumes one by one. */
export const durable = 'orders-events'
export const consumedEvents = [
  'member.changed',
  'member.carChanged',
  'member.left',
  'catalog.productChanged',
  'catalog.storeChanged',
] as const
