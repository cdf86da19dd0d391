/** A range of the source in UTF-16 units; `to` is exclusive. */
export type TextRange = { from: number; to: number }

/** Maps a position in the text of a block to its position in the source; both in UTF-16 units. */
export type PositionMap = (position: number) => number

/** The lines of a text without their line breaks. */
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
 * Finds the text of a block in its source lines. Each line of the text is the end of a source line, after the markers
 * of its containers; a one-line heading may have closing markers after it. Undefined if the text is not found.
 */
export function mapBlock(source: string, lines: readonly TextRange[], content: string): PositionMap | undefined {
  const parts = linesOf(content).map(({ from, to }) => ({ from, text: content.slice(from, to) }))
  // The text leaves out lines of form feeds and similar characters.
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

/** Index of the last part that starts at or before the position. Binary search: a block may have thousands of lines. */
function lastFrom(parts: readonly { from: number }[], position: number): number {
  let [low, high] = [0, parts.length]
  while (high - low > 1) {
    const middle = (low + high) >> 1
    if ((parts[middle]?.from ?? 0) <= position) low = middle
    else high = middle
  }
  return low
}

/** Position in the source of the start of a text line, with its own indentation subtracted. */
function startOf(source: string, line: TextRange | undefined, text: string, isAlone: boolean): number | undefined {
  if (!line) return undefined
  const whole = source.slice(line.from, line.to).trimEnd()
  const core = text.trim()
  const at = whole.endsWith(core) ? whole.length - core.length : isAlone ? whole.lastIndexOf(core) : -1
  return at < 0 ? undefined : line.from + at - (text.length - text.trimStart().length)
}

/** The line of a table row; `behind` is where the search for its next cell starts. */
export type Row = TextRange & { behind: number }

/** Finds the next cell of a row; in the source a `|` in a cell has a backslash. */
export function mapCell(source: string, row: Row, content: string): PositionMap | undefined {
  const written = content.replaceAll('|', '\\|')
  const at = source.indexOf(written, row.behind)
  if (at < 0 || at + written.length > row.to) return undefined
  row.behind = at + written.length
  return (position) => at + position + content.slice(0, position).split('|').length - 1
}

/** The ranges between unescaped `|`. */
export const cellsOf = (source: string, lines: readonly TextRange[]): TextRange[] =>
  lines.flatMap(({ from, to }) =>
    [...source.slice(from, to).matchAll(/(?:[^|\\]|\\.?)+/gs)].map(({ index, 0: cell }) => ({
      from: from + index,
      to: from + index + cell.length,
    })),
  )
