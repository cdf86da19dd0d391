import type { Static } from 'typebox'
import * as Type from 'typebox'
import { From, Id, Instant, Nullable, SearchText, Strict, To } from '../common.ts'
import { CsvPiece } from '../csv.ts'
import type { Spec } from '../operation.ts'
import { Page, pageable } from '../paging.ts'

export const AuditLog = Type.Object({
  id: Id,
  at: Instant,
  actorId: Id,
  actorName: Type.String(),
  action: Type.String({ examples: ['updateStore'] }),
  entity: Type.String({ examples: ['store'] }),
  entityId: Type.String(),
  before: Type.Any({
    description:
      'The fields that changed, as they were; null for something new. The beginning of its JSON text where a page grows too large',
  }),
  after: Type.Any({ description: 'The same fields afterwards; null for something deleted' }),
  requestId: Nullable(Type.String()),
})
export type AuditLog = Static<typeof AuditLog>

const query = Strict({
  q: Type.Optional(SearchText),
  actorId: Type.Optional(Id),
  entity: Type.Optional(Type.String({ minLength: 1, maxLength: 50 })),
  from: Type.Optional(From),
  to: Type.Optional(To),
  ...pageable('at'),
})

export const auditLogOperations = {
  listAuditLogs: {
    http: 'GET /admin/api/auditLogs',
    access: 'admin',
    summary: 'What administrators changed, the newest first',
    input: query,
    result: Page(AuditLog),
  },
  exportAuditLogs: {
    http: 'GET /admin/api/auditLogs/export',
    access: 'admin',
    summary: 'The audit log as CSV',
    input: query,
    result: CsvPiece,
    answer: 'csv',
  },
} as const satisfies Record<string, Spec>
