import { dunningReasonLabels, type EventOf, type MessageKind } from '@kingcar/contract'
import type { MessageData } from './templates.ts'

/** Something that a member is notified of. */
export type MessageFact<K extends MessageKind = MessageKind> = {
  kind: K
  memberId: string
  /** With the kind: the same for each report of this fact, and for no other one. */
  distinction: string
  happenedAt: string
  data: MessageData[K]
  /** The product that the fact is about, and its version then: later ones may have made the fact untrue. */
  userProduct?: { id: string; version: number }
  /** Whether it is not true any more, such as a use that was reversed: it is not sent if it was not sent yet. */
  withdrawn?: true
}

const fact = <K extends MessageKind>(of: MessageFact<K>): MessageFact => of as MessageFact

export const factsOfUses = ({ uses }: EventOf<'orders.usesChanged'>): MessageFact[] =>
  uses.map(({ useLogId, memberId, productName, usedAt, reversedAt, remainingUses = null }) => ({
    ...fact({
      kind: 'used',
      ...{ memberId, distinction: useLogId, happenedAt: usedAt },
      data: { productName, usedAt, remainingUses },
    }),
    ...(reversedAt !== null && { withdrawn: true }),
  }))

export const factsOfPeriods = ({ at, periods }: EventOf<'orders.periodsEndSoon'>): MessageFact[] =>
  periods.map(({ userProductId, memberId, productName, endsAt, renews, amount, raise, version }) => {
    // A renewal that was stopped and resumed is announced again as it was before.
    const of = { memberId, distinction: `${userProductId} ${endsAt} ${at}`, happenedAt: at }
    const userProduct = { id: userProductId, version }
    if (raise) return fact({ kind: 'priceConsent', ...of, userProduct, data: { productName, endsAt, ...raise } })
    return renews
      ? fact({ kind: 'renewalAhead', ...of, userProduct, data: { productName, endsAt, amount } })
      : fact({ kind: 'ending', ...of, userProduct, data: { productName, endsAt } })
  })

export const factsOfRaises = ({ at, raises }: EventOf<'orders.raisesAnnounced'>): MessageFact[] =>
  raises.map(({ priceChangeId, userProductId, memberId, version, ...raise }) => {
    const { productName, oldPrice, newPrice, startsAt, consentFrom } = raise
    return fact({
      kind: 'priceRaise',
      ...{ memberId, distinction: `${priceChangeId} ${userProductId}`, happenedAt: at },
      userProduct: { id: userProductId, version },
      data: { productName, oldPrice, newPrice, startsAt, consentFrom },
    })
  })

export const factsOfWithdrawnRaises = ({ at, raises }: EventOf<'orders.raisesWithdrawn'>): MessageFact[] =>
  raises.map(({ priceChangeId, userProductId, memberId, productName, price }) =>
    fact({
      kind: 'priceWithdrawn',
      ...{ memberId, distinction: `${priceChangeId} ${userProductId}`, happenedAt: at },
      data: { productName, price },
    }),
  )

/** A receipt of another scheme is no link. */
const linkOf = (url: string | null | undefined) => (url && /^https?:\/\/\S{1,280}$/.test(url) ? url : null)

export function factsOfOrder(event: EventOf<'orders.orderChanged'>): MessageFact[] {
  const { memberId, order, version, happened = [], receiptUrl, refundedNow } = event
  const { id, productName, amount, discount = 0, state, paidAt, refundedAt, refundedAmount } = order
  const facts: MessageFact[] = []
  const isKept = state === 'Paid' || state === 'Completed'
  if (happened.includes('paid') && paidAt !== null && isKept && amount > 0)
    facts.push(
      fact({
        kind: 'charged',
        ...{ memberId, distinction: `${id} ${version}`, happenedAt: paidAt },
        data: { productName, amount, ...(discount > 0 && { discount }), receiptUrl: linkOf(receiptUrl) },
      }),
    )
  if (happened.includes('refunded') && refundedAt !== null)
    facts.push(
      fact({
        kind: 'refunded',
        ...{ memberId, distinction: `${id} ${version}`, happenedAt: refundedAt },
        data: { productName, amount: refundedNow || refundedAmount },
      }),
    )
  return facts
}

/** A renewal that the bank could not decide is charged again within an hour, and the product is usable: that is no failure yet. */
export function factsOfUserProduct(event: EventOf<'orders.userProductChanged'>): MessageFact[] {
  const { memberId, userProduct, version, changedAt, happened = [] } = event
  const { id, productName, state, dunning, price } = userProduct
  if (!happened.includes('paymentFailed') || changedAt === undefined) return []
  if (dunning?.reason === 'bankUnavailable' && state === 'Available') return []
  const failed = {
    amount: dunning?.amount ?? price ?? 0,
    reason: dunning ? dunningReasonLabels[dunning.reason] : '카드를 확인해 주세요',
    nextTryAt: dunning?.nextTryAt ?? null,
  }
  return [
    fact({
      kind: 'paymentFailed',
      ...{ memberId, distinction: `${id} ${version}`, happenedAt: changedAt },
      userProduct: { id, version },
      data: { productName, ...failed },
    }),
  ]
}
