import { createStore } from '@kingcar/client'
import { csvLine, csvText, normaliseLine } from '@kingcar/contract'
import Papa from 'papaparse'
import { decodeText } from '../text/decode-text.ts'
import { amount } from '../text/format.ts'
import { text } from './copy.ts'
import { type Cells, cellsOf, type Field, fields } from './fields.ts'

/** Limits of a file in bytes and rows: what a user can review, and what the server accepts within a minute. */
const maxFileSize = 1_048_576
const maxRows = 500

export type SheetRow = {
  /** Row number as in a spreadsheet: the headings are row 1. */
  number: number
  cells: Cells
  /** Whether there is content in a column without a heading, for example after an unquoted comma. */
  spilled: boolean
}
export type Sheet = { rows: SheetRow[] } | { refusal: string }

const delimiters = [',', '\t', ';']
const needed = fields.filter((field) => createStore.required.includes(field))

/** Parses a file of stores, or returns a message why that is impossible. */
export async function readFile(file: File): Promise<Sheet> {
  if (file.size > maxFileSize) return { refusal: text.tooLarge }
  try {
    return readSheet(new Uint8Array(await file.arrayBuffer()))
  } catch {
    return { refusal: text.notRead } // deleted, or locked by another program
  }
}

/** Parses the bytes of a file. */
export function readSheet(bytes: Uint8Array): Sheet {
  const decoded = decodeText(bytes)
  if ('not' in decoded) return { refusal: decoded.not === 'spreadsheet' ? text.spreadsheet : text.unreadable }
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
  return rows.length > maxRows ? { refusal: text.tooLong(amount(rows.length)) } : { rows }
}

/** The delimiter that splits the first row into the most known headings. Other rows may contain all delimiters in their texts. */
function delimiterOf(source: string): string {
  const knownBy = (delimiter: string) => {
    const [headings = []] = Papa.parse<string[]>(source, { delimiter, newline: '\n', preview: 1 }).data
    return headings.filter((heading) => isField(headingOf(heading))).length
  }
  return delimiters.toSorted((one, other) => knownBy(other) - knownBy(one))[0] ?? ','
}

type Heading = Field | 'reason' | { unknown: string } | null

const squeezed = (heading: string) => normaliseLine(heading).replaceAll(' ', '')
const byHeading = new Map<string, Field | 'reason'>([
  ...fields.map((field) => [squeezed(text.headings[field]), field] as const),
  [squeezed(text.reason), 'reason'],
])

/** Field of a column; null for a column without a heading. */
function headingOf(heading: string): Heading {
  const name = squeezed(heading)
  if (name === '') return null
  return byHeading.get(name) ?? { unknown: normaliseLine(heading) }
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

/** Without it Excel reads UTF-8 as CP949. */
const byteOrderMark = '\uFEFF'

/** The template: headings and an example row. */
export const templateFile = (): Blob => fileOf([fields.map((field) => text.headings[field]), valuesOf(text.example)])

/** A file of rows as they were read, each with its fault, which can be imported again. */
export const fileOfRest = (rows: readonly { cells: Cells; reason: string }[]): Blob =>
  fileOf([
    [...fields.map((field) => text.headings[field]), text.reason],
    ...rows.map(({ cells, reason }) => [...valuesOf(cells), reason]),
  ])

/** Numbers are passed as numbers, so that a negative one is not escaped as a formula; only if that does not change the text. */
const valuesOf = (cells: Cells): (string | number)[] =>
  fields.map((field) => (String(Number(cells[field])) === cells[field] ? Number(cells[field]) : cells[field]))

const fileOf = (lines: readonly (readonly (string | number)[])[]): Blob =>
  new Blob([byteOrderMark, ...lines.map(csvLine)], { type: 'text/csv' })
