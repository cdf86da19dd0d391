import type { AttentionPart } from '@kingcar/contract'

/** What needs a person in this service. */
export const getAttention = (): Promise<AttentionPart> => Promise.resolve({ items: [] })
