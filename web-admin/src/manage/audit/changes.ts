/** One field of an entry, as it was and as it is; undefined on a side that says nothing of it. */
export type Change = { field: string; before: unknown; after: unknown }

const isFields = (value: unknown): value is Record<string, unknown> =>
  typeof value === 'object' && value !== null && !Array.isArray(value)

/**
 * What an entry says of each field. Where a page of the log grew too large a side is the beginning of its JSON text, which
 * has no fields to tell: that is told by `isCut`.
 */
export function changesOf(before: unknown, after: unknown): Change[] {
  const [was, is] = [isFields(before) ? before : {}, isFields(after) ? after : {}]
  const names = [...new Set([...Object.keys(was), ...Object.keys(is)])]
  return names.map((field) => ({ field, before: was[field], after: is[field] }))
}

/** Whether a side of an entry is no more than the beginning of its text. */
export const isCut = (side: unknown): side is string => typeof side === 'string'
