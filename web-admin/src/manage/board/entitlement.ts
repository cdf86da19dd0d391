import { plateListLabels, type UseDecision, useDecisionLabels, type VisitRow } from '@kingcar/contract'
import type { Tone } from '../components/controls.tsx'
import { plateListTones } from '../components/state-badges.ts'
import { amount } from '../text/format.ts'
import { text as visitText } from '../visits/copy.ts'
import { text } from './copy.ts'

/** The entitlement of a car: one colour, one word, and for a use the remaining uses. */
export type Entitlement = { tone: Tone; word: string; rest: string | null }

const tones: Record<UseDecision, Tone> = {
  used: 'ok',
  ...{ noProduct: 'error', usedUp: 'error', periodOver: 'error' },
  ...{ notThisStore: 'warn', otherCar: 'warn', dayLimit: 'warn', paused: 'warn' },
  ...{ late: 'warn', doubtful: 'warn', usageOff: 'neutral', reversed: 'neutral' },
}

type Judged = Pick<VisitRow, 'listed' | 'doubtful' | 'late' | 'memberId' | 'productUsed' | 'useDecision'>

/** The entitlement of a visit. A blocked plate has precedence over everything else, a doubtful plate over products. */
export function entitlementOf({ listed, doubtful, late, memberId, productUsed, useDecision }: Judged): Entitlement {
  if (listed === 'blocked') return { tone: plateListTones.blocked, word: plateListLabels.blocked, rest: null }
  if (productUsed !== null) {
    const left = productUsed.remainingUses
    return { tone: 'ok', word: useDecisionLabels.used, rest: left === null ? null : visitText.remaining(amount(left)) }
  }
  const decision = doubtful ? 'doubtful' : useDecision
  if (listed !== null && decision !== 'doubtful')
    return { tone: plateListTones[listed], word: plateListLabels[listed], rest: null }
  if (decision !== null) return { tone: tones[decision], word: useDecisionLabels[decision], rest: null }
  if (memberId === null) return { tone: 'neutral', word: text.guest, rest: null }
  if (late) return { tone: tones.late, word: useDecisionLabels.late, rest: null }
  return { tone: 'neutral', word: text.deciding, rest: null }
}

/** Whether the use of a product is not decided yet. The event of a visit can come before the decision. */
export const isPending = (visit: Judged): boolean => entitlementOf(visit).word === text.deciding
