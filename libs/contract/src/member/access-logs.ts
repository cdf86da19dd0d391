import type { Static } from 'typebox'
import * as Type from 'typebox'
import { From, Id, Instant, Strict, To } from '../model/common-schemas.ts'
import type { Spec } from '../model/operation.ts'
import { Page, pageable } from '../model/paging.ts'
import { CsvPiece, exportReason, wholeFile } from '../values/csv.ts'

/** The largest number of member ids in an entry of the list; the exported file has all ids. */
export const mostListedMembers = 20

/**
 * A record that an administrator got data that identifies members (접속기록); equal accesses within minutes are one entry.
 */
export const AccessLog = Type.Object({
  id: Id,
  at: Instant,
  lastAt: Instant,
  adminId: Id,
  adminName: Type.String({ description: 'Name of the administrator at that time', examples: ['김관리'] }),
  address: Type.String({ description: "The client's IP address", examples: ['203.0.113.7'] }),
  action: Type.String({ description: 'Name of the operation', examples: ['getMember'] }),
  members: Type.Integer({ minimum: 1, description: 'Number of members in the result', examples: [1] }),
  memberIds: Type.Array(Id, { description: `At most ${mostListedMembers}; the file has all` }),
  requestId: Type.String({ description: 'Request id of one of the accesses' }),
})
export type AccessLog = Static<typeof AccessLog>

const query = Strict({
  adminId: Type.Optional(Id),
  memberId: Type.Optional(Id),
  from: Type.Optional(From),
  to: Type.Optional(To),
  ...pageable('at'),
})

export const accessLogOperations = {
  listAccessLogs: {
    http: 'GET /admin/api/accessLogs',
    access: 'admin',
    permission: 'audit.read',
    scope: 'headOffice',
    summary: 'List which administrators saw data of which members, newest first',
    description: `Returns a page of entries: one for each response with names or contact data of members, and for each
      part of a file without masks. Equal accesses within five minutes are one entry: \`at\` is the time of the first,
      \`lastAt\` that of the last. An entry of a read is stored before the response is sent; entries are kept for the
      days of \`ACCESS_LOG_DAYS\`. Visits on the live stream and the examples of \`GET /admin/api/attention\` are not
      recorded.`,
    input: query,
    result: Page(AccessLog),
  },
  exportAccessLogs: {
    http: 'GET /admin/api/accessLogs/export',
    audits: '접속기록 내려받기',
    access: 'admin',
    permission: 'audit.read',
    scope: 'headOffice',
    summary: 'Export the access log as CSV',
    description: `Contains the entries that match the query, with the ids of all members. ${wholeFile}`,
    input: Strict({ ...query.properties, ...exportReason }),
    result: CsvPiece,
    response: 'csv',
  },
} as const satisfies Record<string, Spec>
