/**
 * A failed claim about a response, and what is wrong. `mayBeLoad`: a busy machine could be the cause, so it counts only
 * if the same request shows it again, alone.
 */
export type Finding = { claim: string; detail: string; mayBeLoad?: true }

/** The code of an error response. */
export const codeOf = (value: unknown): string | undefined => {
  const { error } = (value ?? {}) as { error?: { code?: unknown } | null }
  return typeof error?.code === 'string' ? error.code : undefined
}
