import type { EventOf, RecordedVisit, WebhookData, WebhookEventType } from '@kingcar/contract'

/** An event for partners. */
export type WebhookFact<T extends WebhookEventType = WebhookEventType> = {
  type: T
  /** Events with the same key are sent in their order. */
  key: string
  /**
   * Together with type and key it identifies the event: equal for each report of the same event, and different for
   * others.
   */
  distinction: string | number
  /** When it happened; null if the message does not contain the time. */
  at: string | null
  data: WebhookData<T>
  /** The member whom the data describes; absent if the data has no member. */
  memberId?: string | null
  /** The event is not sent after this time. */
  expiresAt?: string | null
}

/**
 * Days for which events are stored: in this time they can be replayed, and repeated reports of the same event are
 * ignored.
 */
export const keptDays = 30

/**
 * The events that a message of the stream VISITS reports. A test of a device is not a visit. Each message of a visit
 * reports that the visit began, because the message of its first revision may not exist.
 * @param isRecent whether an earlier report of the beginning would still be stored: otherwise the event could be sent a
 * second time
 */
export function factsOfVisit(visit: RecordedVisit, isRecent: boolean): WebhookFact[] {
  if (visit.test) return []
  const { id: visitId, name: _name, productUsed: _use, corrected: _corrected, test: _test, ...fields } = visit
  const data = { ...fields, visitId, doubtful: visit.doubtful === true }
  const { revision, recognizedAt, carNumber } = visit
  const fact = { key: visitId, at: null, data }
  return [
    ...(isRecent ? [{ ...fact, type: 'visit.created' as const, distinction: '', at: recognizedAt }] : []),
    ...(revision > 1 ? [{ ...fact, type: 'visit.changed' as const, distinction: revision }] : []),
    ...(data.doubtful ? [{ ...fact, type: 'read.doubtful' as const, distinction: carNumber }] : []),
  ]
}

export const factsOfMember = ({ memberId, version }: EventOf<'member.changed'>): WebhookFact[] =>
  version === 1 ? [{ type: 'member.joined', key: memberId, distinction: '', at: null, data: { memberId } }] : []

export const factsOfLeave = ({ memberId, leftAt }: EventOf<'member.left'>): WebhookFact[] => [
  { type: 'member.left', key: memberId, distinction: '', at: leftAt, data: { memberId } },
]

export function factsOfOrder({ memberId, order, version, happened }: EventOf<'orders.orderChanged'>): WebhookFact[] {
  const {
    id: orderId,
    productId,
    productName,
    amount,
    refundedAmount,
    state,
    paidAt,
    refundedAt,
    userProductId,
  } = order
  const record = { orderId, memberId, productId, productName, amount, refundedAmount, state, paidAt, refundedAt }
  const data = { ...record, userProductId, revision: version }
  const timeOf = { paid: paidAt, refunded: refundedAt }
  return (happened ?? []).map((each) => ({
    ...{ type: `order.${each}` as const, key: orderId, distinction: version, at: timeOf[each], data },
  }))
}

export function factsOfUserProduct(event: EventOf<'orders.userProductChanged'>): WebhookFact[] {
  const { memberId, userProduct, version, changedAt = null, happened } = event
  const { id: userProductId, productId, productName, state, endsAt, nextBillingAt, dunning } = userProduct
  const reason = dunning?.reason ?? null
  const data = {
    userProductId,
    memberId,
    productId,
    productName,
    state,
    endsAt,
    nextBillingAt,
    reason,
    revision: version,
  }
  return (happened ?? []).map((each) => ({
    ...{ type: `subscription.${each}` as const, key: userProductId, distinction: version, at: changedAt, data },
  }))
}

/** A departure that changes later is another event, even if it changes back to an earlier value. */
export const factsOfEndedVisits = ({ visits }: EventOf<'recognition.visitsEnded'>): WebhookFact[] =>
  visits.map((data) => ({
    type: 'visit.ended',
    ...{ key: data.visitId, distinction: data.changedAt, at: data.leftAt, data },
  }))

export const factsOfDeviceStates = ({ devices }: EventOf<'recognition.deviceStatesChanged'>): WebhookFact[] =>
  devices.map((data) => ({
    type: data.online ? 'device.online' : 'device.offline',
    ...{ key: data.deviceId, distinction: data.version, at: data.changedAt, data },
  }))

/**
 * The key is that of the decision, not of the visit, so that a decision does not wait until the beginning of the visit
 * is delivered.
 */
export const factsOfGates = ({ decisions }: EventOf<'recognition.gatesDecided'>): WebhookFact[] =>
  decisions.map(({ memberId, decidedAt, ...data }) => ({
    type: 'gate.decision',
    ...{ key: `${data.visitId} ${data.deviceId}`, distinction: data.version, at: decidedAt },
    ...{ data, memberId, expiresAt: data.expiresAt },
  }))

export const factsOfUses = ({ uses }: EventOf<'orders.usesChanged'>): WebhookFact[] =>
  uses.map(({ remainingUses: _ofMembers, ...data }) => ({
    type: data.reversedAt === null ? 'product.used' : 'product.useReversed',
    ...{ key: data.useLogId, distinction: '', at: data.reversedAt ?? data.usedAt, data },
  }))

const shortestDelay = 5
const longestDelay = 8 * 3_600

/** Seconds until the next try of a delivery after this many: 5, 15, 45 … at most 8 hours. */
export const deliveryDelay = (attempts: number): number =>
  Math.min(longestDelay, shortestDelay * 3 ** Math.min(attempts - 1, 20))

/** Number of tries of a delivery: as many as fit into three days. */
export const mostAttempts = 18

/** Seconds for which an endpoint gets no request after this many consecutive failures: 1, 2, 4 … at most 5 minutes. */
export const endpointPause = (failures: number): number => Math.min(300, 2 ** Math.min(failures - 1, 20))
