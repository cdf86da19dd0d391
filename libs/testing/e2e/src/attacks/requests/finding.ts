/**
 * What does not hold of an answer: which claim, and what is wrong. What may come of a busy machine is one only where the
 * same request shows it again, alone.
 */
export type Finding = { claim: string; detail: string; mayBeLoad?: true }

/** The code of a refusal. */
export const codeOf = (value: unknown): string | undefined => {
  const { error } = (value ?? {}) as { error?: { code?: unknown } | null }
  return typeof error?.code === 'string' ? error.code : undefined
}
