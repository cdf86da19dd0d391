/** A stretch of the source, in UTF-16 units, the second excluded. */
export type TextRange = { from: number; to: number }

/** Where a place in the text of a block stands in the source; both in UTF-16 units. */
export type PositionMap = (position: number) => number

/** The lines of a text without their ends. */
export function linesOf(source: string): TextRange[] {
  const lines: TextRange[] = []
  let from = 0
  for (const { index, 0: end } of source.matchAll(/\r\n?|\n/g)) {
    lines.push({ from, to: index })
    from = index + end.length
  }
  return [...lines, { from, to: source.length }]
}

/**
 * The text of a block is what its lines hold behind the marks of its containers, so its lines end as theirs do; a heading of
 * one line may have more marks behind it. undefined where it is not found in these lines.
 */
export function mapBlock(source: string, lines: readonly TextRange[], content: string): PositionMap | undefined {
  const parts = linesOf(content).map(({ from, to }) => ({ from, text: content.slice(from, to) }))
  // Lines of nothing but form feeds and the like are not part of the text.
  for (let first = 0; first + parts.length <= lines.length; first += 1) {
    const starts = parts.map(({ text }, at) => startOf(source, lines[first + at], text, parts.length === 1))
    if (starts.includes(undefined)) continue
    return (position) => {
      const at = lastFrom(parts, position)
      return (starts[at] ?? 0) + position - (parts[at]?.from ?? 0)
    }
  }
  return undefined
}

/** The last of the parts, which are in order, that begins no later: by halves, for a block may have thousands of lines. */
function lastFrom(parts: readonly { from: number }[], position: number): number {
  let [low, high] = [0, parts.length]
  while (high - low > 1) {
    const middle = (low + high) >> 1
    if ((parts[middle]?.from ?? 0) <= position) low = middle
    else high = middle
  }
  return low
}

/** Where in the source a line of the text would begin if it had no indentation of its own. */
function startOf(source: string, line: TextRange | undefined, text: string, isAlone: boolean): number | undefined {
  if (!line) return undefined
  const whole = source.slice(line.from, line.to).trimEnd()
  const core = text.trim()
  const at = whole.endsWith(core) ? whole.length - core.length : isAlone ? whole.lastIndexOf(core) : -1
  return at < 0 ? undefined : line.from + at - (text.length - text.trimStart().length)
}

/** The line of a row of a table, and where the next of its cells is looked for. */
export type Row = TextRange & { behind: number }

/** The next cell of a row; within one a bar is written with a backslash. */
export function mapCell(source: string, row: Row, content: string): PositionMap | undefined {
  const written = content.replaceAll('|', '\\|')
  const at = source.indexOf(written, row.behind)
  if (at < 0 || at + written.length > row.to) return undefined
  row.behind = at + written.length
  return (position) => at + position + content.slice(0, position).split('|').length - 1
}

/** What stands between bars that have no backslash. */
export const cellsOf = (source: string, lines: readonly TextRange[]): TextRange[] =>
  lines.flatMap(({ from, to }) =>
    [...source.slice(from, to).matchAll(/(?:[^|\\]|\\.?)+/gs)].map(({ index, 0: cell }) => ({
      from: from + index,
      to: from + index + cell.length,
    })),
  )
