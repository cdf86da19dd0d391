/**
 * Maps positions of a bundle to source lines: the part of a source map that stack traces need, as a binary table that is
 * searched without decoding. Decoding a source map when an error is logged would take more than 100 ms and 50 MB. All numbers
 * are unsigned 32-bit little-endian:
 *
 *     number of entries
 *     per entry, sorted: first line and column in the bundle, index of the source, line in the source
 *     names of the sources, as JSON
 *
 * Lines and columns count from 0, as in source maps.
 */
const entrySize = 16
const headSize = 4

/** Source index of code that the bundler adds. */
const noSource = 2 ** 32 - 1

/** A decoded source map: for each line of the bundle its segments `[column, source, line in the source, …]`, or `[column]`. */
export type DecodedMap = {
  sources: readonly (string | null)[]
  mappings: readonly (readonly (readonly number[])[])[]
}

/** Builds the table. Consecutive positions of one source line are one entry. */
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

/** Returns a function that finds the source line of a position in the bundle; undefined if it has none. */
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
    let high = count // ends as the index of the first entry after the position
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
