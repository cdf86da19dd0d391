import { settlementFileLimits } from '@kingcar/contract'
import Papa from 'papaparse'

/** A part of a file, as it is sent. */
export type Piece = { fileName: string; csv: string }

/** Largest number of pieces of a file: a month of a chain with a hundred thousand payments. */
export const mostPieces = 30

/** Bytes of a text in a request. */
const sizeOf = (text: string): number => new Blob([JSON.stringify(text)]).size
/** Number of bytes for the name of the file and the rest of the request. */
const around = 2_048

/**
 * Splits the text of a settlement file into pieces that fit into a request. The rows of a day stay together, because
 * the server counts equal rows of a file. A text that fits, or that has no days by which it could be split, is one
 * piece; the server reports its faults.
 * @returns undefined if the text needs more than the largest number of pieces
 */
export function splitSettlement(name: string, source: string): Piece[] | undefined {
  const most = settlementFileLimits.bytes - around
  const fileName = name.slice(-180)
  if (sizeOf(source) <= most) return [{ fileName, csv: source }]
  const { data } = Papa.parse<string[]>(source.replace(/^\uFEFF/, ''), { skipEmptyLines: 'greedy' })
  const [heads = [], ...rows] = data
  const day = heads.findIndex((head) => head.normalize('NFC').replaceAll(/\s/g, '') === '거래일')
  if (day < 0) return undefined
  const head = Papa.unparse([heads])
  const days = Map.groupBy(rows, (cells) => /^\D*(\d{4}\D?\d{1,2}\D?\d{1,2})/.exec(cells[day] ?? '')?.[1] ?? '')
  const texts: { csv: string; size: number; rows: number }[] = []
  for (const key of [...days.keys()].toSorted((a, b) => a.localeCompare(b))) {
    const own = days.get(key) ?? []
    const csv = `\n${Papa.unparse(own, { newline: '\n' })}`
    const size = sizeOf(csv)
    const last = texts.at(-1)
    const fits = last && last.size + size <= most && last.rows + own.length <= settlementFileLimits.rows
    if (last && fits) Object.assign(last, { csv: last.csv + csv, size: last.size + size, rows: last.rows + own.length })
    else texts.push({ csv: head + csv, size: sizeOf(head) + size, rows: own.length })
  }
  if (
    texts.length > mostPieces ||
    texts.some(({ size, rows: count }) => size > most || count > settlementFileLimits.rows)
  )
    return undefined
  return texts.map(({ csv }, at) => ({ fileName: `${fileName} (${at + 1}/${texts.length})`, csv }))
}
