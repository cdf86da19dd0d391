import type { Static } from 'typebox'
import * as Type from 'typebox'
import { From, Id, Instant, Nullable, Reason, Strict, To, type Typed } from '../common.ts'
import { CsvPiece } from '../csv.ts'
import { TypedCarNumber } from '../member/cars.ts'
import type { Spec } from '../operation.ts'
import { Page, pageable } from '../paging.ts'
import { BoundingBox, PlateCandidate, Visit } from './messages.ts'
import { rejections, visitKinds } from './values.ts'

/** A read as it was kept. */
export const VisitRead = Type.Object({
  readId: Type.String({ format: 'uuid' }),
  deviceId: Nullable(Id),
  carNumber: Type.String({ description: 'As read' }),
  confidence: Type.Number(),
  direction: Nullable(Type.Enum(['in', 'out'])),
  candidates: Type.Array(PlateCandidate, {
    description: "Other readings that the camera sent; of a visit's first 100 reads",
  }),
  recognizedAt: Instant,
  receivedAt: Instant,
  imageId: Nullable(Id),
  boundingBox: Nullable(BoundingBox),
  rejected: Nullable(Type.Enum([...rejections])),
})

/** A registered plate that a camera may have meant: for a person to confirm, never taken by itself. */
export const PlateSuggestion = Type.Object({ carNumber: Type.String(), memberId: Id, name: Type.String() })
export type PlateSuggestion = Static<typeof PlateSuggestion>

/** What administrators made of the same reading of the same device before: for a person to confirm, too. */
export const PastCorrection = Type.Object({
  carNumber: Type.String(),
  correctedAt: Instant,
  times: Type.Integer({ minimum: 1, description: 'Visits that were corrected so, since one was last corrected back' }),
})
export type PastCorrection = Static<typeof PastCorrection>

/** A visit in a list. */
export const VisitRow = Type.Object({
  ...Visit.properties,
  suggestedCarNumber: Nullable(
    Type.String({
      description: 'What the same reading of its device was corrected to before, as its `pastCorrection`',
    }),
  ),
})
export type VisitRow = Typed<typeof VisitRow>

export const VisitDetail = Type.Object({
  ...Visit.properties,
  readings: Type.Array(VisitRead),
  suggestions: Type.Array(PlateSuggestion, {
    description:
      "Where nobody is registered with the visit's plate: registered plates one usual misreading away, or else at most five with the same last four digits, the likest first",
  }),
  pastCorrection: Nullable(PastCorrection),
})
export type VisitDetail = Static<typeof VisitDetail>

export const VisitStatistic = Type.Object({
  period: Type.String({ description: 'YYYY-MM-DD or YYYY-MM-DDTHH in Asia/Seoul', examples: ['2026-01-31'] }),
  visits: Type.Integer(),
  members: Type.Integer(),
  guests: Type.Integer(),
  returning: Type.Integer({ description: 'Visits of plates that had been there before' }),
})
export type VisitStatistic = Static<typeof VisitStatistic>

const query = Strict({
  storeId: Type.Optional(Id),
  from: Type.Optional(From),
  to: Type.Optional(To),
  carNumber: Type.Optional(
    Type.String({ minLength: 1, maxLength: 32, description: 'A plate or its last four digits', examples: ['3456'] }),
  ),
  member: Type.Optional(Type.String({ minLength: 1, maxLength: 50, description: 'Id or name', examples: ['홍길동'] })),
  kind: Type.Optional(
    Type.Enum([...visitKinds], {
      description: 'Whether it was a member or a guest who came; one who has left is a guest',
    }),
  ),
  ...pageable('recognizedAt'),
})

export const visitOperations = {
  listVisits: {
    http: 'GET /admin/api/visits',
    access: 'admin',
    summary: 'Search visits, the newest first',
    input: query,
    result: Page(VisitRow),
  },
  exportVisits: {
    http: 'GET /admin/api/visits/export',
    access: 'admin',
    summary: 'The list of visits as CSV',
    input: query,
    result: CsvPiece,
    answer: 'csv',
  },
  getVisitStatistics: {
    http: 'GET /admin/api/visits/stats',
    access: 'admin',
    summary: 'Visits by hour or day',
    input: Strict({
      from: From,
      to: To,
      by: Type.Optional(Type.Enum(['hour', 'day'], { default: 'day' })),
      storeId: Type.Optional(Id),
    }),
    result: Type.Array(VisitStatistic),
  },
  getVisit: {
    http: 'GET /admin/api/visits/{id}',
    access: 'admin',
    summary: 'One visit with its reads',
    input: Strict({ id: Id }),
    result: VisitDetail,
    versioned: true,
    errors: ['VISIT_NOT_FOUND'],
  },
  correctVisit: {
    http: 'PATCH /admin/api/visits/{id}',
    access: 'admin',
    summary: "Correct a misread plate: the visit's reads move to it, and its product use is decided again",
    input: Strict({ id: Id, carNumber: TypedCarNumber, reason: Reason }),
    result: VisitDetail,
    versioned: true,
    errors: ['VISIT_NOT_FOUND', 'VISIT_MERGED'],
  },
  noteVisit: {
    http: 'POST /admin/api/visits',
    access: 'admin',
    summary: 'Note a visit by hand',
    input: Strict({ storeId: Id, carNumber: TypedCarNumber, reason: Reason }),
    result: VisitDetail,
    status: 201,
    idempotent: true,
    errors: ['STORE_NOT_FOUND'],
  },
} as const satisfies Record<string, Spec>
