import type { Static, TObject } from 'typebox'
import * as Type from 'typebox'
import { productTypes, termsTypes } from './catalog/values.ts'
import { Id, Instant, Nullable, type Typed, Won } from './model/common-schemas.ts'
import type { EventName } from './model/event-names.ts'
import { roles } from './model/roles.ts'
import { OrderRecord } from './orders/order.ts'
import { UserProduct } from './orders/user-products.ts'
import { AddressedGateDecision } from './recognition/gates.ts'
import { DeviceState, EndedVisit, JudgedProduct, ProductUsed } from './recognition/messages.ts'
import { useDecisions } from './recognition/values.ts'

export * from './model/event-names.ts'
export * from './model/subject.ts'

/**
 * One write of an administrator for the audit log: the state before and after, without secrets. Each service emits
 * `<service>.audited`; the member service owns the log and stores the entries.
 */
export const AuditEntry = Type.Object({
  id: Id,
  at: Instant,
  actorId: Id,
  /** Name of the operation. */
  action: Type.String(),
  /** Kind of the changed entity, such as `store`, and its id. */
  entity: Type.String(),
  entityId: Type.String(),
  before: Type.Any({ description: 'The changed fields; null if the entity did not exist' }),
  after: Type.Any({ description: 'The changed fields; null if the entity no longer exists' }),
  requestId: Type.String(),
})
export type AuditEntry = Static<typeof AuditEntry>

/**
 * A record that an administrator gets data that identifies members, for the access log. A service emits
 * `<service>.accessed` and commits it before it replies; the member service owns the log and stores the entries.
 */
export const AccessEntry = Type.Object({
  id: Id,
  at: Instant,
  adminId: Id,
  /** The client's IP address. */
  address: Type.String(),
  /** Name of the operation. */
  action: Type.String(),
  /** At most one member for each row of a page or of a piece of a file, and the members that a row suggests. */
  memberIds: Type.Array(Id),
  requestId: Type.String(),
})
export type AccessEntry = Static<typeof AccessEntry>

const {
  price,
  billingMonths,
  useLimit,
  carLimit,
  carId,
  usesPerDay,
  usesPerStay,
  storeIds,
  dunning,
  coupon,
  subscription,
} = UserProduct.properties
/** A user product as events describe it: those of version 0.1, which a stream keeps for a week, lack its terms. */
const ChangedUserProduct = Type.Object({
  ...UserProduct.properties,
  price: Type.Optional(price),
  billingMonths: Type.Optional(billingMonths),
  useLimit: Type.Optional(useLimit),
  carLimit: Type.Optional(carLimit),
  carId: Type.Optional(carId),
  usesPerDay: Type.Optional(usesPerDay),
  usesPerStay: Type.Optional(usesPerStay),
  storeIds: Type.Optional(storeIds),
  dunning: Type.Optional(dunning),
  subscription: Type.Optional(subscription),
  coupon: Type.Optional(coupon),
})

/** An order as events describe it: those of earlier versions lack its coupon. */
const ChangedOrder = Type.Object({
  ...OrderRecord.properties,
  discount: Type.Optional(OrderRecord.properties.discount),
  coupon: Type.Optional(OrderRecord.properties.coupon),
})

/**
 * Facts for other processes, in the stream EVENTS under `evt.<name>`. The owning service writes an event to its outbox
 * in the transaction of the change. Payloads are only extended by fields; consumers ignore fields that they do not
 * know. Versions and revisions grow with every change of the entity.
 */
export const events = {
  /** A session was revoked by logout, reuse of an old refresh token, a disabled account, or a changed password. */
  'member.sessionEnded': Type.Object({ sessionId: Id, role: Type.Enum([...roles]), endedAt: Instant }),
  /** A plate has a new owner; `memberId` is null if it has none. `others` are further plates with the same change. */
  'member.plateOwnerChanged': Type.Object({
    carNumber: Type.String(),
    memberId: Nullable(Id),
    name: Nullable(Type.String()),
    version: Type.Integer(),
    others: Type.Optional(Type.Array(Type.Object({ carNumber: Type.String(), version: Type.Integer() }))),
  }),
  /**
   * A member joined, or changed name, email or phone. Payments and the administrators' search use these. `phoneNumber`
   * is null from the release of the number until the member verifies another.
   */
  'member.changed': Type.Object({
    memberId: Id,
    name: Type.String(),
    email: Nullable(Type.String()),
    phoneNumber: Nullable(Type.String()),
    version: Type.Integer({ minimum: 1 }),
  }),
  /** A member's car was added, changed or removed. */
  'member.carChanged': Type.Object({
    carId: Id,
    memberId: Id,
    carNumber: Type.String(),
    removed: Type.Boolean(),
    version: Type.Integer({ minimum: 1 }),
  }),
  /** A member has left. Consumers erase personal data, also names on past visits. */
  'member.left': Type.Object({ memberId: Id, leftAt: Instant }),
  /**
   * An administrator joined, or was renamed, disabled or enabled. Or an API key was created: it acts under its own
   * name.
   */
  'member.adminChanged': Type.Object({ adminId: Id, name: Type.String(), version: Type.Integer() }),
  /** An access token of this session generation was used for the first time: the client has received the pair. */
  'gateway.sessionUsed': Type.Object({ sessionId: Id, generation: Type.Integer({ minimum: 1 }) }),
  /** A program used an API key: published by each gateway at most once in ten minutes. */
  'gateway.apiKeyUsed': Type.Object({ keyId: Id, usedAt: Instant }),
  'catalog.audited': AuditEntry,
  'orders.audited': AuditEntry,
  'recognition.audited': AuditEntry,
  'orders.accessed': AccessEntry,
  'recognition.accessed': AccessEntry,
  /**
   * The listed visits changed by a correction, a noted visit or a better reading of a car, and have to be published
   * again.
   */
  'recognition.visitsChanged': Type.Object({ visitIds: Type.Array(Id) }),
  /**
   * Visits ended: by a departure, or, at a store that sees departures, because none was seen within a day of the last
   * read. A visit whose departure changes later is in another event; `leftAt` is null without a departure.
   */
  'recognition.visitsEnded': Type.Object({ visits: Type.Array(EndedVisit) }),
  /** Recognizers went offline or are online again. The larger `version` of a device is the newer state. */
  'recognition.deviceStatesChanged': Type.Object({ devices: Type.Array(DeviceState) }),
  /**
   * Whether gates open for cars. The event is for partners; recognizers get decisions directly. A decision is of no use
   * after `expiresAt`. `memberId` is the member of the visit.
   */
  'recognition.gatesDecided': Type.Object({
    decisions: Type.Array(
      Type.Object({ ...AddressedGateDecision.properties, memberId: Nullable(Id), decidedAt: Instant }),
    ),
  }),
  /** A version of terms was created, changed, or removed before it was in force. */
  'catalog.termsChanged': Type.Object({
    termsId: Id,
    type: Type.Enum([...termsTypes]),
    version: Type.Integer({ minimum: 1 }),
    title: Type.String(),
    required: Type.Boolean(),
    effectiveAt: Instant,
    removed: Type.Boolean(),
    revision: Type.Integer({ minimum: 1 }),
  }),
  /** Banners were added, changed, reordered or removed. */
  'catalog.bannersChanged': Type.Object({ revision: Type.Integer({ minimum: 1 }) }),
  /** A notice was created, changed or removed. */
  'catalog.noticeChanged': Type.Object({ noticeId: Id, version: Type.Integer({ minimum: 1 }) }),
  /** A product was created, changed or removed. */
  'catalog.productChanged': Type.Object({
    productId: Id,
    name: Type.String(),
    type: Type.Enum([...productTypes]),
    price: Won,
    billingMonths: Nullable(Type.Integer()),
    useLimit: Nullable(Type.Integer()),
    /** Events of earlier versions lack this field and the next; a missing one counts as null. */
    carLimit: Type.Optional(Nullable(Type.Integer())),
    usesPerDay: Type.Optional(Nullable(Type.Integer())),
    /** Events of earlier versions lack this field; it then counts as 1. */
    usesPerStay: Type.Optional(Type.Integer()),
    /** Events of earlier versions lack these fields: their products have no such terms. */
    validityDays: Type.Optional(Nullable(Type.Integer())),
    firstPeriodPrice: Type.Optional(Nullable(Type.Integer())),
    trialDays: Type.Optional(Type.Integer()),
    commitmentPeriods: Type.Optional(Type.Integer()),
    pauseDaysPerYear: Type.Optional(Type.Integer()),
    storeIds: Type.Array(Id),
    onSale: Type.Boolean(),
    removed: Type.Boolean(),
    /** Whether the subscriptions of the removed product end with their periods; if absent, they go on. */
    stopsSubscriptions: Type.Optional(Type.Boolean()),
    version: Type.Integer({ minimum: 1 }),
  }),
  /** A new order. A name of its own, so that it is delivered only to what shows orders, and not to what only changes concern. */
  'orders.orderPlaced': Type.Object({ memberId: Id, order: ChangedOrder, version: Type.Integer({ minimum: 1 }) }),
  /**
   * An order was changed; earlier versions emit it for a new order, too. `happened` is the kind of the change for the
   * notifications of partners and members; absent if they are not notified of it. With it come the provider's receipt
   * and the amount in KRW that this change refunded, which events of earlier versions lack.
   */
  'orders.orderChanged': Type.Object({
    memberId: Id,
    order: ChangedOrder,
    version: Type.Integer({ minimum: 1 }),
    happened: Type.Optional(Type.Array(Type.Enum(['paid', 'refunded']))),
    receiptUrl: Type.Optional(Nullable(Type.String())),
    refundedNow: Type.Optional(Won),
  }),
  /**
   * A member's product was created or changed; `changedAt` is missing in events of earlier versions. `happened` is the
   * kind of a change of a subscription, for the notifications of partners.
   */
  'orders.userProductChanged': Type.Object({
    memberId: Id,
    userProduct: ChangedUserProduct,
    version: Type.Integer({ minimum: 1 }),
    changedAt: Type.Optional(Instant),
    happened: Type.Optional(Type.Array(Type.Enum(['renewed', 'paymentFailed', 'ended']))),
  }),
  /**
   * Paid or granted periods of products that end within a week. Each period is sent once, and again if its renewal is
   * stopped or resumed later. `amount` is charged at the end of the period if the product renews. With `raise` the
   * product renews only after its member has agreed to the new price.
   */
  'orders.periodsEndSoon': Type.Object({
    at: Instant,
    periods: Type.Array(
      Type.Object({
        userProductId: Id,
        memberId: Id,
        productName: Type.String(),
        endsAt: Instant,
        renews: Type.Boolean(),
        amount: Won,
        raise: Type.Optional(Type.Object({ oldPrice: Won, newPrice: Won })),
        /** Version of the product after the change. */
        version: Type.Integer({ minimum: 1 }),
      }),
    ),
  }),
  /** Members were notified that their subscription costs more from `startsAt`, and that they can agree from `consentFrom`. */
  'orders.raisesAnnounced': Type.Object({
    at: Instant,
    raises: Type.Array(
      Type.Object({
        priceChangeId: Id,
        userProductId: Id,
        memberId: Id,
        productName: Type.String(),
        oldPrice: Won,
        newPrice: Won,
        startsAt: Instant,
        consentFrom: Instant,
        /**
         * Members get their subscription at `price` from the next period on: a raise of which they were notified was
         * withdrawn.
         */
        version: Type.Integer({ minimum: 1 }),
      }),
    ),
  }),
  /** A raise of which members were notified was withdrawn: from the next period on their subscription costs `price`. */
  'orders.raisesWithdrawn': Type.Object({
    at: Instant,
    raises: Type.Array(
      Type.Object({
        priceChangeId: Id,
        userProductId: Id,
        memberId: Id,
        productName: Type.String(),
        price: Won,
      }),
    ),
  }),
  /**
   * Whether visits used a product, or why not; null for a visit that no longer belongs to a member.
   * The decision with the larger `version` is the newer one.
   */
  'orders.useDecided': Type.Object({
    decisions: Type.Array(
      Type.Object({
        visitId: Id,
        /**
         * The plate that was judged: after a correction of the plate the decision no longer counts. Missing in events
         * of earlier versions.
         */
        carNumber: Type.Optional(Type.String()),
        useDecision: Nullable(Type.Enum([...useDecisions])),
        judgedProduct: Nullable(JudgedProduct),
        /** Uses that the product has left; null without a limit. Missing in events of earlier versions. */
        remainingUses: Type.Optional(Nullable(Type.Integer())),
        version: Type.Integer({ minimum: 1 }),
      }),
    ),
  }),
  /** The product that a visit uses has changed; null if the use was reversed. `version` is that of the visit. */
  'orders.visitUsed': Type.Object({
    visitId: Id,
    productUsed: Nullable(ProductUsed),
    version: Type.Integer({ minimum: 1 }),
  }),
  /** Products were used, or uses reversed. A use is reversed at most once. */
  'orders.usesChanged': Type.Object({
    uses: Type.Array(
      Type.Object({
        useLogId: Id,
        visitId: Nullable(Id),
        userProductId: Id,
        productName: Type.String(),
        memberId: Id,
        storeId: Id,
        carNumber: Type.String(),
        usedAt: Instant,
        reversedAt: Nullable(Instant),
        /**
         * Uses left after the last use of the event, null for unlimited; absent with a reversal and in events of
         * earlier versions.
         */
        remainingUses: Type.Optional(Nullable(Type.Integer())),
      }),
    ),
  }),
  /**
   * Members visited a store, or used a product there, for the first time. A later correction of the visit does not take
   * the member from the store.
   */
  'orders.membersCame': Type.Object({ members: Type.Array(Type.Object({ memberId: Id, storeId: Id })) }),
  /** A member's image was stored. */
  'catalog.imageStored': Type.Object({ imageId: Id, memberId: Id }),
  /** A member's image was removed. */
  'catalog.imageRemoved': Type.Object({ imageId: Id }),
  /**
   * The image of a member's car has changed; null if it has none or the car was removed. `version` is that of the car.
   */
  'member.carImageChanged': Type.Object({ carId: Id, imageId: Nullable(Id), version: Type.Integer({ minimum: 1 }) }),
  /**
   * A store was created, renamed, or closed (name null). `closedBy` is the administrator's request that closed the
   * store: its recognizers and wall screens end, and the audit log records their end under that administrator.
   */
  'catalog.storeChanged': Type.Object({
    storeId: Id,
    name: Nullable(Type.String()),
    version: Type.Integer(),
    closedBy: Type.Optional(Type.Object({ actorId: Id, requestId: Type.String() })),
  }),
} as const satisfies Record<EventName, TObject>

export type EventOf<N extends EventName> = Typed<(typeof events)[N]>
