import type { Static, TObject } from 'typebox'
import * as Type from 'typebox'
import { productTypes, termsTypes } from './catalog/values.ts'
import { Id, Instant, Nullable, type Typed, Won } from './model/common-schemas.ts'
import type { EventName } from './model/event-names.ts'
import { roles } from './model/roles.ts'
import { OrderRecord } from './orders/order.ts'
import { UserProduct } from './orders/user-products.ts'
import { ProductUsed } from './recognition/messages.ts'

export * from './model/event-names.ts'
export * from './model/subject.ts'

/**
 * One write of an administrator, as the audit log keeps it: what stood before and after, secrets never.
 * Every service reports its own as `<service>.audited`; the member service, which owns the log, stores them.
 */
export const AuditEntry = Type.Object({
  id: Id,
  at: Instant,
  actorId: Id,
  /** The operation's name. */
  action: Type.String(),
  /** What kind of thing was written, such as `store`, and which one. */
  entity: Type.String(),
  entityId: Type.String(),
  before: Type.Any({ description: 'The changed fields, or null where it did not exist' }),
  after: Type.Any({ description: 'The changed fields, or null where it no longer exists' }),
  requestId: Type.String(),
})
export type AuditEntry = Static<typeof AuditEntry>

/**
 * Facts that other processes may rely on, kept in the stream EVENTS under `evt.<name>`. Fields are only ever added.
 * Written to the outbox of the service that owns them, in the transaction that made them true.
 */
export const events = {
  /** A session stopped being valid: logout, reuse of an old refresh token, a disabled account, a changed password. */
  'member.sessionEnded': Type.Object({ sessionId: Id, role: Type.Enum([...roles]), endedAt: Instant }),
  /** Who a plate belongs to from now on; null when it belongs to nobody. `version` grows with every change of that plate. */
  'member.plateOwnerChanged': Type.Object({
    carNumber: Type.String(),
    memberId: Nullable(Id),
    name: Nullable(Type.String()),
    version: Type.Integer(),
  }),
  /**
   * A member joined, or has another name, email or phone: what payments are made out to and administrators search by.
   * `version` grows with every change of that member.
   */
  'member.changed': Type.Object({
    memberId: Id,
    name: Type.String(),
    email: Nullable(Type.String()),
    phoneNumber: Type.String(),
    version: Type.Integer({ minimum: 1 }),
  }),
  /** A member's car as it is from now on, or removed. `version` grows with every change of that car. */
  'member.carChanged': Type.Object({
    carId: Id,
    memberId: Id,
    carNumber: Type.String(),
    removed: Type.Boolean(),
    version: Type.Integer({ minimum: 1 }),
  }),
  /** A member has left: whatever tells who it was is to be erased, names on past visits among it. */
  'member.left': Type.Object({ memberId: Id, leftAt: Instant }),
  /** An administrator joined, or was renamed, disabled or enabled. `version` grows with every change of that account. */
  'member.adminChanged': Type.Object({ adminId: Id, name: Type.String(), version: Type.Integer() }),
  /** An access token of this generation of a session was accepted for the first time: its pair has reached the client. */
  'gateway.sessionUsed': Type.Object({ sessionId: Id, generation: Type.Integer({ minimum: 1 }) }),
  'catalog.audited': AuditEntry,
  'orders.audited': AuditEntry,
  'recognition.audited': AuditEntry,
  /** An administrator corrected or noted a visit: these are to be sent again as they stand. */
  'recognition.visitsChanged': Type.Object({ visitIds: Type.Array(Id) }),
  /** A version of terms was written, changed, or removed before it was in force. `revision` grows with every change of it. */
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
  /** Banners were added, changed, put in another order, or removed. `revision` grows with every such write. */
  'catalog.bannersChanged': Type.Object({ revision: Type.Integer({ minimum: 1 }) }),
  /** A notice was written, changed or removed. `version` grows with every change of it. */
  'catalog.noticeChanged': Type.Object({ noticeId: Id, version: Type.Integer({ minimum: 1 }) }),
  /** A product as it is sold from now on, or removed. `version` grows with every change of it. */
  'catalog.productChanged': Type.Object({
    productId: Id,
    name: Type.String(),
    type: Type.Enum([...productTypes]),
    price: Won,
    billingMonths: Nullable(Type.Integer()),
    useLimit: Nullable(Type.Integer()),
    storeIds: Type.Array(Id),
    onSale: Type.Boolean(),
    removed: Type.Boolean(),
    version: Type.Integer({ minimum: 1 }),
  }),
  /** An order as it stands from now on. `version` grows with every change of it. */
  'orders.orderChanged': Type.Object({ memberId: Id, order: OrderRecord, version: Type.Integer({ minimum: 1 }) }),
  /** A member's product as it stands from now on. `version` grows with every change of it. */
  'orders.userProductChanged': Type.Object({
    memberId: Id,
    userProduct: UserProduct,
    version: Type.Integer({ minimum: 1 }),
  }),
  /** The product that a visit used from now on; null where its use was reversed. `version` grows with every change of that visit. */
  'orders.visitUsed': Type.Object({
    visitId: Id,
    productUsed: Nullable(ProductUsed),
    version: Type.Integer({ minimum: 1 }),
  }),
  /** A member's picture was taken in. */
  'catalog.imageStored': Type.Object({ imageId: Id, memberId: Id }),
  /** A member's picture is no longer there. */
  'catalog.imageRemoved': Type.Object({ imageId: Id }),
  /** The picture that a member's car shows from now on; null where it shows none or is gone. `version` grows with every change of that car. */
  'member.carImageChanged': Type.Object({ carId: Id, imageId: Nullable(Id), version: Type.Integer({ minimum: 1 }) }),
  /** A store was created, renamed, or closed (name null). `version` grows with every change of that store. */
  'catalog.storeChanged': Type.Object({ storeId: Id, name: Nullable(Type.String()), version: Type.Integer() }),
} as const satisfies Record<EventName, TObject>

export type EventOf<N extends EventName> = Typed<(typeof events)[N]>
