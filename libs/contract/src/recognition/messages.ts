import type { Static } from 'typebox'
import * as Type from 'typebox'
import { Id, Instant, Nullable, type Typed } from '../model/common-schemas.ts'
import { BoundingBox } from '../values/bounding-box.ts'

/** An alternative reading of the plate. */
export const PlateCandidate = Type.Object({
  carNumber: Type.String({ minLength: 1, maxLength: 32 }),
  confidence: Type.Number({ minimum: 0, maximum: 1, examples: [0.61] }),
})

/** Track ids are ASCII, because the database can index only about 2,700 bytes. */
export const trackIdPattern = '^[ -~]{1,128}$'

/** Message of a recognizer to `recognition.read.<storeId>.<deviceId>`. */
export const ReadMessage = Type.Object({
  readId: Type.String({ format: 'uuid' }),
  carNumber: Type.String({
    minLength: 1,
    maxLength: 32,
    description: 'Plate as read; the server normalises it',
    examples: ['12가3456'],
  }),
  confidence: Type.Number({ minimum: 0, maximum: 1, examples: [0.97] }),
  recognizedAt: Type.String({ format: 'date-time', description: "The camera's clock" }),
  candidates: Type.Optional(
    Type.Array(PlateCandidate, {
      maxItems: 10,
      description: `Other readings. If the store also reads one of them within \`recognition.lookalikeSeconds\`, the
        less likely of the two plates is doubtful`,
    }),
  ),
  direction: Type.Optional(Type.Enum(['in', 'out'])),
  imageId: Type.Optional(Id),
  boundingBox: Type.Optional(BoundingBox),
  trackId: Type.Optional(
    Type.String({
      pattern: trackIdPattern,
      description: `The same for all reads of one passing car, and unique per device within a day of Asia/Seoul. All
        accepted reads with the same value count as reads of the plate of the best one: that with the highest
        confidence, then that of the plate that was read most often, then the earliest`,
      examples: ['1769851800.123456-abcdef'],
    }),
  ),
})
export type ReadMessage = Static<typeof ReadMessage>

/** Message of a recognizer to `recognition.heartbeat.<storeId>.<deviceId>`, every minute. */
export const HeartbeatMessage = Type.Object({
  sentAt: Type.String({ format: 'date-time', description: "The device's clock" }),
  queueDepth: Type.Optional(
    Type.Integer({ minimum: 0, maximum: 2_147_483_647, description: 'Number of reads that wait to be sent' }),
  ),
  cameraOk: Type.Optional(Type.Boolean()),
  firmware: Type.Optional(Type.String({ maxLength: 100 })),
})
export type HeartbeatMessage = Typed<typeof HeartbeatMessage>

export const ProductUsed = Type.Object({
  productName: Type.String(),
  remainingUses: Nullable(Type.Integer({ examples: [3] })),
})

/** The product of a member that a visit used, or that decided why it used none. */
export const JudgedProduct = Type.Object({ userProductId: Id, productName: Type.String() })
export type JudgedProduct = Static<typeof JudgedProduct>

/** A visit, in the stream VISITS and in responses. */
export const Visit = Type.Object({
  id: Id,
  storeId: Id,
  storeName: Type.String(),
  /** Device of the earliest read; null if an administrator recorded that read. */
  deviceId: Nullable(Id),
  carNumber: Type.String(),
  memberId: Nullable(Id),
  name: Type.String({ description: 'Name without the courtesy suffix (님)', examples: ['김민지'] }),
  visitCount: Type.Integer({
    minimum: 0,
    description: 'Visits of the plate at all stores; 0 for a test',
    examples: [5],
  }),
  recognizedAt: Instant,
  latestReadAt: Instant,
  receivedAt: Instant,
  reads: Type.Integer({ minimum: 1 }),
  late: Type.Boolean(),
  productUsed: Nullable(ProductUsed),
  mergedInto: Nullable(Id),
})
export type Visit = Typed<typeof Visit>

/**
 * A message of the stream VISITS. Of two messages of a visit the one with the larger `revision` is newer, in whatever
 * order they arrive.
 */
export const RecordedVisit = Type.Object({
  ...Visit.properties,
  revision: Type.Integer({ minimum: 1 }),
  /** The visit got another plate: an administrator corrected it, or a better reading of the same car arrived. */
  corrected: Type.Optional(Type.Literal(true)),
  /** A similar plate is more likely correct: screens do not greet, and no product is used. */
  doubtful: Type.Optional(Type.Literal(true)),
  /** A test of a device: no visit is stored. */
  test: Type.Optional(Type.Literal(true)),
})
export type RecordedVisit = Typed<typeof RecordedVisit>

/** A visit on the live WebSocket. A changed visit is sent again with the same `visitId` and a larger `sequence`. */
export const LiveEvent = Type.Object({
  name: Type.String({ examples: ['김민지'] }),
  carNumber: Type.String(),
  visitCount: Type.Integer({ examples: [5] }),
  visitId: Id,
  storeId: Id,
  storeName: Type.String(),
  recognizedAt: Instant,
  sequence: Type.Integer(),
  late: Type.Boolean(),
  reads: Type.Integer(),
  productUsed: Nullable(ProductUsed),
  mergedInto: Type.Optional(Id),
  doubtful: Type.Optional(Type.Literal(true)),
  test: Type.Optional(Type.Literal(true)),
})
export type LiveEvent = Static<typeof LiveEvent>

/** Sent in place of lost events: their range of sequences, inclusive. */
export const LiveGap = Type.Object({ type: Type.Literal('gap'), from: Type.Integer(), to: Type.Integer() })
export type LiveGap = Static<typeof LiveGap>

/** A visit that has ended, as the event and the webhook have it. */
export const EndedVisit = Type.Object({
  visitId: Id,
  storeId: Id,
  carNumber: Type.String(),
  memberId: Nullable(Id),
  recognizedAt: Instant,
  latestReadAt: Instant,
  leftAt: Nullable(Instant),
  dwellSeconds: Nullable(
    Type.Integer({ minimum: 0, description: 'Seconds from the first read to the departure', examples: [1_800] }),
  ),
  endedBy: Type.Enum(['exit', 'timeout'], {
    description: 'exit: a recognizer saw the car leave; timeout: none did within a day of the last read',
  }),
  changedAt: Type.String({
    format: 'date-time',
    description: 'Time at which this became known; of two events the later one is right',
  }),
})
export type EndedVisit = Typed<typeof EndedVisit>

/** A recognizer that went offline or is online again, as the event and the webhook have it. */
export const DeviceState = Type.Object({
  deviceId: Id,
  storeId: Id,
  deviceName: Type.String({ examples: ['입구 카메라'] }),
  online: Type.Boolean(),
  changedAt: Instant,
  lastSeenAt: Nullable(Instant),
  version: Type.Integer({ minimum: 1, description: 'The larger one is newer', examples: [2] }),
})
export type DeviceState = Typed<typeof DeviceState>
