import type { PastVisit } from './past-visits.ts'

export const changeKinds = [
  'appearing',
  'disappearing',
  'joining',
  'splitting',
  'becomingDoubtful',
  'becomingCertain',
] as const
export type ChangeKind = (typeof changeKinds)[number]

/** A difference between the current and the rehearsed visits of one plate. */
export type Change = { kind: ChangeKind; at: number; current: PastVisit[]; rehearsed: PastVisit[] }

/**
 * Compares the visits of one plate at one store. A current and a rehearsed visit are the same if their times overlap. A
 * visit that overlaps none of the other side appears or disappears; a visit that overlaps several joins or splits them.
 * @param current in order, without overlaps; `rehearsed` too
 */
export function compareVisits(current: readonly PastVisit[], rehearsed: readonly PastVisit[]): Change[] {
  const sources = overlapping(rehearsed, current)
  const results = overlapping(current, rehearsed)
  const changes: Change[] = []
  for (const [visit, others] of sources) {
    if (others.length === 0) changes.push(changeOf('appearing', [], [visit]))
    if (others.length > 1) changes.push(changeOf('joining', others, [visit]))
  }
  for (const [visit, others] of results) {
    const [other] = others
    if (!other) changes.push(changeOf('disappearing', [visit], []))
    else if (others.length > 1) changes.push(changeOf('splitting', [visit], others))
    else if (sources.get(other)?.length === 1 && isDoubtfulVisit(visit) !== isDoubtfulVisit(other))
      changes.push(changeOf(isDoubtfulVisit(other) ? 'becomingDoubtful' : 'becomingCertain', [visit], [other]))
  }
  return changes
}

/** The visits of the other side that overlap each visit; takes linear time. */
function overlapping(visits: readonly PastVisit[], others: readonly PastVisit[]): Map<PastVisit, PastVisit[]> {
  let first = 0
  return new Map(
    visits.map((visit) => {
      while ((others[first]?.lastReadAt ?? Infinity) < visit.firstReadAt) first += 1
      let end = first
      while ((others[end]?.firstReadAt ?? Infinity) <= visit.lastReadAt) end += 1
      return [visit, others.slice(first, end)]
    }),
  )
}

export const isDoubtfulVisit = ({ doubtfulReads, reads }: Pick<PastVisit, 'doubtfulReads' | 'reads'>): boolean =>
  doubtfulReads === reads

const changeOf = (kind: ChangeKind, current: PastVisit[], rehearsed: PastVisit[]): Change => ({
  kind,
  at: Math.min(...[...current, ...rehearsed].map(({ firstReadAt }) => firstReadAt)),
  current,
  rehearsed,
})
