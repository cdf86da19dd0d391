import * as Type from 'typebox'
import { Id, Instant, Nullable, type Typed, Won } from '../model/common-schemas.ts'
import { OrderStateSchema } from '../orders/order.ts'
import { DunningReason, UserProductState } from '../orders/user-products.ts'
import { AddressedGateDecision } from '../recognition/gates.ts'
import { DeviceState, EndedVisit, Visit } from '../recognition/messages.ts'

const { id: visitId, name: _personal, productUsed: _use, ...visitFields } = Visit.properties
const Revision = Type.Integer({
  minimum: 1,
  description: 'Of two events the one with the larger value is newer',
  examples: [2],
})

const WebhookVisit = Type.Object({
  visitId,
  ...visitFields,
  doubtful: Type.Boolean({ description: 'A similar plate is more likely correct', examples: [false] }),
  revision: Revision,
})
const WebhookUse = Type.Object({
  useLogId: Id,
  visitId: Nullable(Id),
  userProductId: Id,
  productName: Type.String(),
  memberId: Id,
  storeId: Id,
  carNumber: Type.String(),
  usedAt: Instant,
  reversedAt: Nullable(Instant),
})
const WebhookOrder = Type.Object({
  orderId: Id,
  memberId: Id,
  productId: Id,
  productName: Type.String(),
  amount: Won,
  refundedAmount: Type.Integer({ ...Won, examples: [0] }),
  state: OrderStateSchema,
  paidAt: Nullable(Instant),
  refundedAt: Nullable(Instant),
  userProductId: Nullable(Id),
  revision: Revision,
})
const WebhookSubscription = Type.Object({
  userProductId: Id,
  memberId: Id,
  productId: Id,
  productName: Type.String(),
  state: UserProductState,
  endsAt: Nullable(Instant),
  nextBillingAt: Nullable(Instant),
  reason: Nullable(DunningReason),
  revision: Revision,
})
const WebhookAlert = Type.Object({
  alertId: Id,
  kind: Type.String({ examples: ['offlineDevices'] }),
  storeId: Nullable(Id),
  count: Type.Integer({ minimum: 1, examples: [2] }),
  openedAt: Instant,
  closedAt: Nullable(Instant),
  repeated: Type.Boolean({
    description: 'Whether the alert was reported before: more is affected, or it is still open',
    examples: [false],
  }),
})
const WebhookMember = Type.Object({ memberId: Id })

/**
 * The events that partners can receive, and the schema of their `data`. It has no phone numbers or emails, and no names
 * but the masked one of a gate with a display.
 */
export const webhookEvents = {
  'visit.created': {
    summary: 'A car has arrived. It is the first event of a visit, even if its `revision` is above 1',
    data: WebhookVisit,
  },
  'visit.changed': {
    summary:
      'A visit has a new `revision`: another plate, member, time or number of reads, or, with the same data, a use',
    data: WebhookVisit,
  },
  'visit.ended': {
    summary:
      'A car has left, or was not seen for a day; at most 1,200 of these events are sent for a recognizer in an hour. If a late read changes when it left, the event is sent again with a later `changedAt`',
    data: EndedVisit,
  },
  'read.doubtful': {
    summary: 'The plate of a visit is doubtful: a similar one is more likely correct',
    data: WebhookVisit,
  },
  'gate.decision': {
    summary:
      'The decision that the recognizer of a gate got: whether the gate opens for a car. The same decision about a car is sent once in five minutes, and at most 600 decisions of a recognizer in an hour. A decision is not sent after its `expiresAt`; of two decisions about a visit, that with the larger `version` is newer',
    data: AddressedGateDecision,
  },
  'product.used': { summary: 'A visit has used a product', data: WebhookUse },
  'product.useReversed': { summary: 'A use was reversed', data: WebhookUse },
  'order.paid': { summary: 'An order was paid', data: WebhookOrder },
  'order.refunded': { summary: 'Money of an order was refunded, all or a part', data: WebhookOrder },
  'subscription.renewed': { summary: 'The next period of a subscription was paid', data: WebhookSubscription },
  'subscription.paymentFailed': { summary: 'A renewal could not be charged', data: WebhookSubscription },
  'subscription.ended': { summary: 'A subscription has ended', data: WebhookSubscription },
  'device.offline': {
    summary: 'A recognizer lost its connection, or was silent for longer than usual',
    data: DeviceState,
  },
  'device.online': { summary: 'A recognizer that was offline is online again', data: DeviceState },
  'alert.opened': {
    summary:
      'An alert opened, such as for recognizers that are offline; its rule has the channel `webhook`. With `repeated` it is sent again: more is affected, or it is a reminder',
    data: WebhookAlert,
  },
  'alert.closed': {
    summary: 'The cause of an alert has ended; the rule of the alert has the channel `webhook`',
    data: WebhookAlert,
  },
  'member.joined': { summary: 'A member has joined', data: WebhookMember },
  'member.left': { summary: 'A member has left', data: WebhookMember },
} as const
export type WebhookEventType = keyof typeof webhookEvents
export const webhookEventTypes = Object.keys(webhookEvents) as [WebhookEventType, ...WebhookEventType[]]

/** Types with a deadline: events of these types have no use after the `expiresAt` of their data. */
export const webhooksWithDeadline: readonly WebhookEventType[] = ['gate.decision']

/** The type of the test event, which every endpoint gets only on request. */
export const webhookTestType = 'webhook.test'

export type WebhookData<T extends WebhookEventType> = Typed<(typeof webhookEvents)[T]['data']>
