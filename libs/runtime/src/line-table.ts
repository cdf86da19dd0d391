/**
 * From which line of which source each place of a bundle comes: what a logged stack needs of a source map, as a table that
 * is searched as it lies in its file. To decode a map takes a tenth of a second and more, and 50 MB, where an error is
 * logged: just when whoever waits is to be answered. As bytes, numbers as unsigned 32 bits, little-endian:
 *
 *     number of entries
 *     per entry, in order: line and column in the bundle from which on it holds, index of its source, line there
 *     names of the sources, as JSON
 *
 * Lines and columns are counted from 0, as maps count them.
 */
const entrySize = 16
const headSize = 4

/** What the bundler puts in by itself comes from no source. */
const noSource = 2 ** 32 - 1

/** A decoded source map: per line of the bundle its segments, `[column, source, line in the source, …]`, or `[column]`. */
export type DecodedMap = {
  sources: readonly (string | null)[]
  mappings: readonly (readonly (readonly number[])[])[]
}

/** The table of a map. Places that follow each other and come from one line are one entry. */
export function lineTable({ sources, mappings }: DecodedMap): Buffer {
  const entries: number[] = []
  mappings.forEach((segments, bundleLine) => {
    let last = ''
    for (const [column = 0, source = noSource, line = 0] of segments) {
      if (last === `${source}:${line}`) continue
      last = `${source}:${line}`
      entries.push(bundleLine, column, source, line)
    }
  })
  const numbers = Buffer.alloc(headSize + entries.length * 4)
  numbers.writeUInt32LE(entries.length / 4)
  entries.forEach((entry, at) => {
    numbers.writeUInt32LE(entry, headSize + at * 4)
  })
  return Buffer.concat([numbers, Buffer.from(JSON.stringify(sources))])
}

type Origin = { source: string; line: number }

/** What tells the source and its line of a place in the bundle, if it comes from one. */
export function readLineTable(table: Buffer): (line: number, column: number) => Origin | undefined {
  const count = table.readUInt32LE()
  const sources: (string | null)[] = JSON.parse(table.toString('utf8', headSize + count * entrySize))
  const field = (entry: number, index: number) => table.readUInt32LE(headSize + entry * entrySize + index * 4)
  const isBehind = (entry: number, line: number, column: number) => {
    const from = field(entry, 0)
    return from > line || (from === line && field(entry, 1) > column)
  }
  return (line, column) => {
    let low = 0
    let high = count // the first entry behind the place
    while (low < high) {
      const middle = (low + high) >>> 1
      if (isBehind(middle, line, column)) high = middle
      else low = middle + 1
    }
    const found = high - 1
    if (found < 0 || field(found, 0) !== line) return undefined
    const source = sources[field(found, 2)]
    return typeof source === 'string' ? { source, line: field(found, 3) } : undefined
  }
}
