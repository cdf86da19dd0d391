import type { Static } from 'typebox'
import * as Type from 'typebox'
import { Nullable } from '../model/common-schemas.ts'
import { seoulTime } from './period.ts'
import { nationalNumber } from './phone.ts'

/** What every export says of its file. */
export const wholeFile = `The file is UTF-8 for spreadsheets, with Korean headings, filtered and sorted as the list is; \`page\` and
  \`size\` mean nothing to it. It is streamed, and the connection is cut where it cannot be finished, so that a part
  of it never looks like the whole.`

/**
 * A piece of a CSV file, as the owning service hands it to the gateway: whole lines, and where the next piece begins
 * (`cursor` of the next call). The first piece begins with the headings; null ends the file.
 */
export const CsvPiece = Type.Object({ lines: Type.String(), next: Nullable(Type.String()) })
export type CsvPiece = Static<typeof CsvPiece>

export type CsvCell = string | number | null
/** The columns of a file: each one's heading, and what stands in it of a row. */
export type CsvColumns<Row> = readonly (readonly [heading: string, cell: (row: Row) => CsvCell])[]

/** An instant as a spreadsheet reads it, by the clock of Seoul: `2026-11-21 14:32:05`; empty where there is none. */
export const csvTime = (instant: string | null): string | null => instant && seoulTime(new Date(instant))

/** A Korean phone number with its hyphens, without which a spreadsheet takes it for a number and drops its first zero. */
export const csvPhone = (phoneNumber: string): string =>
  nationalNumber(phoneNumber).replace(/^(0\d\d)(\d{3,4})(\d{4})$/, '$1-$2-$3')

/**
 * What a spreadsheet would take for the beginning of a formula (OWASP, CSV Injection), the full-width forms that Excel
 * reads alike in Korean too.
 */
const beginsFormula = /^[=+\-@\t\r\n＝＋－＠]/
const isQuoted = /[",\r\n]/

/** One line of a file, its end included (RFC 4180). A text that would be a formula gets an apostrophe; a number stays. */
export const csvLine = (cells: readonly CsvCell[]): string => `${cells.map(write).join(',')}\r\n`

function write(cell: CsvCell): string {
  if (typeof cell !== 'string') return cell === null ? '' : String(cell)
  const text = beginsFormula.test(cell) ? `'${cell}` : cell
  return isQuoted.test(text) ? `"${text.replaceAll('"', '""')}"` : text
}

/** A text of such a file as it was before: without the apostrophe. One that had its own before a formula loses that. */
export const csvText = (cell: string): string =>
  cell.startsWith("'") && beginsFormula.test(cell.slice(1)) ? cell.slice(1) : cell
