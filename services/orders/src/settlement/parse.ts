import { type Detail, settlementFileLimits } from '@kingcar/contract'

/*
 * The list 거래 건별조회 of PortOne's console, as its guide describes it
 * (developers.portone.io, opi/ko/etc/recon: PG 거래대사 가이드). It is downloaded as an Excel file, and saved as CSV.
 */

export type SettlementRow = {
  day: string
  merchantUid: string
  paymentUid: string
  movement: 'paid' | 'refunded'
  /** In won; never negative. */
  amount: number
  /** In won, as in the file: the fee of a refund is negative if the provider returns it. */
  fee: number
  vat: number
  settled: number
  /** Number among equal rows of a file. */
  nth: number
}

const columns = {
  day: ['거래일'],
  merchantUid: ['고객사 결제번호', '고객사 결제번호(주문번호)', '고객사 주문번호', '고객사 거래 번호'],
  paymentUid: ['포트원 결제번호', '포트원 거래 번호'],
  amount: ['거래금액'],
  fee: ['PG수수료'],
  vat: ['PG수수료 부가세'],
  settled: ['정산금액'],
} as const
type Column = keyof typeof columns
const required = Object.keys(columns) as Column[]
/** Optional: 승인, 취소, 부분취소 or 기타 취소. */
const stateColumns = ['거래상태', '거래 구분']

const squeezed = (text: string) => text.normalize('NFC').replaceAll(/[\s\uFEFF]/g, '')

export type Parsed = { rows: SettlementRow[] } | { faults: Detail[] }

/** Reads the text of a file, or returns its faults: all missing columns, or the first rows that cannot be read. */
export function parseSettlement(text: string): Parsed {
  const lines = readCsv(text.replace(/^\uFEFF/, ''))
  if (!lines) return { faults: [fault('따옴표가 닫히지 않은 칸이 있어요.', 'A quote is not closed.')] }
  const [heads = [], ...rest] = lines.filter((cells) => cells.some((cell) => cell.trim() !== ''))
  const places = heads.map(squeezed)
  const at = Object.fromEntries(required.map((name) => [name, placeOf(places, columns[name])])) as Record<
    Column,
    number
  >
  const missing = required.filter((name) => at[name] < 0).map((name) => columns[name][0])
  if (missing.length > 0)
    return { faults: missing.map((name) => fault(`‘${name}’ 열이 없어요.`, `The column ${name} is missing.`)) }
  if (rest.length === 0) return { faults: [fault('거래가 한 건도 없어요.', 'There is no row.')] }
  if (rest.length > settlementFileLimits.rows) {
    const most = settlementFileLimits.rows.toLocaleString('en')
    return { faults: [fault(`한 번에 ${most}건까지 올릴 수 있어요.`, `There are more than ${most} rows.`)] }
  }
  const stateAt = placeOf(places, stateColumns)
  const counts = new Map<string, number>()
  const rows: SettlementRow[] = []
  const faults: Detail[] = []
  for (const [index, cells] of rest.entries()) {
    const row = readRow((name) => (cells[at[name]] ?? '').trim(), squeezed(cells[stateAt] ?? ''))
    if ('wrong' in row) {
      const [name] = columns[row.wrong]
      const number = index + 2
      faults.push(fault(`${number}행의 ‘${name}’ 값을 읽을 수 없어요.`, `Row ${number}: ${name} cannot be read.`))
      if (faults.length === settlementFileLimits.faults) break
      continue
    }
    const key = JSON.stringify([row.day, row.paymentUid, row.merchantUid, row.movement, row.amount])
    const nth = (counts.get(key) ?? 0) + 1
    counts.set(key, nth)
    rows.push({ ...row, nth })
  }
  return faults.length > 0 ? { faults } : { rows }
}

const fault = (ko: string, en: string): Detail => ({ path: 'csv', ko, en })
const placeOf = (places: readonly string[], names: readonly string[]) =>
  places.findIndex((place) => names.map(squeezed).includes(place))

function readRow(cell: (name: Column) => string, state: string): Omit<SettlementRow, 'nth'> | { wrong: Column } {
  const day = readDay(cell('day'))
  if (day === undefined) return { wrong: 'day' }
  const [merchantUid, paymentUid] = [cell('merchantUid'), cell('paymentUid')]
  if (!/^.{1,100}$/.test(merchantUid)) return { wrong: 'merchantUid' }
  if (!/^.{1,100}$/.test(paymentUid)) return { wrong: 'paymentUid' }
  const [amount, fee, vat, settled] = (['amount', 'fee', 'vat', 'settled'] as const).map((name) => readWon(cell(name)))
  if (amount === undefined) return { wrong: 'amount' }
  if (fee === undefined) return { wrong: 'fee' }
  if (vat === undefined) return { wrong: 'vat' }
  if (settled === undefined) return { wrong: 'settled' }
  const movement = amount < 0 || state.includes('취소') ? 'refunded' : 'paid'
  return { day, merchantUid, paymentUid, movement, amount: Math.abs(amount), fee, vat, settled }
}

/** `2026-01-05`, `2026.1.5`, `20260105`, each also with a time after it. */
function readDay(text: string): string | undefined {
  const found = /^(20\d\d)[-./]?\s?(\d{1,2})[-./]?\s?(\d{1,2})(?:$|[.\sT])/.exec(text)
  if (!found) return undefined
  const [, year = '', month = '', day = ''] = found
  const date = `${year}-${month.padStart(2, '0')}-${day.padStart(2, '0')}`
  const time = Date.parse(`${date}T00:00:00Z`)
  return !Number.isNaN(time) && new Date(time).toISOString().startsWith(date) ? date : undefined
}

const readWon = (text: string): number | undefined => {
  const digits = text.replaceAll(/[,\s원₩]/g, '')
  return /^-?\d{1,9}(?:\.0+)?$/.test(digits) ? Number(digits) : undefined
}

/** The cells of a CSV text (RFC 4180), by lines; undefined if a quote is not closed. */
function readCsv(text: string): string[][] | undefined {
  const lines: string[][] = [[]]
  const cells = /(?:"((?:[^"]|"")*)"|([^",\r\n]*))(,|\r\n|\n|\r|$)/y
  while (cells.lastIndex < text.length) {
    const found = cells.exec(text)
    if (!found) return undefined
    const [, quoted, plain = '', end] = found
    lines.at(-1)?.push(quoted?.replaceAll('""', '"') ?? plain)
    if (end !== ',' && end !== '') lines.push([])
  }
  return lines
}
