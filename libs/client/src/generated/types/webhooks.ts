// Generated from the contract by `npm run generate`: do not edit.
/** The data of each event that partners receive. */
export type WebhookData = {
  /** A car has arrived. It is the first event of a visit, even if its `revision` is above 1 */
  'visit.created': {
    /** UUIDv7 */
    visitId: string
    /** UUIDv7 */
    storeId: string
    storeName: string
    deviceId: string | null
    carNumber: string
    memberId: string | null
    /** Visits of the plate at all stores; 0 for a test */
    visitCount: number
    /** ISO 8601 UTC with milliseconds */
    recognizedAt: string
    /** ISO 8601 UTC with milliseconds */
    latestReadAt: string
    /** ISO 8601 UTC with milliseconds */
    receivedAt: string
    reads: number
    late: boolean
    mergedInto: string | null
    /** A similar plate is more likely correct */
    doubtful: boolean
    /** Of two events the one with the larger value is newer */
    revision: number
  }
  /** A visit has a new `revision`: another plate, member, time or number of reads, or, with the same data, a use */
  'visit.changed': WebhookData['visit.created']
  /** A car has left, or was not seen for a day; at most 1,200 of these events are sent for a recognizer in an hour. If a late read changes when it left, the event is sent again with a later `changedAt` */
  'visit.ended': {
    /** UUIDv7 */
    visitId: string
    /** UUIDv7 */
    storeId: string
    carNumber: string
    memberId: string | null
    /** ISO 8601 UTC with milliseconds */
    recognizedAt: string
    /** ISO 8601 UTC with milliseconds */
    latestReadAt: string
    leftAt: string | null
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
    /** UUIDv7 */
    storeId: string
    /** UUIDv7 */
    deviceId: string
    /** UUIDv7 */
    visitId: string
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
    /** UUIDv7 */
    useLogId: string
    visitId: string | null
    /** UUIDv7 */
    userProductId: string
    productName: string
    /** UUIDv7 */
    memberId: string
    /** UUIDv7 */
    storeId: string
    carNumber: string
    /** ISO 8601 UTC with milliseconds */
    usedAt: string
    reversedAt: string | null
  }
  /** A use was reversed */
  'product.useReversed': WebhookData['product.used']
  /** An order was paid */
  'order.paid': {
    /** UUIDv7 */
    orderId: string
    /** UUIDv7 */
    memberId: string
    /** UUIDv7 */
    productId: string
    productName: string
    /** KRW */
    amount: number
    /** KRW */
    refundedAmount: number
    state: 'Create' | 'Reserved' | 'Paid' | 'Completed' | 'Fail' | 'Cancel' | 'Refund'
    paidAt: string | null
    refundedAt: string | null
    userProductId: string | null
    /** Of two events the one with the larger value is newer */
    revision: number
  }
  /** Money of an order was refunded, all or a part */
  'order.refunded': WebhookData['order.paid']
  /** The next period of a subscription was paid */
  'subscription.renewed': {
    /** UUIDv7 */
    userProductId: string
    /** UUIDv7 */
    memberId: string
    /** UUIDv7 */
    productId: string
    productName: string
    state: 'Available' | 'Unavailable' | 'Cancel' | 'Complete'
    endsAt: string | null
    nextBillingAt: string | null
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
    /** UUIDv7 */
    deviceId: string
    /** UUIDv7 */
    storeId: string
    deviceName: string
    online: boolean
    /** ISO 8601 UTC with milliseconds */
    changedAt: string
    lastSeenAt: string | null
    /** The larger one is newer */
    version: number
  }
  /** A recognizer that was offline is online again */
  'device.online': WebhookData['device.offline']
  /** An alert opened, such as for recognizers that are offline; its rule has the channel `webhook`. With `repeated` it is sent again: more is affected, or it is a reminder */
  'alert.opened': {
    /** UUIDv7 */
    alertId: string
    kind: string
    storeId: string | null
    count: number
    /** ISO 8601 UTC with milliseconds */
    openedAt: string
    closedAt: string | null
    /** Whether the alert was reported before: more is affected, or it is still open */
    repeated: boolean
  }
  /** The cause of an alert has ended; the rule of the alert has the channel `webhook` */
  'alert.closed': WebhookData['alert.opened']
  /** A member has joined */
  'member.joined': {
    /** UUIDv7 */
    memberId: string
  }
  /** A member has left */
  'member.left': WebhookData['member.joined']
}
