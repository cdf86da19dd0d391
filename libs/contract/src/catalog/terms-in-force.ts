type Dated = { version: number; effectiveAt: Date }

/** Whether terms are in force at `now`, or were until a newer version of their type took effect. */
export const hasTakenEffect = ({ effectiveAt }: Pick<Dated, 'effectiveAt'>, now: Date) => effectiveAt <= now

/**
 * The version in force among the versions of one type that are not deleted: the one that took effect last; the
 * highest version if several took the same the same time; Undefined before the first takes effect.
 */
export function inForce<T extends Dated>(versions: readonly T[], now: Date): T | undefined {
  const effective = versions.filter((each) => hasTakenEffect(each, now))
  return effective.toSorted((a, b) => b.effectiveAt.getTime() - a.effectiveAt.getTime() || b.version - a.version)[0]
}
