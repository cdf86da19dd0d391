import type { Static } from 'typebox'
import * as Type from 'typebox'
import { Id, Nullable, Reason } from '../model/common-schemas.ts'
import { maximumPageSize } from '../model/paging.ts'
import { seoulTime } from './period.ts'
import { nationalNumber } from './phone.ts'

/** Part of the description of every export. */
export const wholeFile = `The file is UTF-8 for spreadsheets, with Korean headings, filtered and sorted as the list is; \`page\` and
  \`size\` are ignored. The response is streamed; after a failure the connection is cut, so that an incomplete file does
  not look complete.`

/** Ends the first sentence of the description of every export of personal data. */
export const personalFile = '; names, phones, emails and plates are masked unless `full` is true.'

/** Input of every export that the audit log records, besides the query. */
export const exportReason = {
  reason: Type.Optional(
    Type.String({
      ...Reason('월말 정산을 대조해요'),
      minLength: 2,
      maxLength: 200,
      description: 'Purpose of the file; recorded in the audit log, with the number of rows',
    }),
  ),
}

/** Input of every export of personal data, besides the query. */
export const personalExport = {
  ...exportReason,
  full: Type.Optional(
    Type.Boolean({ description: 'Without masks; needs a `reason` and the permission `members.contact`' }),
  ),
}

/** Input of an export that an administrator can limit to chosen rows of one page. */
export const chosenRows = {
  ids: Type.Optional(
    Type.Array(Id, {
      minItems: 1,
      maxItems: maximumPageSize,
      uniqueItems: true,
      description: 'Ids of rows: the file has only those that also match the query',
    }),
  ),
}

/**
 * A piece of a CSV file, which the owning service returns to the gateway: whole lines, and the `cursor` of the call for
 * the next piece, null after the last one. The first piece starts with the headings. `memberIds` are the members whose
 * data the piece contains without masks, for the access log.
 */
export const CsvPiece = Type.Object({
  lines: Type.String(),
  next: Nullable(Type.String()),
  memberIds: Type.Optional(Type.Array(Id)),
})
export type CsvPiece = Static<typeof CsvPiece>

export type CsvCell = string | number | null
/** The columns of a file: heading and cell of a row. */
export type CsvColumns<Row> = readonly (readonly [heading: string, cell: (row: Row) => CsvCell])[]

/** A time in Asia/Seoul, in a format that spreadsheets parse: `2026-11-21 14:32:05`. */
export const csvTime = (instant: string | null): string | null => instant && seoulTime(new Date(instant))

/** A Korean phone number with hyphens; without them a spreadsheet parses a number and drops the leading zero. */
export const csvPhone = (phoneNumber: string): string =>
  nationalNumber(phoneNumber).replace(/^(0\d\d)(\d{3,4})(\d{4})$/, '$1-$2-$3')

/**
 * The first characters of what a spreadsheet parses as a formula (OWASP, CSV Injection), with the full-width forms,
 * which the Korean Excel accepts too.
 */
const beginsFormula = /^[=+\-@\t\r\n＝＋－＠]/
const isQuoted = /[",\r\n]/

/**
 * One line of a file with its line end (RFC 4180). A text that starts like a formula gets an apostrophe; numbers do
 * not.
 */
export const csvLine = (cells: readonly CsvCell[]): string => `${cells.map(write).join(',')}\r\n`

function write(cell: CsvCell): string {
  if (typeof cell !== 'string') return cell === null ? '' : String(cell)
  const text = beginsFormula.test(cell) ? `'${cell}` : cell
  return isQuoted.test(text) ? `"${text.replaceAll('"', '""')}"` : text
}

/** Removes the apostrophe of `csvLine`. It also removes an apostrophe that the text itself had before a formula. */
export const csvText = (cell: string): string =>
  cell.startsWith("'") && beginsFormula.test(cell.slice(1)) ? cell.slice(1) : cell
