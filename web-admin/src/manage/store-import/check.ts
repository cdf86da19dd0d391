import type { CallInput } from '@kingcar/client'
import { type BusinessHours, normaliseLine, storeOperations, validationDetails } from '@kingcar/contract'
import { overlaps, weekOf } from '../stores/hours.ts'
import { amount } from '../text/format.ts'
import { text } from './copy.ts'
import { type Cells, cellsOf, type Field, fields } from './fields.ts'
import { formatHours, parseHours } from './opening-hours.ts'
import type { SheetRow } from './sheet.ts'

export type StoreInput = CallInput<'catalog', 'createStore'>
/** A fault of a row, at one of its fields or as a whole. */
export type RowFault = { field: Field | null; message: string }
export type CheckedRow = {
  number: number
  cells: Cells
  /** Opening hours as parsed, or as written if they could not be parsed. */
  hours: string
  /** Input of createStore; null if the row has faults. */
  input: StoreInput | null
  faults: RowFault[]
  /** Doubtful but valid values. */
  warnings: string[]
}

const schema = storeOperations.createStore.input

/**
 * Validates each row by the contract, like the form of a new store.
 * @param known names of the existing stores
 */
export function checkRows(rows: readonly SheetRow[], known: readonly string[]): CheckedRow[] {
  const taken = new Set(known.map(nameKey))
  const rowsByName = new Map<string, number[]>()
  for (const { cells, number } of rows) {
    const name = nameKey(cells.name)
    rowsByName.set(name, [...(rowsByName.get(name) ?? []), number])
  }
  return rows.map((row) => {
    const name = nameKey(row.cells.name)
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

/** Key under which equal-looking names are the same. */
const nameKey = (name: string): string => normaliseLine(name).replaceAll(/\s+/g, ' ').toLowerCase()

function checkRow({ number, cells, spilled }: SheetRow): CheckedRow {
  const hours = parseHours(cells.businessHours)
  const visible = yesOrNo(cells.visible)
  const read = 'hours' in hours ? hours.hours : []
  const candidate = candidateOf(cells, read, visible ?? true)

  const own: Partial<Record<Field, string>> = {
    ...('fault' in hours && { businessHours: hours.fault }),
    ...(visible === undefined && { visible: text.visibleFault }),
  }
  const byContract = new Map(validationDetails(schema, candidate).map(({ path, ko }) => [path.split('.')[0], ko]))
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
    warnings: 'hours' in hours ? warningsOf(cells, read) : [],
  }
}

function candidateOf(cells: Cells, businessHours: BusinessHours[], visible: boolean) {
  const { name, address, addressDetail, latitude, longitude, phone } = cellsOf((field) => normaliseLine(cells[field]))
  return {
    ...{ name, address, phone, businessHours, visible },
    addressDetail: addressDetail === '' ? null : addressDetail,
    ...(latitude !== '' && { latitude: numberIn(latitude) }),
    ...(longitude !== '' && { longitude: numberIn(longitude) }),
    closedDates: datesIn(cells.closedDates),
  }
}

const isInput = (candidate: object): candidate is StoreInput => validationDetails(schema, candidate).length === 0

const isExample = (cells: Cells): boolean => fields.every((field) => cells[field] === text.example[field])

/** Parses a number. Other text is returned unchanged, so that the contract reports the fault. */
const numberIn = (written: string): number | string =>
  /^[+-]?\d+(?:\.\d+)?$/.test(written) ? Number(written) : written

const date = /(\d{4})\s*[-./년]\s*(\d{1,2})\s*[-./월]\s*(\d{1,2})\s*[.일]?/g

/** Parses dates, sorted and without duplicates. A text with anything else is returned unchanged, so that the contract reports the fault. */
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
  const word = normaliseLine(written).toLowerCase()
  if (yes.includes(word)) return true
  return no.includes(word) ? false : undefined
}

/** A phone number that lost its leading zero, because the spreadsheet treated it as a number. */
const withoutZero = /^[1-9]\d{8,9}$/

function warningsOf({ phone }: Cells, hours: readonly BusinessHours[]): string[] {
  return [
    ...(withoutZero.test(phone) ? [text.lostZero] : []),
    ...(hours.length === 0 ? [text.neverOpen] : []),
    ...(overlaps(weekOf(hours)).size > 0 ? [text.overlap] : []),
  ]
}
