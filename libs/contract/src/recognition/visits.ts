import type { Static } from 'typebox'
import * as Type from 'typebox'
import { TypedCarNumber } from '../member/cars.ts'
import { From, Id, Instant, Nullable, Reason, Strict, To, type Typed } from '../model/common-schemas.ts'
import type { Spec } from '../model/operation.ts'
import { Page, pageable } from '../model/paging.ts'
import { CsvPiece, wholeFile } from '../values/csv.ts'
import { BoundingBox, PlateCandidate, Visit } from './messages.ts'
import { rejectionReasons, visitKinds } from './values.ts'

/** A stored read. */
export const VisitRead = Type.Object({
  readId: Type.String({ format: 'uuid' }),
  deviceId: Nullable(Id),
  carNumber: Type.String({ description: 'As read', examples: ['12가3456'] }),
  confidence: Type.Number({ examples: [0.97] }),
  direction: Nullable(Type.Enum(['in', 'out'])),
  candidates: Type.Array(PlateCandidate, {
    description: "Other readings that the camera sent; of a visit's first 100 reads",
  }),
  recognizedAt: Instant,
  receivedAt: Instant,
  imageId: Nullable(Id),
  boundingBox: Nullable(BoundingBox),
  rejected: Nullable(Type.Enum([...rejectionReasons])),
})

/** A registered plate that may be the right one. A person has to confirm it. */
export const PlateSuggestion = Type.Object({
  carNumber: Type.String(),
  memberId: Id,
  name: Type.String({ examples: ['김민지'] }),
})
export type PlateSuggestion = Static<typeof PlateSuggestion>

/** An earlier correction of the same reading of the same device. A person has to confirm it. */
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
      examples: ['12가3456'],
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
    description: `A page of visits that are not merged into another, the newest first unless \`sort\` says otherwise.
      \`carNumber\` is a whole plate or its last four digits, \`member\` an id or a part of any name that the member has
      had; \`from\` and \`to\` are about the first read.`,
    input: query,
    result: Page(VisitRow),
  },
  exportVisits: {
    http: 'GET /admin/api/visits/export',
    access: 'admin',
    summary: 'The list of visits as CSV',
    description: `Visits that the query finds, with who came. ${wholeFile}`,
    input: query,
    result: CsvPiece,
    response: 'csv',
  },
  getVisitStatistics: {
    http: 'GET /admin/api/visits/stats',
    access: 'admin',
    summary: 'Visits by hour or day',
    description: `By hours or days in Asia/Seoul, periods without a visit too. A visit counts when it began;
      \`returning\` are those whose plate had been at any store before.`,
    input: Strict({
      from: From,
      to: To,
      by: Type.Optional(Type.Enum(['hour', 'day'], { default: 'day' })),
      storeId: Type.Optional(Id),
    }),
    result: Type.Array(VisitStatistic),
    errors: {
      VALIDATION_FAILED: 'The range has more than 10,000 periods, or ends before it begins.',
    },
  },
  getVisit: {
    http: 'GET /admin/api/visits/{id}',
    resource: 'visit',
    access: 'admin',
    summary: 'One visit with its reads',
    description: `\`readings\` are its accepted reads in order; \`suggestions\` are registered plates that the camera may
      have meant, for a person to confirm. A merged visit answers, too, and names the one that it became part of. The
      \`ETag\` grows with each read.`,
    input: Strict({ id: Id }),
    result: VisitDetail,
    versioned: true,
    errors: {
      VISIT_NOT_FOUND: 'No visit has this id.',
    },
  },
  correctVisit: {
    http: 'PATCH /admin/api/visits/{id}',
    resource: 'visit',
    audits: '방문 정정',
    access: 'admin',
    summary: "Correct a misread plate: the visit's reads move to it, and its product use is decided again",
    description: `At the right plate it is as if the reads had been read so: visits within the setting
      \`recognition.revisitSeconds\` become one, and what the member uses is decided anew. Live screens get every visit
      that changed once more. It stands in the audit log; with the plate that it has nothing happens.`,
    input: Strict({ id: Id, carNumber: TypedCarNumber, reason: Reason('번호판을 잘못 읽었어요.') }),
    result: VisitDetail,
    versioned: true,
    errors: {
      VISIT_NOT_FOUND: 'No visit has this id.',
      VISIT_MERGED: 'The visit has become part of another: correct that one.',
      VALIDATION_FAILED: '`carNumber` is no Korean number plate.',
    },
  },
  noteVisit: {
    http: 'POST /admin/api/visits',
    audits: '방문 기록',
    access: 'admin',
    summary: 'Note a visit by hand',
    description: `The car is here now, as if a camera had read its plate without a doubt: within the setting
      \`recognition.revisitSeconds\` it lengthens the visit that is there, and that one is answered. Live screens show it,
      and a product is used as by any visit. It stands in the audit log with its reason.`,
    input: Strict({ storeId: Id, carNumber: TypedCarNumber, reason: Reason('카메라가 꺼져 있었어요.') }),
    result: VisitDetail,
    status: 201,
    idempotent: true,
    errors: {
      STORE_NOT_FOUND: '`storeId` is of no store, or of one that was closed for good.',
      VALIDATION_FAILED: '`carNumber` is no Korean number plate.',
    },
  },
} as const satisfies Record<string, Spec>
