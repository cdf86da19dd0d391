import type { CallInput } from '@kingcar/client'
import { type BusinessHours, faultsOf, oneLine, storeOperations } from '@kingcar/contract'
import { overlaps, weekOf } from '../stores/hours.ts'
import { amount } from '../text/format.ts'
import { text } from './copy.ts'
import { type Cells, cellsOf, type Field, fields } from './fields.ts'
import { formatHours, parseHours } from './opening-hours.ts'
import type { SheetRow } from './sheet.ts'

export type StoreInput = CallInput<'catalog', 'createStore'>
/** What is wrong with a row, at one of its fields or as a whole. */
export type RowFault = { field: Field | null; message: string }
export type CheckedRow = {
  number: number
  cells: Cells
  /** Opening hours as they were understood; as they were written where they were not. */
  hours: string
  /** What is sent; null where something is wrong. */
  input: StoreInput | null
  faults: RowFault[]
  /** What may well be meant so. */
  warnings: string[]
}

const schema = storeOperations.createStore.input

/**
 * Judges each row as the form of a new store would, by the contract.
 * @param known names of the stores that there are
 */
export function checkRows(rows: readonly SheetRow[], known: readonly string[]): CheckedRow[] {
  const taken = new Set(known.map(sameName))
  const rowsByName = new Map<string, number[]>()
  for (const { cells, number } of rows) {
    const name = sameName(cells.name)
    rowsByName.set(name, [...(rowsByName.get(name) ?? []), number])
  }
  return rows.map((row) => {
    const name = sameName(row.cells.name)
    const twins = (rowsByName.get(name) ?? []).filter((number) => number !== row.number)
    const checked = checkRow(row)
    const named =
      name === ''
        ? []
        : [
            ...(taken.has(name) ? [text.known] : []),
            ...(twins.length > 0 ? [text.twin(twins.map(amount).join(', '))] : []),
          ]
    return { ...checked, warnings: [...named, ...checked.warnings] }
  })
}

/** Names that people take for the same one. */
const sameName = (name: string): string => oneLine(name).replaceAll(/\s+/g, ' ').toLowerCase()

function checkRow({ number, cells, spilled }: SheetRow): CheckedRow {
  const hours = parseHours(cells.businessHours)
  const visible = yesOrNo(cells.visible)
  const read = 'hours' in hours ? hours.hours : []
  const candidate = candidateOf(cells, read, visible ?? true)

  const own: Partial<Record<Field, string>> = {
    ...('fault' in hours && { businessHours: hours.fault }),
    ...(visible === undefined && { visible: text.visibleFault }),
  }
  const byContract = new Map(faultsOf(schema, candidate).map(({ path, ko }) => [path.split('.')[0], ko]))
  const faults: RowFault[] = [
    ...(spilled ? [{ field: null, message: text.spilled }] : []),
    ...(isExample(cells) ? [{ field: null, message: text.exampleLeft }] : []),
    ...fields.flatMap((field) => {
      const message = own[field] ?? byContract.get(field)
      return message === undefined ? [] : [{ field, message }]
    }),
  ]
  return {
    number,
    cells,
    hours: 'hours' in hours ? formatHours(read) : cells.businessHours,
    input: faults.length === 0 && isInput(candidate) ? candidate : null,
    faults,
    warnings: 'hours' in hours ? doubtsOf(cells, read) : [],
  }
}

function candidateOf(cells: Cells, businessHours: BusinessHours[], visible: boolean) {
  const { name, address, addressDetail, latitude, longitude, phone } = cellsOf((field) => oneLine(cells[field]))
  return {
    ...{ name, address, phone, businessHours, visible },
    addressDetail: addressDetail === '' ? null : addressDetail,
    ...(latitude !== '' && { latitude: numberIn(latitude) }),
    ...(longitude !== '' && { longitude: numberIn(longitude) }),
    closedDates: datesIn(cells.closedDates),
  }
}

const isInput = (candidate: object): candidate is StoreInput => faultsOf(schema, candidate).length === 0

const isExample = (cells: Cells): boolean => fields.every((field) => cells[field] === text.example[field])

/** The number that is written; the text itself where it is none, for the contract to say so. */
const numberIn = (written: string): number | string =>
  /^[+-]?\d+(?:\.\d+)?$/.test(written) ? Number(written) : written

const date = /(\d{4})\s*[-./년]\s*(\d{1,2})\s*[-./월]\s*(\d{1,2})\s*[.일]?/g

/** The dates that are written, each once and in order; the text itself where it holds anything else. */
function datesIn(written: string): string[] {
  if (/[^\s,;]/.test(written.replaceAll(date, ' '))) return [written]
  const dates = [...written.matchAll(date)].map(([, year, month = '', day = '']) =>
    [year, month.padStart(2, '0'), day.padStart(2, '0')].join('-'),
  )
  return [...new Set(dates)].toSorted()
}

const yes = ['', '예', '네', '노출', '표시', 'o', 'y', 'yes', 'true', '1']
const no = ['아니요', '아니오', '숨김', 'x', 'n', 'no', 'false', '0']

function yesOrNo(written: string): boolean | undefined {
  const word = oneLine(written).toLowerCase()
  if (yes.includes(word)) return true
  return no.includes(word) ? false : undefined
}

/** A number of an area or a mobile phone as spreadsheets leave it that take it for a sum. */
const withoutZero = /^[1-9]\d{8,9}$/

function doubtsOf({ phone }: Cells, hours: readonly BusinessHours[]): string[] {
  return [
    ...(withoutZero.test(phone) ? [text.lostZero] : []),
    ...(hours.length === 0 ? [text.neverOpen] : []),
    ...(overlaps(weekOf(hours)).size > 0 ? [text.overlap] : []),
  ]
}
