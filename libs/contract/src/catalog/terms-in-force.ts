type Dated = { version: number; effectiveAt: Date }

/** Whether terms have taken effect at `now`; true also if a newer version of their type has replaced them. */
export const hasTakenEffect = ({ effectiveAt }: Pick<Dated, 'effectiveAt'>, now: Date) => effectiveAt <= now

/**
 * The version in force, of the versions of one type that are not deleted: the one that took effect last; the highest
 * number, if several took effect at the same time; undefined before the first takes effect.
 */
export function inForce<T extends Dated>(versions: readonly T[], now: Date): T | undefined {
  const effective = versions.filter((each) => hasTakenEffect(each, now))
  return effective.toSorted((a, b) => b.effectiveAt.getTime() - a.effectiveAt.getTime() || b.version - a.version)[0]
}
