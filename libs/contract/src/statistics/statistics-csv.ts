import { type CsvColumns, type CsvPiece, csvLine } from '../values/csv.ts'

/** Part of the description of every export of statistics. */
export const statisticsFile = `The file is UTF-8 for spreadsheets, with Korean headings: a line for each row, then the total. With
  \`compareWith\` the figures of the earlier range follow in columns of their own.`

/** Headings of the first column, by the kind of rows. */
const headings = {
  hour: '시간',
  day: '날짜',
  week: '주',
  month: '월',
  store: '매장',
  product: '상품',
  method: '결제 수단',
} as const

type Rows<F> = {
  total: F
  comparedTotal: F | null
  rows: { key: string; name: string | null; partial: boolean; figures: F; compared: F | null }[]
}

/**
 * Statistics as a CSV file, which is small enough for one piece.
 * @param by the kind of rows
 */
export function statisticsCsv<F>(
  { total, comparedTotal, rows }: Rows<F>,
  by: keyof typeof headings,
  columns: CsvColumns<F>,
): CsvPiece {
  const isCompared = comparedTotal !== null
  const cells = (figures: F | null) => columns.map(([, cell]) => (figures === null ? null : cell(figures)))
  const line = (name: string, key: string, note: string, figures: F, compared: F | null) =>
    csvLine([name, key, note, ...cells(figures), ...(isCompared ? cells(compared) : [])])
  const heads = columns.map(([heading]) => heading)
  const lines = [
    csvLine([headings[by], 'ID', '비고', ...heads, ...(isCompared ? heads.map((head) => `비교 기간 ${head}`) : [])]),
    ...rows.map(({ key, name, partial, figures, compared }) =>
      line(name ?? key, name === null ? '' : key, partial ? '진행 중' : '', figures, compared),
    ),
    line('합계', '', '', total, comparedTotal),
  ]
  return { lines: lines.join(''), next: null }
}
