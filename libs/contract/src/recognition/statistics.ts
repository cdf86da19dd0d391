import * as Type from 'typebox'
import { Id, Nullable } from '../model/common-schemas.ts'
import type { Spec } from '../model/operation.ts'
import { howStatisticsCount, Statistics, statisticsQuery } from '../statistics/statistics.ts'
import { statisticsFile } from '../statistics/statistics-csv.ts'
import { CsvPiece } from '../values/csv.ts'

const Count = (description: string) => Type.Integer({ description })

const VisitFigures = Type.Object({
  visits: Count('Visits that began in the period, without doubtful ones'),
  members: Count('Visits of members'),
  guests: Count('Visits of guests'),
  newPlates: Count('Visits of plates that had been at no store before'),
  returning: Count('Visits of plates that had been at a store before'),
  late: Count('Visits whose reads all arrived late'),
  corrected: Count('Visits whose plate an administrator corrected'),
  used: Count('Visits that used a product'),
  stays: Count('Visits whose departure was read, which needs a recognizer at the exit'),
  averageStayMinutes: Nullable(
    Type.Number({
      minimum: 0,
      description:
        'Average seconds from the first read to the departure of the visits in `stays`; null if there are none',
    }),
  ),
})

const query = statisticsQuery(['day', 'hour', 'week', 'month', 'store'], { storeId: Type.Optional(Id) })
const noStore = 'No store has this id.'
const invalidRange = 'The range is longer than 10 years, has more than 2,000 periods or ends before it begins.'

export const visitStatisticsOperations = {
  getVisitFigures: {
    http: 'GET /admin/api/statistics/visits',
    access: 'admin',
    permission: 'statistics.read',
    scope: 'stores',
    summary: 'Count visits by period or store',
    description: `A visit counts when it began; a late read, a correction or a departure changes the figures of that time. By store, the most
      visited comes first, and stores without a visit are left out. ${howStatisticsCount}`,
    input: query,
    result: Statistics(VisitFigures),
    errors: { STORE_NOT_FOUND: noStore, VALIDATION_FAILED: invalidRange },
  },
  exportVisitFigures: {
    http: 'GET /admin/api/statistics/visits/export',
    access: 'admin',
    permission: 'statistics.read',
    scope: 'stores',
    summary: 'Export figures of visits as CSV',
    description: statisticsFile,
    input: query,
    result: CsvPiece,
    response: 'csv',
    errors: { STORE_NOT_FOUND: noStore, VALIDATION_FAILED: invalidRange },
  },
} as const satisfies Record<string, Spec>
