import type { Static } from 'typebox'
import * as Type from 'typebox'
import { TypedCarNumber } from '../member/cars.ts'
import { From, Id, Instant, Nullable, Reason, Strict, To, type Typed } from '../model/common-schemas.ts'
import type { Spec } from '../model/operation.ts'
import { Count, countable, Page, pageable } from '../model/paging.ts'
import { BoundingBox } from '../values/bounding-box.ts'
import { CsvPiece, chosenRows, personalExport, personalFile, wholeFile } from '../values/csv.ts'
import { JudgedProduct, PlateCandidate, Visit } from './messages.ts'
import { plateListKinds, rejectionReasons, useDecisions, visitKinds } from './values.ts'

/** A stored read. */
export const VisitRead = Type.Object({
  readId: Type.String({ format: 'uuid' }),
  deviceId: Nullable(Id),
  carNumber: Type.String({ description: 'As read', examples: ['12가3456'] }),
  confidence: Type.Number({ examples: [0.97] }),
  direction: Nullable(Type.Enum(['in', 'out'])),
  candidates: Type.Array(PlateCandidate, {
    description: 'Other readings that the camera sent; only for the first 100 reads of a visit',
  }),
  recognizedAt: Instant,
  receivedAt: Instant,
  imageId: Nullable(Id),
  boundingBox: Nullable(BoundingBox),
  rejected: Nullable(Type.Enum([...rejectionReasons])),
  doubtful: Type.Boolean({ description: 'Reads at the same time show a similar plate that is more likely correct' }),
})

/** A registered plate that the camera may have misread. An operator confirms it; it is never applied automatically. */
export const PlateSuggestion = Type.Object({
  carNumber: Type.String(),
  memberId: Id,
  name: Type.String({ examples: ['김민지'] }),
})
export type PlateSuggestion = Static<typeof PlateSuggestion>

/** The earlier correction of the same reading of the same device. An operator confirms it. */
export const PastCorrection = Type.Object({
  carNumber: Type.String(),
  correctedAt: Instant,
  times: Type.Integer({
    minimum: 1,
    description:
      'Number of visits that were corrected from the one plate to the other since the last opposite correction',
  }),
})
export type PastCorrection = Static<typeof PastCorrection>

const useDecisionText = `Whether the visit used a product, or why not. \`noProduct\`: the member has none;
  \`periodOver\`: it has ended, is unpaid or begins later; \`notThisStore\`: it is for other stores; \`otherCar\`: it
  is for another car; \`usedUp\`: no uses are left in the period; \`dayLimit\`: none are left for the day; \`paused\`:
  the member or an administrator paused it; \`late\`: the read, or the registration of its plate, arrived more than ten
  minutes after the car did; \`doubtful\`: the plate was not read with certainty; \`usageOff\`: the setting
  \`products.useOnVisit\` was off; \`reversed\`: an administrator reversed the use. Null for a guest, and until it is
  decided`

const decided = {
  useDecision: Nullable(Type.Enum([...useDecisions], { description: useDecisionText, examples: ['used'] })),
  /**
   * If the member has several products: the one that met the most conditions. Null for decisions that concern no
   * product.
   */
  judgedProduct: Nullable(JudgedProduct),
}

const doubt = {
  doubtful: Type.Boolean({
    description:
      'All of its reads are doubtful: reads within `recognition.lookalikeSeconds` show a similar plate that is more likely correct, so screens do not greet and no product is used',
  }),
}

const listed = {
  listed: Nullable(
    Type.Enum([...plateListKinds], {
      description: 'The list that the plate is on at this store now',
      examples: ['vip'],
    }),
  ),
}

const stay = {
  leftAt: Nullable(Instant),
  dwellSeconds: Nullable(
    Type.Integer({ minimum: 0, description: 'From `recognizedAt` to `leftAt`', examples: [2_460] }),
  ),
}

/** A visit in a list. */
export const VisitRow = Type.Object({
  ...Visit.properties,
  ...decided,
  ...doubt,
  ...listed,
  ...stay,
  imageId: Nullable(Id),
  boundingBox: Nullable(BoundingBox),
  suggestedCarNumber: Nullable(
    Type.String({
      description: 'Plate to which the same reading of its recognizer was corrected before, as in `pastCorrection`',
      examples: ['12가3456'],
    }),
  ),
})
export type VisitRow = Typed<typeof VisitRow>

export const VisitDetail = Type.Object({
  ...Visit.properties,
  ...decided,
  ...doubt,
  ...listed,
  ...stay,
  readings: Type.Array(VisitRead),
  suggestions: Type.Array(PlateSuggestion, {
    description:
      'If no member has registered the plate: registered plates that differ by one common misreading, otherwise at most five with the same last four digits, most similar first; for an administrator of certain stores only plates that have been at these',
  }),
  pastCorrection: Nullable(PastCorrection),
})
export type VisitDetail = Static<typeof VisitDetail>

export const VisitStatistic = Type.Object({
  period: Type.String({ description: 'YYYY-MM-DD or YYYY-MM-DDTHH in Asia/Seoul', examples: ['2026-01-31'] }),
  visits: Type.Integer(),
  members: Type.Integer(),
  guests: Type.Integer(),
  returning: Type.Integer({ description: 'Visits of plates that had visited before' }),
  late: Type.Integer({ description: 'Visits whose reads all arrived late' }),
  corrected: Type.Integer({ description: 'Visits whose plate an administrator corrected' }),
  used: Type.Integer({ description: 'Visits that used a product' }),
})
export type VisitStatistic = Static<typeof VisitStatistic>

const filters = {
  storeId: Type.Optional(Id),
  from: Type.Optional(From),
  to: Type.Optional(To),
  carNumber: Type.Optional(
    Type.String({ minLength: 1, maxLength: 32, description: 'A plate or its last four digits', examples: ['3456'] }),
  ),
  member: Type.Optional(
    Type.String({ minLength: 1, maxLength: 50, description: 'Id, or part of a name', examples: ['홍길동'] }),
  ),
  kind: Type.Optional(
    Type.Enum([...visitKinds], {
      description: 'Whether the visitor is a member or a guest; a member who has left is a guest',
    }),
  ),
  useDecision: Type.Optional(
    Type.Enum([...useDecisions], { description: 'Visits of members with this decision about the use of a product' }),
  ),
  review: Type.Optional(
    Type.Enum(['open'], {
      description: 'Visits whose plate waits for a decision, since one of their reads is in `listReadReviews`',
    }),
  ),
}
const query = Strict({ ...filters, ...pageable('recognizedAt') })

export const visitOperations = {
  listVisits: {
    http: 'GET /admin/api/visits',
    opens: '방문 목록 조회',
    access: 'admin',
    permission: 'visits.read',
    scope: 'stores',
    summary: 'Search visits, newest first',
    description: `Returns a page of visits that are not merged into another one, newest first unless \`sort\` is
      given. \`carNumber\` is a whole plate or its last four digits, \`member\` an id or part of any name that the
      member has had. \`from\` and \`to\` apply to the first read. \`useDecision\` says whether a member's visit used a
      product, or why not; \`imageId\` is the image of the clearest of a visit's first 100 reads.`,
    input: query,
    result: Page(VisitRow),
  },
  countVisits: {
    http: 'GET /admin/api/visits/totals',
    access: 'admin',
    permission: 'visits.read',
    scope: 'stores',
    summary: 'Count visits',
    description: 'Takes the filters of `listVisits`.',
    input: Strict({ ...filters, ...countable }),
    result: Type.Object({ count: Count }),
  },
  exportVisits: {
    http: 'GET /admin/api/visits/export',
    audits: '방문 내려받기',
    opens: true,
    access: 'admin',
    permission: 'visits.read',
    scope: 'stores',
    freshSignIn: 'full',
    summary: 'Export visits as CSV',
    description: `Contains the visits that match the query, with their visitors${personalFile} ${wholeFile}`,
    input: Strict({ ...query.properties, ...chosenRows, ...personalExport }),
    result: CsvPiece,
    response: 'csv',
  },
  getVisitStatistics: {
    http: 'GET /admin/api/visits/stats',
    access: 'admin',
    permission: 'statistics.read',
    scope: 'stores',
    summary: 'Count visits by hour or day',
    description: `Hours and days are in Asia/Seoul; periods without a visit are included. A visit counts when it
      began; \`returning\` counts visits whose plate had been at any store before. Doubtful visits are not counted.`,
    input: Strict({
      from: From,
      to: To,
      by: Type.Optional(Type.Enum(['hour', 'day'], { default: 'day' })),
      storeId: Type.Optional(Id),
    }),
    result: Type.Array(VisitStatistic),
    errors: {
      VALIDATION_FAILED: 'The range has more than 10,000 periods or ends before it begins.',
    },
  },
  getVisit: {
    http: 'GET /admin/api/visits/{id}',
    resource: 'visit',
    opens: '방문 조회',
    access: 'admin',
    permission: 'visits.read',
    scope: 'stores',
    summary: 'Get one visit with its reads',
    description: `\`readings\` are its accepted reads in order; \`suggestions\` are registered plates that the camera
      may have misread, for an operator to confirm. A merged visit is returned as well and names the visit that it was
      merged into. \`leftAt\` is the time of the first read that shows the car leaving: after the last read of the
      visit, at most a day later, and before the next visit of the plate; null if there is none. The \`ETag\` grows with each read.`,
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
    opens: true,
    access: 'admin',
    permission: 'visits.correct',
    scope: 'stores',
    summary: 'Correct a misread plate; the reads of the visit move to it, and its product use is decided again',
    description: `The result is the same as if the reads had been correct: visits at most
      \`recognition.revisitSeconds\` apart are merged. Live screens receive every changed visit again. The change is
      recorded in the audit log; a request with the current plate is a no-op.`,
    input: Strict({ id: Id, carNumber: TypedCarNumber, reason: Reason('번호판을 잘못 읽었어요.') }),
    result: VisitDetail,
    versioned: true,
    errors: {
      VISIT_NOT_FOUND: 'No visit has this id.',
      VISIT_MERGED: 'The visit was merged into another one: correct that one.',
      VALIDATION_FAILED: '`carNumber` is not a Korean number plate.',
    },
  },
  noteVisit: {
    http: 'POST /admin/api/visits',
    audits: '방문 기록',
    opens: true,
    access: 'admin',
    permission: 'visits.correct',
    scope: 'stores',
    summary: 'Record a visit by hand',
    description: `Has the same effect as a read of this plate now with full confidence: within the setting
      \`recognition.revisitSeconds\` it extends the existing visit, which is returned. Live screens show it, and it
      uses a product like any other visit. The change is recorded in the audit log with its reason.`,
    input: Strict({ storeId: Id, carNumber: TypedCarNumber, reason: Reason('카메라가 꺼져 있었어요.') }),
    result: VisitDetail,
    status: 201,
    idempotent: true,
    errors: {
      STORE_NOT_FOUND: '`storeId` belongs to no store or to a permanently closed one.',
      VALIDATION_FAILED: '`carNumber` is not a Korean number plate.',
    },
  },
} as const satisfies Record<string, Spec>
