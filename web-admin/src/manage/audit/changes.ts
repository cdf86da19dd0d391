/** One field of an entry, before and after; undefined on a side that does not have the field. */
export type Change = { field: string; before: unknown; after: unknown }

const isFields = (value: unknown): value is Record<string, unknown> =>
  typeof value === 'object' && value !== null && !Array.isArray(value)

/**
 * The changed fields of an entry. When a page of the log would be too large, the server truncates a side to the beginning of
 * its JSON text, which has no fields (`isCut`).
 */
export function changesOf(before: unknown, after: unknown): Change[] {
  const [was, is] = [isFields(before) ? before : {}, isFields(after) ? after : {}]
  const names = [...new Set([...Object.keys(was), ...Object.keys(is)])]
  return names.map((field) => ({ field, before: was[field], after: is[field] }))
}

/** Whether a side of an entry was truncated to the beginning of its text. */
export const isCut = (side: unknown): side is string => typeof side === 'string'
