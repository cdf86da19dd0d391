import { dunningReasonLabels, type EventOf, type MessageKind } from '@kingcar/contract'
import type { MessageData } from './templates.ts'

/** An event of which a member is notified. */
export type MessageFact<K extends MessageKind = MessageKind> = {
  kind: K
  memberId: string
  /**
   * Together with the kind it identifies the event: equal for each report of the same event, and different for others.
   */
  distinction: string
  happenedAt: string
  data: MessageData[K]
  /** The product of the event, with its version at that time: a later version may make the message outdated. */
  userProduct?: { id: string; version: number }
  /**
   * Whether the event is no longer true, such as a use that was reversed: a message that is still waiting is not sent.
   */
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
    // The distinction is the same again after a renewal was stopped and resumed, so the period is not announced twice.
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

/** The URL of a receipt as a link; a URL of another scheme is not one. */
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

/**
 * The events of a product. If the bank was unavailable for a renewal, the charge is retried within an hour and the
 * product stays usable: that is not reported as a failure.
 */
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
