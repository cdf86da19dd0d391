/** Name of this service's durable event consumer, also in the inbox. */
export const durable = 'recognition-events'
export const consumedEvents = [
  'member.plateOwnerChanged',
  'member.left',
  'catalog.storeChanged',
  'recognition.visitsChanged',
  'orders.useDecided',
  'orders.visitUsed',
] as const
