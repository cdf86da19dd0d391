type Terms = { id: string; required: boolean }

/** The required terms in force without an agreement. Every version needs an agreement of its own. */
export function missingTerms<T extends Terms>(inForce: readonly T[], agreedIds: Iterable<string>): T[] {
  const agreed = new Set(agreedIds)
  return inForce.filter(({ id, required }) => required && !agreed.has(id))
}
