import { settlementFileLimits } from '@kingcar/contract'
import Papa from 'papaparse'
import { expect, test } from 'vitest'
import { mostPieces, splitSettlement } from './split.ts'

const head = '거래 일,고객사 결제번호,주문명,거래금액'
/** Rows of about a kilobyte each, so that few make a large file. */
const rowsOf = (day: string, count: number) => {
  const name = `손세차, ""큰"" 차${'가'.repeat(300)}`
  return Array.from({ length: count }, () => `${day},kc_1,"${name}",35000`)
}
const rowsIn = (csv: string) => Papa.parse<string[]>(csv).data.slice(1)

test('a large file is split by days, keeps every row and its heading, and each piece fits', () => {
  const days = Array.from({ length: 28 }, (_, at) => `2026-02-${String(at + 1).padStart(2, '0')} 12:00:00`)
  const source = `\uFEFF${[head, ...days.toReversed().flatMap((day) => rowsOf(day, 300))].join('\r\n')}\r\n`
  const pieces = splitSettlement('이월.csv', source) ?? expect.fail()
  expect(pieces.length).toBeGreaterThan(5)
  expect(pieces[0]?.fileName).toBe(`이월.csv (1/${pieces.length})`)
  const found = pieces.map(({ csv }) => rowsIn(csv))
  expect(found.flat()).toHaveLength(28 * 300)
  expect(found.flat()[0]).toEqual([days[0], 'kc_1', expect.stringMatching(/^손세차, "큰" 차가/), '35000'])
  const own = found.map((rows) => new Set(rows.map(([day]) => day)))
  expect(own.reduce((sum, { size }) => sum + size, 0)).toBe(28) // no day is in two pieces
  for (const piece of pieces) {
    expect(piece.csv.startsWith(head)).toBe(true)
    expect(new Blob([JSON.stringify(piece)]).size).toBeLessThanOrEqual(settlementFileLimits.bytes)
  }
})

test('a small file is sent as it is, and one that cannot be split is refused', () => {
  expect(splitSettlement('a.csv', 'x')).toEqual([{ fileName: 'a.csv', csv: 'x' }])
  expect(splitSettlement('a.csv', 'x'.repeat(settlementFileLimits.bytes))).toBeUndefined()
  expect(splitSettlement('a.csv', [head, ...rowsOf('2026-02-01', 1_000)].join('\n'))).toBeUndefined()
  const days = Array.from({ length: mostPieces + 1 }, (_, at) => `2026-${String(100 + at).slice(1)}-01`)
  expect(splitSettlement('a.csv', [head, ...days.flatMap((day) => rowsOf(day, 600))].join('\n'))).toBeUndefined()
})
