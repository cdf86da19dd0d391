// Generated from the contract by `npm run generate`: do not edit.
import type { Id, Instant, Won } from './schemas.ts'

/** The data of each event that partners receive. */
export type WebhookData = {
  /** A car has arrived. It is the first event of a visit, even if its `revision` is above 1 */
  'visit.created': {
    visitId: Id
    storeId: Id
    storeName: string
    deviceId: Id | null
    carNumber: string
    memberId: Id | null
    /** Visits of the plate at all stores; 0 for a test */
    visitCount: number
    recognizedAt: Instant
    latestReadAt: Instant
    receivedAt: Instant
    reads: number
    late: boolean
    mergedInto: Id | null
    /** A similar plate is more likely correct */
    doubtful: boolean
    /** Of two events the one with the larger value is newer */
    revision: number
  }
  /** A visit has a new `revision`: another plate, member, time or number of reads, or, with the same data, a use */
  'visit.changed': WebhookData['visit.created']
  /** A car has left, or was not seen for a day; at most 1,200 of these events are sent for a recognizer in an hour. If a late read changes when it left, the event is sent again with a later `changedAt` */
  'visit.ended': {
    visitId: Id
    storeId: Id
    carNumber: string
    memberId: Id | null
    recognizedAt: Instant
    latestReadAt: Instant
    leftAt: Instant | null
    dwellSeconds: number | null
    /** exit: a recognizer saw the car leave; timeout: none did within a day of the last read */
    endedBy: 'exit' | 'timeout'
    /** Time at which this became known; of two events the later one is right */
    changedAt: string
  }
  /** The plate of a visit is doubtful: a similar one is more likely correct */
  'read.doubtful': WebhookData['visit.created']
  /** The decision that the recognizer of a gate got: whether the gate opens for a car. The same decision about a car is sent once in five minutes, and at most 600 decisions of a recognizer in an hour. A decision is not sent after its `expiresAt`; of two decisions about a visit, that with the larger `version` is newer */
  'gate.decision': {
    storeId: Id
    deviceId: Id
    visitId: Id
    carNumber: string
    open: boolean
    /** Reason. `used`: the car has a usable product, also `usageOff` if `open` is true; `vip`,
      `staff`, `blocked`: the plate is on this list; `manual`: the mode of the store; `guest`: the plate
      belongs to no member; all others are the `useDecision` of the visit */
    reason:
      | 'blocked'
      | 'manual'
      | 'vip'
      | 'staff'
      | 'guest'
      | 'used'
      | 'noProduct'
      | 'notThisStore'
      | 'usedUp'
      | 'otherCar'
      | 'dayLimit'
      | 'paused'
      | 'late'
      | 'periodOver'
      | 'doubtful'
      | 'usageOff'
      | 'reversed'
    /** Masked name. Like `productName` and `remainingUses`, sent only to a recognizer with `gateShowsMember` */
    memberName?: string
    productName?: string
    remainingUses?: number | null
    version: number
    /** Ignore the message from this time on */
    expiresAt: string
  }
  /** A visit has used a product */
  'product.used': {
    useLogId: Id
    visitId: Id | null
    userProductId: Id
    productName: string
    memberId: Id
    storeId: Id
    carNumber: string
    usedAt: Instant
    reversedAt: Instant | null
  }
  /** A use was reversed */
  'product.useReversed': {
    useLogId: Id
    visitId: Id | null
    userProductId: Id
    productName: string
    memberId: Id
    storeId: Id
    carNumber: string
    usedAt: Instant
    reversedAt: Instant | null
  }
  /** An order was paid */
  'order.paid': {
    orderId: Id
    memberId: Id
    productId: Id
    productName: string
    amount: Won
    refundedAmount: Won
    state: 'Create' | 'Reserved' | 'Paid' | 'Completed' | 'Fail' | 'Cancel' | 'Refund'
    paidAt: Instant | null
    refundedAt: Instant | null
    userProductId: Id | null
    /** Of two events the one with the larger value is newer */
    revision: number
  }
  /** Money of an order was refunded, all or a part */
  'order.refunded': WebhookData['order.paid']
  /** The next period of a subscription was paid */
  'subscription.renewed': {
    userProductId: Id
    memberId: Id
    productId: Id
    productName: string
    state: 'Available' | 'Unavailable' | 'Cancel' | 'Complete'
    endsAt: Instant | null
    nextBillingAt: Instant | null
    reason: 'noCard' | 'cardExpired' | 'limitExceeded' | 'declined' | 'bankUnavailable' | null
    /** Of two events the one with the larger value is newer */
    revision: number
  }
  /** A renewal could not be charged */
  'subscription.paymentFailed': WebhookData['subscription.renewed']
  /** A subscription has ended */
  'subscription.ended': WebhookData['subscription.renewed']
  /** A recognizer lost its connection, or was silent for longer than usual */
  'device.offline': {
    deviceId: Id
    storeId: Id
    deviceName: string
    online: boolean
    changedAt: Instant
    lastSeenAt: Instant | null
    /** The larger one is newer */
    version: number
  }
  /** A recognizer that was offline is online again */
  'device.online': WebhookData['device.offline']
  /** An alert opened, such as for recognizers that are offline; its rule has the channel `webhook`. With `repeated` it is sent again: more is affected, or it is a reminder */
  'alert.opened': {
    alertId: Id
    kind: string
    storeId: Id | null
    count: number
    openedAt: Instant
    closedAt: Instant | null
    /** Whether the alert was reported before: more is affected, or it is still open */
    repeated: boolean
  }
  /** The cause of an alert has ended; the rule of the alert has the channel `webhook` */
  'alert.closed': WebhookData['alert.opened']
  /** A member has joined */
  'member.joined': { memberId: Id }
  /** A member has left */
  'member.left': { memberId: Id }
}
