import { hasTakenEffect, inForce, type TermsSummary, type TermsType, termsTypes } from '@kingcar/contract'

export type TermsState = 'scheduled' | 'inForce' | 'past'

/** The versions of one type, highest first. */
export type Edition = { type: TermsType; versions: (TermsSummary & { state: TermsState })[] }

type Dated = { id: string; version: number; effectiveAt: Date }
const dated = ({ id, version, effectiveAt }: TermsSummary): Dated => ({
  id,
  version,
  effectiveAt: new Date(effectiveAt),
})

/** The versions of every type with their state at `now`, in epoch milliseconds. */
export function editionsOf(all: readonly TermsSummary[], now: number): Edition[] {
  return termsTypes.map((type) => {
    const versions = all.filter((each) => each.type === type).toSorted((a, b) => b.version - a.version)
    const current = inForce(versions.map(dated), new Date(now))
    return { type, versions: versions.map((each) => ({ ...each, state: stateOf(each, current?.id, now) })) }
  })
}

function stateOf(terms: TermsSummary, current: string | undefined, now: number): TermsState {
  if (!hasTakenEffect(dated(terms), new Date(now))) return 'scheduled'
  return terms.id === current ? 'inForce' : 'past'
}
