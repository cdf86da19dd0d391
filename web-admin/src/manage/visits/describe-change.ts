import type { VisitDetail } from '@kingcar/contract'
import { amount } from '../text/format.ts'
import { text } from './copy.ts'

type VisitState = Pick<VisitDetail, 'carNumber' | 'reads' | 'mergedInto'>

/** One sentence for each change of a visit since it was loaded; at least one. */
export function describeChange(before: VisitState, now: VisitState): string[] {
  const { plate, reads, merged, other } = text.correct.changed
  const sentences = [
    now.carNumber !== before.carNumber && plate(before.carNumber, now.carNumber),
    now.mergedInto !== before.mergedInto && merged,
    now.reads > before.reads && reads(amount(now.reads - before.reads)),
  ].filter((sentence) => sentence !== false)
  return sentences.length > 0 ? sentences : [other]
}
