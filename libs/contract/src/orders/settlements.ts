import * as Type from 'typebox'
import { CalendarDate, Id, Instant, Nothing, Nullable, Strict, type Typed } from '../model/common-schemas.ts'
import type { Spec } from '../model/operation.ts'
import { CsvPiece, chosenRows } from '../values/csv.ts'

/** Limits of a file: its text has to fit into one message of the bus. */
export const settlementFileLimits = {
  bytes: 900 * 1024,
  rows: 20_000,
  days: 92,
  listed: 200,
  differences: 500,
  faults: 20,
} as const

/** Differences between the provider's settlement and the ledger. */
export const fileDifferences = [
  'missingHere',
  'missingInFile',
  'otherAmount',
  'otherDay',
  'owedReturn',
  'wrongSum',
  'wrongVat',
] as const

const KRW = (description: string) => Type.Integer({ description: `KRW${description && `, ${description}`}` })

const file = {
  id: Id,
  fileName: Type.String({ examples: ['거래건별조회_202601.csv'] }),
  importedAt: Instant,
  importedBy: Nullable(Type.String({ format: 'uuid', description: 'The administrator or API key that imported it' })),
  from: CalendarDate,
  to: CalendarDate,
  rows: Type.Integer({ description: 'Rows of the file', examples: [120] }),
}
const SettlementFile = Type.Object(file)
export type SettlementFile = Typed<typeof SettlementFile>

const Sums = Type.Object({
  paid: KRW(''),
  refunded: KRW(''),
  fee: KRW('with its VAT'),
  settled: KRW('that is paid out'),
})

const FileDifference = Type.Object({
  kind: Type.Enum([...fileDifferences], {
    description:
      'missingHere: only the settlement has it; missingInFile: only the ledger has it; otherAmount: both have it, with different amounts; otherDay: both have it, on different days; owedReturn: the payment is among the owed returns; wrongSum: the amount minus the fees is not the amount that is paid out; wrongVat: the VAT of a fee is not a tenth of the fee',
  }),
  movement: Type.Enum(['paid', 'refunded']),
  date: CalendarDate,
  merchantUid: Type.String({ examples: ['kc_0199a0c53c8070008000000000000001'] }),
  orderId: Nullable(Type.String({ format: 'uuid', description: 'null if no order has the `merchantUid`' })),
  paymentUid: Type.String({ examples: ['imp_123456789012'] }),
  fileAmount: KRW('0 if the file has none'),
  ownAmount: KRW('0 if the ledger has none'),
})

const SettlementComparison = Type.Object({
  ...file,
  sums: Sums,
  own: Type.Object({ paid: KRW(''), refunded: KRW('') }),
  differenceCount: Type.Integer(),
  differences: Type.Array(FileDifference, {
    description: `The largest differences, at most ${settlementFileLimits.differences}`,
  }),
})
export type SettlementComparison = Typed<typeof SettlementComparison>

const StatementRow = Type.Object({
  storeId: Nullable(Type.String({ format: 'uuid', description: 'null for products that are valid at several stores' })),
  storeName: Type.String({ examples: ['강남점'] }),
  method: Type.String({ examples: ['card'] }),
  methodName: Type.String({ examples: ['카드'] }),
  atCounter: Type.Boolean(),
  orders: Type.Integer({ description: 'Paid ones' }),
  paid: KRW(''),
  refunded: KRW(''),
  fee: KRW('with its VAT, as settlement files have it'),
  net: KRW('paid less refunded and fee'),
})
const Statement = Type.Object({
  month: Type.String({ examples: ['2026-01'] }),
  asOf: Instant,
  settledUntil: Nullable(
    Type.String({
      format: 'date',
      description: 'Last day of the month that is covered by settlement files; null for none',
    }),
  ),
  rows: Type.Array(StatementRow),
})
export type Statement = Typed<typeof Statement>

const statementQuery = Strict({
  month: Type.String({
    pattern: '^20\\d{2}-(0[1-9]|1[0-2])$',
    description: 'YYYY-MM in Asia/Seoul',
    examples: ['2026-01'],
  }),
  storeId: Type.Optional(Id),
})
const notFound = { SETTLEMENT_NOT_FOUND: 'No settlement file has this id.' }

export const settlementOperations = {
  importSettlement: {
    http: 'POST /admin/api/settlements',
    audits: '정산 파일 등록',
    access: 'admin',
    permission: 'settlements.manage',
    scope: 'headOffice',
    summary: "Import a settlement file of the provider's console",
    description: `\`csv\` is the list 거래 건별조회 of PortOne's console, saved as CSV, of a period by 거래일; it needs the columns 거래일, 고객사 결제번호,
      포트원 결제번호, 거래금액, PG수수료, PG수수료 부가세 and 정산금액, and others are ignored. A refund has a negative amount, or 취소 in 거래상태. The
      file is stored as a whole or not at all. Rows that another file had before are not counted twice, and the
      same file again returns the stored one.`,
    input: Strict(
      {
        fileName: Type.String({ minLength: 1, maxLength: 200 }),
        csv: Type.String({ minLength: 1, maxLength: settlementFileLimits.bytes, description: 'Text of the file' }),
      },
      {
        fileName: '거래건별조회_202601.csv',
        csv: '거래일,고객사 결제번호,포트원 결제번호,거래금액,PG수수료,PG수수료 부가세,정산금액\n2026-01-05,kc_0199a0c53c8070008000000000000001,imp_123456789012,35000,1050,105,33845\n',
      },
    ),
    bodyLimit: settlementFileLimits.bytes,
    timeoutSeconds: 15,
    result: SettlementFile,
    status: 201,
    idempotent: true,
    errors: {
      VALIDATION_FAILED: `A column is missing; a row cannot be read, or differs from the same row of another file (in amounts, fees or the day of a payment); the file lacks a row that another file has for one of its days; there is no row or more than ${settlementFileLimits.rows.toLocaleString('en')}; or the rows cover more than ${settlementFileLimits.days} days. \`details\` name the columns and the first rows.`,
      PAYLOAD_TOO_LARGE: `The body is larger than ${settlementFileLimits.bytes / 1024} KiB: import shorter periods.`,
    },
  },
  listSettlements: {
    http: 'GET /admin/api/settlements',
    access: 'admin',
    permission: 'statistics.read',
    scope: 'headOffice',
    summary: 'List the imported settlement files',
    description: `The list has the latest ${settlementFileLimits.listed}, the newest first.`,
    input: Strict({}),
    result: Type.Array(SettlementFile),
  },
  countSettlements: {
    http: 'GET /admin/api/settlements/totals',
    access: 'admin',
    permission: 'statistics.read',
    scope: 'headOffice',
    summary: 'Count the rows of settlement files and add up their amounts',
    description: `Of all files, or with \`ids\` of the days of these, as \`sums\` of \`getSettlement\`; a row that several
      files have counts once.`,
    input: Strict({ ...chosenRows }),
    timeoutSeconds: 15,
    result: Type.Object({
      rows: Type.Integer({ description: 'Rows of the files', examples: [120] }),
      ...Sums.properties,
    }),
  },
  getSettlement: {
    http: 'GET /admin/api/settlements/{id}',
    resource: 'settlement',
    access: 'admin',
    permission: 'statistics.read',
    scope: 'headOffice',
    summary: 'Compare the days of a settlement file with the ledger, row by row',
    description: `The comparison includes all files with rows of these days. It compares payments and refunds one by
      one with the current ledger, without sales at counters.`,
    input: Strict({ id: Id }),
    timeoutSeconds: 15,
    result: SettlementComparison,
    errors: notFound,
  },
  deleteSettlement: {
    http: 'DELETE /admin/api/settlements/{id}',
    resource: 'settlement',
    audits: '정산 파일 삭제',
    access: 'admin',
    permission: 'settlements.manage',
    scope: 'headOffice',
    summary: 'Delete a settlement file with its rows',
    description: 'Rows that another file has too are deleted with this one: import the other file again.',
    input: Strict({ id: Id }),
    result: Nothing,
    errors: notFound,
  },
  getStatement: {
    http: 'GET /admin/api/statements',
    access: 'admin',
    permission: 'statistics.read',
    scope: 'stores',
    summary: 'Get the statement of a month by store and method',
    description: `Money counts as in \`getMoneyFigures\`: on the day on which the provider moved it. Fees are those of
      settlement file rows with a day in the month. An administrator of certain stores gets the rows of these stores.`,
    input: statementQuery,
    result: Statement,
    errors: { STORE_NOT_FOUND: 'No store has this id.' },
  },
  exportStatement: {
    http: 'GET /admin/api/statements/export',
    access: 'admin',
    permission: 'statistics.read',
    scope: 'stores',
    summary: 'Export the statement of a month as CSV',
    description: 'The file is UTF-8 for spreadsheets, with Korean headings: a line for each row, then the total.',
    input: statementQuery,
    result: CsvPiece,
    response: 'csv',
    errors: { STORE_NOT_FOUND: 'No store has this id.' },
  },
} as const satisfies Record<string, Spec>
