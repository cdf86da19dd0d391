import type { Static } from 'typebox'
import * as Type from 'typebox'
import { From, Id, Instant, Nullable, SearchText, Strict, To } from '../model/common-schemas.ts'
import type { Spec } from '../model/operation.ts'
import { Page, pageable } from '../model/paging.ts'
import { CsvPiece, personalExport, personalFile, wholeFile } from '../values/csv.ts'

export const AuditLog = Type.Object({
  id: Id,
  at: Instant,
  actorId: Id,
  actorName: Type.String(),
  action: Type.String({ examples: ['updateStore'] }),
  entity: Type.String({ examples: ['store'] }),
  entityId: Type.String({ examples: ['0199a0c5-3c80-7000-8000-000000000001'] }),
  before: Type.Any({
    description:
      'The changed fields before the change; null for a new entity. Cut to the beginning of its JSON text if the page becomes too large',
  }),
  after: Type.Any({ description: 'The same fields after the change; null for a deleted entity' }),
  requestId: Nullable(Type.String()),
})
export type AuditLog = Static<typeof AuditLog>

const query = Strict({
  q: Type.Optional(SearchText),
  actorId: Type.Optional(Id),
  entity: Type.Optional(Type.String({ minLength: 1, maxLength: 50, examples: ['store'] })),
  from: Type.Optional(From),
  to: Type.Optional(To),
  ...pageable('at'),
})

export const auditLogOperations = {
  listAuditLogs: {
    http: 'GET /admin/api/auditLogs',
    access: 'admin',
    permission: 'audit.read',
    scope: 'headOffice',
    summary: 'List the changes made by administrators, newest first',
    description: `Returns a page of entries. \`q\` matches any of: part of an administrator's name, the beginning of
      their email, part of an action's name in English or Korean, the complete id of an entity or a request. Values
      that are too long for a page are shortened; the export contains them in full. Only owners can read the log.`,
    input: query,
    result: Page(AuditLog),
  },
  exportAuditLogs: {
    http: 'GET /admin/api/auditLogs/export',
    audits: '변경 이력 내려받기',
    opens: true,
    access: 'admin',
    permission: 'audit.read',
    scope: 'headOffice',
    freshSignIn: 'full',
    summary: 'Export the audit log as CSV',
    description: `Contains the entries that match the query, with each changed field on a line of its own${personalFile} ${wholeFile}`,
    input: Strict({ ...query.properties, ...personalExport }),
    result: CsvPiece,
    response: 'csv',
  },
} as const satisfies Record<string, Spec>
