/** The durable consumer of this service's projections, and its name in the inbox. */
export const durable = 'recognition-events'
export const consumed = ['member.plateOwnerChanged', 'catalog.storeChanged'] as const
