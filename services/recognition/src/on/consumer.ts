/** The durable consumer of this service's events, and its name in the inbox. */
export const durable = 'recognition-events'
export const consumedEvents = [
  'member.plateOwnerChanged',
  'member.left',
  'catalog.storeChanged',
  'recognition.visitsChanged',
  'orders.visitUsed',
] as const
