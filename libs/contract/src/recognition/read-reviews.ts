import type { Static } from 'typebox'
import * as Type from 'typebox'
import { TypedCarNumber } from '../member/cars.ts'
import { Id, Instant, Nullable, Reason, Strict } from '../model/common-schemas.ts'
import type { Spec } from '../model/operation.ts'
import { Page, pageable } from '../model/paging.ts'
import { BoundingBox } from '../values/bounding-box.ts'
import { PlateCandidate } from './messages.ts'
import { reviewReasons, reviewStates } from './values.ts'
import { PlateSuggestion } from './visits.ts'

const reasonText = `\`lowConfidence\`: below the minimum confidence; \`notAPlate\`: not a Korean number plate;
  \`doubtful\`: it contradicts another read of the same car; \`suggested\`: it counts with the plate as read, but the
  same reading of its recognizer was corrected before`

/** A registered plate near to the plate as read. */
export const NearPlate = Type.Object({
  ...PlateSuggestion.properties,
  distance: Type.Number({
    minimum: 0,
    description: 'Number of different characters; a character that cameras confuse counts half',
    examples: [0.5],
  }),
})
export type NearPlate = Static<typeof NearPlate>

/** A read that awaits the decision of an administrator, or is decided. */
export const ReviewedRead = Type.Object({
  readId: Type.String({ format: 'uuid' }),
  deviceId: Id,
  storeId: Id,
  reviewState: Type.Enum([...reviewStates]),
  reason: Type.Enum([...reviewReasons], { description: reasonText }),
  carNumber: Type.String({ description: 'As read', examples: ['12가3456'] }),
  confidence: Type.Number({ examples: [0.74] }),
  candidates: Type.Array(PlateCandidate, { description: 'Other readings that the camera sent' }),
  recognizedAt: Instant,
  receivedAt: Instant,
  imageId: Nullable(Id),
  boundingBox: Nullable(BoundingBox),
  suggestedCarNumber: Nullable(
    Type.String({
      description: 'Plate to which the same reading of its recognizer was corrected before',
      examples: ['12가3456'],
    }),
  ),
  nearestMembers: Type.Array(NearPlate, {
    description:
      'At most five registered plates that are equal to the read or at most two characters apart, the nearest first; for an administrator of certain stores only plates that have been at these',
  }),
  acceptedCarNumber: Nullable(
    Type.String({ description: 'The plate with which it was accepted', examples: ['12가3456'] }),
  ),
  visitId: Nullable(Id),
  decidedAt: Nullable(Instant),
})
export type ReviewedRead = Static<typeof ReviewedRead>

const which = {
  readId: Type.String({ format: 'uuid' }),
  deviceId: Type.Optional(
    Type.String({ format: 'uuid', description: 'Needed only if several recognizers have sent a read with this id' }),
  ),
}

export const readReviewOperations = {
  listReadReviews: {
    http: 'GET /admin/api/recognition/reads',
    opens: '인식 기록 목록 조회',
    access: 'admin',
    permission: 'visits.read',
    scope: 'stores',
    summary: 'List reads that await a decision, newest first',
    description: `Returns a page of reads that were rejected for their confidence or plate, are doubtful, or repeat a
      corrected misreading; one read for each passing car. A rejected read is left out if its plate or track has a
      visit at that time. At most 200 open reads of a recognizer are kept, and decided ones for 13 months.`,
    input: Strict({
      reviewState: Type.Optional(Type.Enum([...reviewStates], { default: 'open' })),
      storeId: Type.Optional(Id),
      deviceId: Type.Optional(Id),
      ...pageable('recognizedAt'),
    }),
    result: Page(ReviewedRead),
  },
  acceptRead: {
    http: 'POST /admin/api/recognition/reads/{readId}/accept',
    resource: 'read',
    audits: '인식 기록 확인',
    opens: true,
    access: 'admin',
    permission: 'visits.correct',
    scope: 'stores',
    summary: 'Accept a read with its correct plate',
    description: `The result is the same as if the read had been correct: it begins or extends a visit, which live
      screens receive and which uses a product. A read that is in a visit moves this visit, as a correction does. The
      change is recorded in the audit log; a repetition with the same plate is a no-op.`,
    input: Strict({ ...which, carNumber: TypedCarNumber, reason: Reason('사진에서 번호를 확인했어요.') }),
    result: ReviewedRead,
    errors: {
      READ_NOT_FOUND: 'No read with this id awaits a decision or was decided.',
      READ_REVIEWED: 'It was dismissed, or accepted with another plate, which `details` has.',
      VISIT_NOT_FOUND: 'The visit of the read has got another plate in the meantime.',
      VALIDATION_FAILED:
        '`carNumber` is not a Korean number plate, or `deviceId` is missing although several recognizers used the id.',
      CONFLICT: 'Another request is changing the visit: try again after one second.',
    },
  },
  dismissRead: {
    http: 'POST /admin/api/recognition/reads/{readId}/dismiss',
    resource: 'read',
    audits: '인식 기록 제외',
    opens: true,
    access: 'admin',
    permission: 'visits.correct',
    scope: 'stores',
    summary: 'Dismiss a read',
    description: `The read leaves the list of open reads, and nothing else changes. The change is recorded in the audit
      log; a repetition is a no-op.`,
    input: Strict({ ...which, reason: Type.Optional(Reason('차량이 아니에요.')) }),
    result: ReviewedRead,
    errors: {
      READ_NOT_FOUND: 'No read with this id awaits a decision or was decided.',
      READ_REVIEWED: 'It was accepted; `details` names the plate.',
      VALIDATION_FAILED: '`deviceId` is needed.',
    },
  },
} as const satisfies Record<string, Spec>
