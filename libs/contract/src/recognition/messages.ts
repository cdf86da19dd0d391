import type { Static } from 'typebox'
import * as Type from 'typebox'
import { Id, Instant, Nullable, type Typed } from '../model/common-schemas.ts'

/** Where the plate stands in the picture, in pixels. */
export const BoundingBox = Type.Object({
  x: Type.Number({ minimum: 0, examples: [412] }),
  y: Type.Number({ minimum: 0, examples: [300] }),
  width: Type.Number({ minimum: 0, examples: [180] }),
  height: Type.Number({ minimum: 0, examples: [44] }),
})

/** Another reading of the same plate. */
export const PlateCandidate = Type.Object({
  carNumber: Type.String({ minLength: 1, maxLength: 32 }),
  confidence: Type.Number({ minimum: 0, maximum: 1, examples: [0.61] }),
})

/** What a recognizer publishes to `recognition.read.<storeId>.<deviceId>`. */
export const ReadMessage = Type.Object({
  readId: Type.String({ format: 'uuid' }),
  carNumber: Type.String({
    minLength: 1,
    maxLength: 32,
    description: 'As read; normalised by the server',
    examples: ['12가3456'],
  }),
  confidence: Type.Number({ minimum: 0, maximum: 1, examples: [0.97] }),
  recognizedAt: Type.String({ format: 'date-time', description: "The camera's clock" }),
  candidates: Type.Optional(Type.Array(PlateCandidate, { maxItems: 10 })),
  direction: Type.Optional(Type.Enum(['in', 'out'])),
  imageId: Type.Optional(Id),
  boundingBox: Type.Optional(BoundingBox),
})
export type ReadMessage = Static<typeof ReadMessage>

/** What a recognizer publishes to `recognition.heartbeat.<storeId>.<deviceId>` every minute. */
export const HeartbeatMessage = Type.Object({
  sentAt: Type.String({ format: 'date-time', description: "The device's clock" }),
  queueDepth: Type.Optional(
    Type.Integer({ minimum: 0, maximum: 2_147_483_647, description: 'Reads that wait to be sent' }),
  ),
  cameraOk: Type.Optional(Type.Boolean()),
  firmware: Type.Optional(Type.String({ maxLength: 100 })),
})
export type HeartbeatMessage = Typed<typeof HeartbeatMessage>

export const ProductUsed = Type.Object({
  productName: Type.String(),
  remainingUses: Nullable(Type.Integer({ examples: [3] })),
})

/** A visit as it stands in the stream VISITS and in answers. */
export const Visit = Type.Object({
  id: Id,
  storeId: Id,
  storeName: Type.String(),
  /** The device of its earliest read; null where that was noted by hand. */
  deviceId: Nullable(Id),
  carNumber: Type.String(),
  memberId: Nullable(Id),
  name: Type.String({ description: 'Without the courtesy suffix', examples: ['김민지'] }),
  visitCount: Type.Integer({ minimum: 0, description: '0 for a test', examples: [5] }),
  recognizedAt: Instant,
  latestReadAt: Instant,
  receivedAt: Instant,
  reads: Type.Integer({ minimum: 1 }),
  late: Type.Boolean(),
  productUsed: Nullable(ProductUsed),
  mergedInto: Nullable(Id),
})
export type Visit = Typed<typeof Visit>

/** A message of the stream VISITS. The larger `revision` of a visit is the newer; they may come in either order. */
export const RecordedVisit = Type.Object({
  ...Visit.properties,
  revision: Type.Integer({ minimum: 1 }),
  /** An administrator moved it here from another plate. */
  corrected: Type.Optional(Type.Literal(true)),
  /** A device was tried out: there is no such visit. */
  test: Type.Optional(Type.Literal(true)),
})
export type RecordedVisit = Typed<typeof RecordedVisit>

/** One message of the live socket. The same `visitId` comes again with a larger `sequence` when it changed. */
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
  test: Type.Optional(Type.Literal(true)),
})
export type LiveEvent = Static<typeof LiveEvent>

/** Told instead of events that were lost: the sequences between, both ends included. */
export const LiveGap = Type.Object({ type: Type.Literal('gap'), from: Type.Integer(), to: Type.Integer() })
export type LiveGap = Static<typeof LiveGap>
