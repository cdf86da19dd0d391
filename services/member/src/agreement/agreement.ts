/** What is asked of a member who uses the product: terms in force, of which the required ones need an agreement. */
type InForce = { id: string; required: boolean }

/** The required terms in force that were not agreed to, of which a new version is one. */
export function missingTerms<T extends InForce>(inForce: readonly T[], agreedIds: Iterable<string>): T[] {
  const agreed = new Set(agreedIds)
  return inForce.filter(({ id, required }) => required && !agreed.has(id))
}
