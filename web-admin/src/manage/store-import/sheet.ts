import { createStore } from '@kingcar/client'
import { csvLine, csvText, oneLine } from '@kingcar/contract'
import Papa from 'papaparse'
import { amount } from '../text/format.ts'
import { text } from './copy.ts'
import { type Cells, cellsOf, type Field, fields } from './fields.ts'

/** Bytes and rows of a file that are read: what people look through, and what the server takes within a minute. */
const largestFile = 1_048_576
const mostRows = 500

export type SheetRow = {
  /** As spreadsheets count: the headings are row 1. */
  number: number
  cells: Cells
  /** Whether something stands where no heading is, as after a comma that was not quoted. */
  spilled: boolean
}
export type Sheet = { rows: SheetRow[] } | { refusal: string }

const delimiters = [',', '\t', ';']
const needed = fields.filter((field) => createStore.required.includes(field))

/** What stands in a file of stores, or in a sentence why it cannot be told. */
export async function readFile(file: File): Promise<Sheet> {
  if (file.size > largestFile) return { refusal: text.tooLarge }
  try {
    return readSheet(new Uint8Array(await file.arrayBuffer()))
  } catch {
    return { refusal: text.notRead } // gone, or held by another program
  }
}

/** The same of its bytes. */
export function readSheet(bytes: Uint8Array): Sheet {
  const decoded = decode(bytes)
  if ('refusal' in decoded) return decoded
  const source = decoded.source.replaceAll(/\r\n?/g, '\n')
  const delimiter = delimiterOf(source)
  const { data, errors } = Papa.parse<string[]>(source, { delimiter, newline: '\n' })
  const unquoted = errors.find(({ type }) => type === 'Quotes')
  if (unquoted !== undefined) return { refusal: text.quotes(amount((unquoted.row ?? 0) + 1)) }

  const [headings = [], ...lines] = data
  const columns = headings.map(headingOf)
  const refusal = faultOfHeadings(columns)
  if (refusal !== undefined) return { refusal }
  const rows = lines
    .map((line, index) => rowOf(line, index + 2, columns))
    .filter(({ cells, spilled }) => spilled || fields.some((field) => cells[field] !== ''))
  if (rows.length === 0) return { refusal: text.empty }
  return rows.length > mostRows ? { refusal: text.tooLong(amount(rows.length)) } : { rows }
}

/** What Excel's own files begin with: `PK` of a ZIP archive, and the compound files before it. */
const spreadsheets = [
  [0x50, 0x4b, 0x03, 0x04],
  [0xd0, 0xcf, 0x11, 0xe0],
]

/** In UTF-8, or as Korean Excel saves: its `CSV` is CP949, which the web calls EUC-KR, its `Unicode text` UTF-16. */
function decode(bytes: Uint8Array): { source: string } | { refusal: string } {
  if (spreadsheets.some((magic) => magic.every((byte, at) => bytes[at] === byte))) return { refusal: text.spreadsheet }
  const encodings = bytes[0] === 0xff && bytes[1] === 0xfe ? ['utf-16le'] : ['utf-8', 'euc-kr']
  for (const encoding of encodings) {
    try {
      return { source: new TextDecoder(encoding, { fatal: true }).decode(bytes) }
    } catch {
      // not of this encoding
    }
  }
  return { refusal: text.unreadable }
}

/** What divides the headings into most that are known. Other rows may hold all of them within their texts. */
function delimiterOf(source: string): string {
  const knownBy = (delimiter: string) => {
    const [headings = []] = Papa.parse<string[]>(source, { delimiter, newline: '\n', preview: 1 }).data
    return headings.filter((heading) => isField(headingOf(heading))).length
  }
  return delimiters.toSorted((one, other) => knownBy(other) - knownBy(one))[0] ?? ','
}

type Heading = Field | 'reason' | { unknown: string } | null

const squeezed = (heading: string) => oneLine(heading).replaceAll(' ', '')
const byHeading = new Map<string, Field | 'reason'>([
  ...fields.map((field) => [squeezed(text.headings[field]), field] as const),
  [squeezed(text.reason), 'reason'],
])

/** What a column holds; null for one without a heading. */
function headingOf(heading: string): Heading {
  const name = squeezed(heading)
  if (name === '') return null
  return byHeading.get(name) ?? { unknown: oneLine(heading) }
}

const isField = (heading: Heading): heading is Field => typeof heading === 'string' && heading !== 'reason'

function faultOfHeadings(columns: readonly Heading[]): string | undefined {
  const unknown = columns.flatMap((heading) => (typeof heading === 'object' && heading !== null ? heading.unknown : []))
  const missing = needed.filter((field) => !columns.includes(field)).map((field) => text.headings[field])
  const twice = fields
    .filter((field) => columns.indexOf(field) !== columns.lastIndexOf(field))
    .map((field) => text.headings[field])
  const isFine = [unknown, missing, twice].every(({ length }) => length === 0)
  return isFine ? undefined : text.wrongHeadings({ unknown, missing, twice })
}

function rowOf(line: readonly string[], number: number, columns: readonly Heading[]): SheetRow {
  return {
    number,
    cells: cellsOf((field) => csvText(line[columns.indexOf(field)] ?? '').trim()),
    spilled: line.some((cell, at) => (columns[at] ?? null) === null && cell.trim() !== ''),
  }
}

/** Without it Excel takes UTF-8 for CP949. */
const byteOrderMark = '\uFEFF'

/** A file to be filled in: headings and an example. */
export const templateFile = (): Blob => fileOf([fields.map((field) => text.headings[field]), valuesOf(text.example)])

/** Rows as they were read, each with what is wrong; it can be read again. */
export const fileOfRest = (rows: readonly { cells: Cells; reason: string }[]): Blob =>
  fileOf([
    [...fields.map((field) => text.headings[field]), text.reason],
    ...rows.map(({ cells, reason }) => [...valuesOf(cells), reason]),
  ])

/** A number is no formula, whatever its sign, as long as it is written the same. */
const valuesOf = (cells: Cells): (string | number)[] =>
  fields.map((field) => (String(Number(cells[field])) === cells[field] ? Number(cells[field]) : cells[field]))

const fileOf = (lines: readonly (readonly (string | number)[])[]): Blob =>
  new Blob([byteOrderMark, ...lines.map(csvLine)], { type: 'text/csv' })
